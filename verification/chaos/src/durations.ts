/** Shortened where people would only wait; as shipped where they bound the detection of a fault. */
export const durations = {
  introDuration: 300,
  connectionDuration: 6_000,
  afterConnectionDuration: 500,
  guidanceDelay: 300,
  guidanceDelayExperienced: 100,
  enteringRoom: 600,
  startButtonDelay: 200,
  peerNotReadyTimeout: 15_000,
  readyLimit: 20_000,
};
