import { longestMedia } from '@unspoken/contract/uploads';
import { MPEGDecoder } from 'mpg123-decoder';
import { createMp3Encoder } from 'wasm-media-encoders';
import type { Checked } from './checked.ts';
import type { AcceptedFormat } from './format.ts';
import { LoudnessMeter, PeakMeter } from './levels.ts';
import { amplify } from './limiter.ts';
import { readFrames } from './mp3-frames.ts';
import { decoding, Refused } from './refused.ts';
import { resampled } from './resample.ts';
import { readWav } from './wav.ts';

/** LUFS, dBTP and kbit/s. Source: requirements/studio 4.1. */
const [targetLoudness, highestPeak, bitRate] = [-18, -1, 96] as const;
/** The encoder moves peaks: this much is left for it at first, dB. */
const margin = 0.5;
/** Peaks are lowered by at most this much for the loudness, dB: beyond it, a sound stays quieter instead. */
const mostLimiting = 6;
/** How often a sound is encoded until its levels are right, and how far its loudness may be off, LU. */
const [attempts, tolerance] = [4, 0.2];
/** The rates, Hz, at which 96 kbit/s exist (ISO/IEC 11172-3, 13818-3); every other sound is brought to the last one. */
const rates = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
type Rate = (typeof rates)[number];
/** Samples or bytes at a time. */
const block = 1 << 16;

/** Encodes a sound as mono MP3 of the required loudness. Throws `Refused`. */
export async function checkSound(bytes: Uint8Array, format: AcceptedFormat): Promise<Checked> {
  const { samples, rate } = format === 'wav' ? fromWav(bytes) : await fromMp3(bytes);
  const { encoded, loudness } = await levelled(samples, rate);
  const durationMs = Math.round(readFrames(encoded).duration);
  return { format: 'mp3', files: [{ suffix: '', bytes: encoded }], durationMs, loudness };
}

interface Samples {
  readonly samples: Float32Array;
  readonly rate: Rate;
}

const isRate = (rate: number): rate is Rate => (rates as readonly number[]).includes(rate);
/** The rate to which sounds of other ones are brought, Hz. */
const otherRate = 48_000;

function fromWav(bytes: Uint8Array): Samples {
  const { sampleRate, length, read } = readWav(bytes);
  if ((length / sampleRate) * 1_000 > longestMedia.sound) throw new Refused('too_long');
  const readSound = (from: number, count: number) => {
    const samples = read(from, count);
    refuseNonsense(samples);
    return samples;
  };
  if (!isRate(sampleRate)) return { samples: resampled(readSound, length, { from: sampleRate, to: otherRate }), rate: otherRate };
  const samples = new Float32Array(length);
  for (let at = 0; at < length; at += block) samples.set(readSound(at, Math.min(block, length - at)), at);
  return { samples, rate: sampleRate };
}

async function fromMp3(bytes: Uint8Array): Promise<Samples> {
  // Before anything is decoded: the frames say how long it is.
  const { duration, samples: length, sampleRate } = readFrames(bytes);
  if (duration > longestMedia.sound) throw new Refused('too_long');
  const samples = new Float32Array(length);
  let at = 0;
  await decodeMp3(bytes, (decoded, rate) => {
    if (rate !== sampleRate || at + decoded.length > length) throw new Refused('damaged');
    samples.set(decoded, at);
    at += decoded.length;
  });
  if (at === 0) throw new Refused('damaged');
  const whole = samples.subarray(0, at);
  refuseNonsense(whole);
  if (isRate(sampleRate)) return { samples: whole, rate: sampleRate };
  const readWhole = (from: number, count: number) => whole.subarray(from, from + count);
  return { samples: resampled(readWhole, whole.length, { from: sampleRate, to: otherRate }), rate: otherRate };
}

/** Floating-point files can hold what is no sound: not a number, or far beyond full scale. */
function refuseNonsense(samples: Float32Array): void {
  for (const each of samples) if (!(Math.abs(each) <= 1_000)) throw new Refused('damaged');
}

/** Decodes block by block, so that not all channels are in memory at once; each block is the mean of the channels. */
function decodeMp3(bytes: Uint8Array, take: (samples: Float32Array, rate: number) => void): Promise<void> {
  return decoding(async () => {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    try {
      for (let at = 0; at < bytes.length; at += block) {
        const { channelData, sampleRate, samplesDecoded, errors } = decoder.decode(bytes.subarray(at, at + block));
        if (errors.length > 0) throw new Refused('damaged');
        if (samplesDecoded === 0) continue;
        const [left = new Float32Array(), right = left] = channelData;
        take(
          left.map((each, i) => (each + (right[i] as number)) / 2),
          sampleRate,
        );
      }
    } finally {
      decoder.free();
    }
  });
}

interface Levels {
  readonly loudness: number;
  readonly peak: number;
}

const ratio = (decibels: number): number => 10 ** (decibels / 20);

function levelsOf(samples: Float32Array, rate: number): Levels {
  const [loudness, peak] = [new LoudnessMeter(rate), new PeakMeter()];
  for (let at = 0; at < samples.length; at += block) {
    const part = samples.subarray(at, at + block);
    loudness.push(part);
    peak.push(part);
  }
  return { loudness: loudness.integrated, peak: peak.peak };
}

/** Encodes until what a listener decodes has the required loudness and peaks. Changes the samples. */
async function levelled(samples: Float32Array, rate: Rate): Promise<{ encoded: Uint8Array; loudness: number }> {
  const { loudness, peak } = levelsOf(samples, rate);
  let ceiling = highestPeak - margin;
  /** How much louder the sound may become. */
  let room = ceiling + mostLimiting - peak;
  const missingIn = (heard: number) => (Number.isFinite(heard) ? Math.min(targetLoudness - heard, room) : 0);
  let gain = missingIn(loudness);
  for (let attempt = 1; attempt <= 2 * attempts; attempt++) {
    amplify(samples, rate, ratio(gain), ratio(ceiling));
    room -= gain;
    const encoded = await encode(samples, rate);
    const heard = await levelsOfMp3(encoded, rate);
    const [missing, over] = [missingIn(heard.loudness), heard.peak - highestPeak];
    if (over <= 0 && (Math.abs(missing) <= tolerance || attempt >= attempts)) return { encoded, loudness: heard.loudness };
    if (over > 0) ceiling -= over + 0.1;
    // What the encoder makes of some peaks cannot be limited: then all of the sound becomes quieter.
    gain = attempt < attempts ? missing : -(over + 0.1);
  }
  throw new Refused('damaged');
}

async function levelsOfMp3(bytes: Uint8Array, rate: number): Promise<Levels> {
  const [loudness, peak] = [new LoudnessMeter(rate), new PeakMeter()];
  await decodeMp3(bytes, (samples) => {
    loudness.push(samples);
    peak.push(samples);
  });
  return { loudness: loudness.integrated, peak: peak.peak };
}

async function encode(samples: Float32Array, sampleRate: Rate): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: bitRate });
  const parts: Uint8Array[] = [];
  // The encoder reuses its buffer: each part is copied.
  for (let at = 0; at < samples.length; at += block) parts.push(encoder.encode([samples.subarray(at, at + block)]).slice());
  parts.push(encoder.finalize().slice());
  return Buffer.concat(parts);
}
