import { statsOf } from './connection-stats.ts';

/** Bit/s: below the first the usual picture does not fit; above the second it fits again. */
const narrow = 100_000;
const wide = 250_000;
const checkInterval = 2_000;
/** Consecutive checks needed to switch: down soon, up late. */
const checksDown = 2;
const checksUp = 5;

interface Picture {
  readonly maxBitrate: number;
  readonly maxFramerate: number;
  readonly scaleResolutionDownBy: number;
}

/** Full: 1280 px wide at most. Frugal: for users who save data. Narrow: fits into 100 kbit/s and still moves. */
const pictures = {
  full: { maxBitrate: 1_500_000, maxFramerate: 30, scaleResolutionDownBy: 1 },
  frugal: { maxBitrate: 250_000, maxFramerate: 24, scaleResolutionDownBy: 2 },
  narrow: { maxBitrate: 85_000, maxFramerate: 15, scaleResolutionDownBy: 4 },
} as const satisfies Record<string, Picture>;

const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Adapts the sent video to the bandwidth: resolution drops before the frame rate, because a face must not freeze.
 * Returns the function that stops it.
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
  const check = async () => {
    const { availableOutgoing: available } = await statsOf(connection);
    if (available !== undefined) {
      const wantsOther = now === 'narrow' ? available > wide : available < narrow;
      seen = wantsOther ? seen + 1 : 0;
      if (seen >= (now === 'narrow' ? checksUp : checksDown)) {
        now = now === 'narrow' ? usual : 'narrow';
        seen = 0;
      }
    }
    // On every check: before the first negotiation there are no encodings to set.
    await apply();
  };
  void apply();
  const timer = setInterval(() => void check(), checkInterval);
  return () => clearInterval(timer);
}

/** Round-trip time, in s, from which a retransmitted packet arrives too late for its frame. */
const longRoundTrip = 0.08;
/** Upper bound of the jitter buffer, ms. */
const longestWait = 500;

/**
 * With a long round trip, playback waits for retransmitted packets: a fraction of a second later, but without freezing.
 * Without sound the delay goes unnoticed. It starts only once frames flow: the first frame is shown at once, and the
 * buffer grows during the intro, before the partner is visible. Returns the function that stops it.
 */
export function extendJitterBuffer(connection: RTCPeerConnection, receiver: RTCRtpReceiver): () => void {
  let waits = 0;
  const check = async () => {
    const { framesDecoded, roundTrip = 0 } = await statsOf(connection);
    const wanted = framesDecoded > 0 && roundTrip > longRoundTrip ? Math.min(longestWait, Math.round(roundTrip * 1_300 + 80)) : 0;
    // Never reduced within one encounter, and raised only by 50 ms or more: each change causes a small stutter.
    if (wanted < waits + 50) return;
    waits = wanted;
    Object.assign(receiver, { jitterBufferTarget: wanted });
  };
  const timer = setInterval(() => void check(), 500);
  return () => clearInterval(timer);
}
