import { brokenOrders } from '@unspoken/contract/duration-order';
import { type Durations, durationsWith } from '@unspoken/contract/durations';

/**
 * As short as possible on two cores, in the same order as the shipped ones: a lost socket is noticed before a side is given
 * up, a lost picture is reconnected before it is given up, and all of it fits into the minute.
 */
export const replaced = {
  introDuration: 2_000,
  connectionDuration: 6_000,
  shortMeeting: 4_500,
  mediumMeeting: 5_000,
  welcomeWait: 1_000,
  afterConnectionDuration: 1_500,
  pairingTimeout: 4_500,
  gatheringRepeatAfter: 1_500,
  gatheringLastAfter: 3_000,
  standInAfter: 1_500,
  peerNoAnswerTimeout: 1_500,
  matchmakerAnswer: 2_000,
  reservationLife: 2_000,
  requestRetry: 400,
  guidanceDelay: 0,
  enteringRoom: 1_000,
  gatheringEnteringRoom: 400,
  startButtonDelay: 100,
  positionGuideline: 500,
  peerNotReadyTimeout: 5_500,
  startWarning: 1_000,
  cameraPromptLimit: 5_500,
  readyLimit: 8_000,
  connectLimit: 4_000,
  hintDelay: 800,
  frameLost: 1_200,
  frameTimeout: 3_500,
  reconnectAfter: 2_200,
  rejoinBeforeConnected: 2_000,
  rejoinConnected: 3_500,
  socketPing: 700,
  socketPingTimeout: 800,
  grace: 500,
};

export const cutDurations: Durations = durationsWith(replaced);

// The tests run one server process, so nodeLease, which only other processes read, is exempt.
const broken = brokenOrders({ ...cutDurations, nodeLease: replaced.rejoinConnected });
if (broken.length > 0) throw new Error(`the durations break their order: ${broken.join('; ')}`);
