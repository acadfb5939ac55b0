import { fourCharacters } from './format.ts';
import { Refused } from './refused.ts';

/** The samples of a WAV file (RIFF; Multimedia Programming Interface and Data Specifications 1.0), brought to one channel as they are read. */
export interface Wav {
  readonly sampleRate: number;
  /** Samples of each channel. */
  readonly length: number;
  /** The mean of the channels of this many samples from `from` on, -1 to 1. */
  read(from: number, count: number): Float32Array;
}

const [integers, floats, extensible] = [1, 3, 0xfffe];
const [leastRate, mostRate, mostChannels] = [8_000, 192_000, 8];

/** Throws `Refused`. */
export function readWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 8 + view.getUint32(4, true);
  if (bytes.length < end) throw new Refused('truncated');
  if (bytes.length > end + (end % 2)) throw new Refused('foreign_bytes');
  let layout: Layout | undefined;
  let data: { readonly at: number; readonly length: number } | undefined;
  for (let at = 12; at < end; ) {
    if (at + 8 > end) throw new Refused('damaged');
    const [name, length] = [fourCharacters(bytes, at), view.getUint32(at + 4, true)];
    if (at + 8 + length > end) throw new Refused(name === 'data' ? 'truncated' : 'damaged');
    if (name === 'fmt ') {
      if (layout || length < 16) throw new Refused('damaged');
      layout = layoutOf(view, at + 8, length);
    } else if (name === 'data') {
      if (data) throw new Refused('damaged');
      data = { at: at + 8, length };
    }
    at += 8 + length + (length % 2);
  }
  if (!layout || !data || data.length === 0 || data.length % layout.frame !== 0) throw new Refused('damaged');
  return samplesOf(view, layout, data);
}

interface Layout {
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
  readonly isFloat: boolean;
  /** Bytes of one sample of all channels. */
  readonly frame: number;
}

function layoutOf(view: DataView, at: number, length: number): Layout {
  const code = view.getUint16(at, true);
  if (code === extensible && length < 40) throw new Refused('damaged');
  // The first two bytes of the subformat say what the tag of the format would.
  const format = code === extensible ? view.getUint16(at + 24, true) : code;
  const [channels, sampleRate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  const [frame, bits] = [view.getUint16(at + 12, true), view.getUint16(at + 14, true)];
  const isFloat = format === floats;
  const isKnown = (format === integers && [8, 16, 24, 32].includes(bits)) || (isFloat && [32, 64].includes(bits));
  if (!isKnown) throw new Refused('unsupported_codec');
  const isPlausible =
    channels > 0 &&
    channels <= mostChannels &&
    sampleRate >= leastRate &&
    sampleRate <= mostRate &&
    frame === (channels * bits) / 8;
  if (!isPlausible) throw new Refused('damaged');
  return { channels, sampleRate, bits, isFloat, frame };
}

function samplesOf(view: DataView, layout: Layout, data: { readonly at: number; readonly length: number }): Wav {
  const { channels, sampleRate, bits, isFloat, frame } = layout;
  const width = bits / 8;
  const one: (at: number) => number = isFloat
    ? bits === 32
      ? (at) => view.getFloat32(at, true)
      : (at) => view.getFloat64(at, true)
    : bits === 8
      ? (at) => (view.getUint8(at) - 128) / 128
      : bits === 16
        ? (at) => view.getInt16(at, true) / 0x8000
        : bits === 24
          ? (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 0x80_0000
          : (at) => view.getInt32(at, true) / 0x8000_0000;
  return {
    sampleRate,
    length: data.length / frame,
    read(from, count) {
      const samples = new Float32Array(count);
      for (let i = 0; i < count; i++) {
        let sum = 0;
        for (let channel = 0; channel < channels; channel++) sum += one(data.at + (from + i) * frame + channel * width);
        samples[i] = sum / channels;
      }
      return samples;
    },
  };
}
