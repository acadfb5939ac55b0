import { Refused } from './refused.ts';

/**
 * Reads the frames of an MP3 file without decoding them, to verify its format and compute its exact duration, also with a variable bit rate
 * and without a header that states it. Source: ISO/IEC 11172-3, 2.4.1.3; ISO/IEC 13818-3, 2.4.2.3.
 */

/** kbit/s by the index in the header, layer III: MPEG 1, then MPEG 2. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

interface Frame {
  /** Bytes, with its header. */
  readonly length: number;
  /** ms. */
  readonly duration: number;
  readonly samples: number;
  readonly sampleRate: number;
}

function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync = 0, version = 0, rates = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (sync !== 0xff || (version & 0xe0) !== 0xe0) return undefined;
  // MPEG 2.5 (0), reserved (1), MPEG 2 (2), MPEG 1 (3); layer III is 1.
  const mpeg = (version >> 3) & 3;
  if (mpeg === 1 || ((version >> 1) & 3) !== 1) return undefined;
  const isMpeg1 = mpeg === 3;
  const bitRate = bitRates[isMpeg1 ? 0 : 1][rates >> 4];
  const fullRate = sampleRates[(rates >> 2) & 3];
  if (!bitRate || !fullRate) return undefined;
  const sampleRate = fullRate / { 3: 1, 2: 2, 0: 4 }[mpeg as 0 | 2 | 3];
  const padding = (rates >> 1) & 1;
  const samples = isMpeg1 ? 1_152 : 576;
  return {
    length: Math.floor(((isMpeg1 ? 144 : 72) * bitRate * 1_000) / sampleRate) + padding,
    duration: (samples / sampleRate) * 1_000,
    samples,
    sampleRate,
  };
}

/** The length of an ID3v2 tag at the beginning (ID3v2.4, 3.1); 0 without one. */
function id3v2Length(bytes: Uint8Array): number {
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== 'ID3') return 0;
  // Seven bits in each of four bytes.
  return 10 + bytes.subarray(6, 10).reduce((length, each) => length * 128 + (each & 0x7f), 0);
}

/** An ID3v1 tag is the last 128 bytes of a file. */
const isId3v1Tag = (bytes: Uint8Array, at: number): boolean =>
  bytes.length - at === 128 && String.fromCharCode(...bytes.subarray(at, at + 3)) === 'TAG';

/** The frames of an MP3 file. */
export interface Mp3Frames {
  /** ms. */
  readonly duration: number;
  readonly sampleRate: number;
  readonly samples: number;
}

/** Whether this is the beginning of an MP3 file: a tag and a frame, or two frames. */
export function startsWithFrames(bytes: Uint8Array): boolean {
  const begin = id3v2Length(bytes);
  const first = frameAt(bytes, begin);
  if (begin > 0) return begin > bytes.length || first !== undefined;
  return first !== undefined && frameAt(bytes, first.length) !== undefined;
}

/** How far behind a broken frame the next ones are looked for, bytes: more than the longest frame. */
const reach = 4_096;

/** Why there is no frame at `at`, in the middle of a file. */
function brokenAt(bytes: Uint8Array, at: number): Refused {
  for (let next = at + 1; next < Math.min(at + reach, bytes.length); next++) {
    const frame = frameAt(bytes, next);
    if (frame && frameAt(bytes, next + frame.length)) return new Refused('damaged');
  }
  return new Refused('foreign_bytes');
}

/** Reads the frames of a whole file. Throws `Refused` if anything in it is not a whole frame or an ID3 tag. */
export function readFrames(bytes: Uint8Array): Mp3Frames {
  const begin = id3v2Length(bytes);
  if (begin >= bytes.length) throw new Refused(bytes.length > 0 ? 'truncated' : 'unknown_format');
  let at = begin;
  let [duration, samples, sampleRate] = [0, 0, 0];
  while (at < bytes.length && !isId3v1Tag(bytes, at)) {
    const frame = frameAt(bytes, at);
    if (!frame) throw at === begin ? new Refused('unknown_format') : brokenAt(bytes, at);
    if (at + frame.length > bytes.length) throw new Refused('truncated');
    if (sampleRate > 0 && frame.sampleRate !== sampleRate) throw new Refused('damaged');
    at += frame.length;
    duration += frame.duration;
    samples += frame.samples;
    sampleRate = frame.sampleRate;
  }
  if (samples === 0) throw new Refused('unknown_format');
  return { duration, samples, sampleRate };
}

/** The duration of an MP3 file, ms; undefined if anything in it is not a whole frame or an ID3 tag. */
export function mp3Duration(bytes: Uint8Array): number | undefined {
  try {
    return readFrames(bytes).duration;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
