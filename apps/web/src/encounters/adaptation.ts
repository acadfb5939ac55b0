import { repeat } from '../platform/repeat.ts';
import { statsOf } from './connection-stats.ts';
import { after, firstPlace, type Picture, pictureAt } from './picture-ladder.ts';

const checkInterval = 1_000;

/** Source: W3C Network Information API, which not every browser has. */
interface NetworkInformation {
  readonly saveData?: boolean;
  /** Mbit/s. */
  readonly downlink?: number;
}
const network = (): NetworkInformation => (navigator as Navigator & { connection?: NetworkInformation }).connection ?? {};

/** Lines of a picture of which none are known yet: what is to be soft counts as the largest there is. */
const unknownLines = { usual: 480, soft: 2_160 } as const;

/** Applies a picture to what is sent. */
async function apply(sender: RTCRtpSender, { maxBitrate, maxFramerate, lines }: Picture, sourceLines: number) {
  const wanted = { maxBitrate, maxFramerate, scaleResolutionDownBy: lines === undefined ? 1 : Math.max(1, sourceLines / lines) };
  const parameters = sender.getParameters();
  const isWanted = (encoding: RTCRtpEncodingParameters) =>
    encoding.maxBitrate === maxBitrate && encoding.scaleResolutionDownBy === wanted.scaleResolutionDownBy;
  if (parameters.encodings.every(isWanted)) return;
  for (const encoding of parameters.encodings) Object.assign(encoding, wanted);
  parameters.degradationPreference = 'maintain-framerate';
  await sender.setParameters(parameters).catch(() => {});
}

/** What adapts a picture to its connection. */
export interface Adaptation {
  /** Whether it is sent with few lines only, whatever the connection can carry. */
  soften(isSoft: boolean): void;
  /** Another picture is about to be sent: resolves when its size is taken into account. */
  expect(track: MediaStreamTrack): Promise<void>;
  stop(): void;
}

/** Adapts the sent video to the bandwidth. `isSoft`: from the beginning. */
export function adapt(connection: RTCPeerConnection, sender: RTCRtpSender, isSoft: boolean): Adaptation {
  const { saveData: savesData = false, downlink } = network();
  const seenFirst = (roundTrip?: number) => firstPlace({ savesData, downlink: downlink && downlink * 1e6, roundTrip });
  let soft = isSoft;
  let isMeasured = false;
  let place = seenFirst();
  /** Lines of the picture, as its track or the encoder says; a picture under the veil has none of its own. */
  let lines: number | undefined;
  // One after another: parameters that were read before others were set are refused.
  let applying = Promise.resolve();
  const applied = () => {
    applying = applying.then(() => apply(sender, pictureAt(place, soft), lines ?? unknownLines[soft ? 'soft' : 'usual']));
    return applying;
  };
  const check = async () => {
    const { availableOutgoing: available, roundTrip, lost, sourceLines } = await statsOf(connection);
    // Until the other side has said what arrives, the estimate is where the browser begins, whatever the connection is.
    if (available !== undefined && lost !== undefined) {
      isMeasured = true;
      place = after(place, { available, roundTrip, lost });
    } else if (!isMeasured) place = seenFirst(roundTrip);
    lines = sourceLines ?? lines;
    // On every check: before the first negotiation there are no encodings to set.
    await applied();
  };
  const checkNow = () => void check();
  const expect = (track: MediaStreamTrack) => {
    lines = track.getSettings().height ?? lines;
    return applied();
  };
  if (sender.track) void expect(sender.track);
  checkNow();
  // The first round trip is known as soon as there is a path; Start may have been pressed before.
  connection.addEventListener('connectionstatechange', checkNow);
  const end = repeat(checkNow, checkInterval);
  return {
    expect,
    soften(next) {
      soft = next;
      void applied();
    },
    stop() {
      end();
      connection.removeEventListener('connectionstatechange', checkNow);
    },
  };
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
  return repeat(() => void check(), 500);
}
