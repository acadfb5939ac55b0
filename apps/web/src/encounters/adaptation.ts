import { statsOf } from './connection-stats.ts';

/** Below this many bits a second there is no room for the usual picture; above the second, there is again. */
const narrow = 100_000;
const wide = 250_000;
const lookEvery = 2_000;
/** How often in a row it must be seen: down soon, up late. */
const looksDown = 2;
const looksUp = 5;

interface Picture {
  readonly maxBitrate: number;
  readonly maxFramerate: number;
  readonly scaleResolutionDownBy: number;
}

/** Full: 1280 wide at most. Frugal: for people who save data. Narrow: what fits into 100 kbit/s and still moves. */
const pictures = {
  full: { maxBitrate: 1_500_000, maxFramerate: 30, scaleResolutionDownBy: 1 },
  frugal: { maxBitrate: 250_000, maxFramerate: 24, scaleResolutionDownBy: 2 },
  narrow: { maxBitrate: 85_000, maxFramerate: 15, scaleResolutionDownBy: 4 },
} as const satisfies Record<string, Picture>;

const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fits what is sent to the line: the picture shrinks before it stutters, for a face that stands still is no face.
 * Returns the way to stop.
 */
export function adapt(connection: RTCPeerConnection, sender: RTCRtpSender): () => void {
  const usual = savesData() ? 'frugal' : 'full';
  let now: keyof typeof pictures = usual;
  let seen = 0;
  const apply = async () => {
    const parameters = sender.getParameters();
    if (parameters.encodings.every(({ maxBitrate }) => maxBitrate === pictures[now].maxBitrate)) return;
    for (const encoding of parameters.encodings) Object.assign(encoding, pictures[now]);
    parameters.degradationPreference = 'maintain-framerate';
    await sender.setParameters(parameters).catch(() => {});
  };
  const look = async () => {
    const { availableOutgoing: available } = await statsOf(connection);
    if (available !== undefined) {
      const wantsOther = now === 'narrow' ? available > wide : available < narrow;
      seen = wantsOther ? seen + 1 : 0;
      if (seen >= (now === 'narrow' ? looksUp : looksDown)) {
        now = now === 'narrow' ? usual : 'narrow';
        seen = 0;
      }
    }
    // Looked at each time: before the first negotiation there is nothing to set.
    await apply();
  };
  void apply();
  const timer = setInterval(() => void look(), lookEvery);
  return () => clearInterval(timer);
}

/** Round trips from which a lost packet, asked for again, comes too late for its frame, s. */
const longWay = 0.08;
const longestWait = 500;

/**
 * On a long way, what is shown waits for what has to be sent twice: a fraction of a second later, and without standing
 * still. Nobody speaks, so nobody notices. Only once frames flow: the first is shown as soon as it comes, and the wait
 * is built up in the intro, before anybody is seen. Returns the way to stop.
 */
export function waitForTheLost(connection: RTCPeerConnection, receiver: RTCRtpReceiver): () => void {
  let waits = 0;
  const look = async () => {
    const { framesDecoded, roundTrip = 0 } = await statsOf(connection);
    const wanted = framesDecoded > 0 && roundTrip > longWay ? Math.min(longestWait, Math.round(roundTrip * 1_300 + 80)) : 0;
    // Never shorter within one encounter, and not for a few milliseconds: each change is a small stutter.
    if (wanted < waits + 50) return;
    waits = wanted;
    Object.assign(receiver, { jitterBufferTarget: wanted });
  };
  const timer = setInterval(() => void look(), 500);
  return () => clearInterval(timer);
}
