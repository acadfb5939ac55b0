/** A sound as a function of time, s. */
export type Signal = (time: number) => number;

export const sine =
  (amplitude: number, frequency = 440): Signal =>
  (time) =>
    amplitude * Math.sin(2 * Math.PI * frequency * time);

/** Loud syllables between quiet ones: its peaks are far above its mean. */
export const syllables: Signal = (time) => (time % 1 < 0.05 ? 0.9 : 0.02) * Math.sin(3_000 * time + Math.sin(70 * time));

interface WavOptions {
  readonly seconds: number;
  readonly rate?: number;
  readonly channels?: number;
  readonly bits?: 8 | 16 | 24 | 32 | 'float';
  /** What the second channel has; the others are like the first one. */
  readonly second?: Signal;
  /** Chunks before the samples. */
  readonly notes?: readonly (readonly [name: string, bytes: Buffer])[];
}

/** A WAV file. */
export function wavOf(
  signal: Signal,
  { seconds, rate = 32_000, channels = 1, bits = 16, second = signal, notes = [] }: WavOptions,
): Buffer {
  const width = bits === 'float' ? 4 : bits / 8;
  const count = Math.round(seconds * rate);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(bits === 'float' ? 3 : 1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * width, 8);
  format.writeUInt16LE(channels * width, 12);
  format.writeUInt16LE(width * 8, 14);
  const data = Buffer.alloc(count * channels * width);
  for (let i = 0; i < count * channels; i++) {
    const value = Math.max(-1, Math.min(1, (i % channels === 1 ? second : signal)(Math.floor(i / channels) / rate)));
    if (bits === 'float') data.writeFloatLE(value, i * width);
    else if (bits === 8) data.writeUInt8(Math.round(value * 127) + 128, i);
    else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), i * width, width);
  }
  const chunk = (name: string, bytes: Buffer) => {
    const header = Buffer.alloc(8);
    header.write(name, 'latin1');
    header.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([header, bytes, Buffer.alloc(bytes.length % 2)]);
  };
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    ...notes.map(([name, bytes]) => chunk(name, bytes)),
    chunk('data', data),
  ]);
  return chunk('RIFF', body);
}

/**
 * The highest point of a signal, dB, computed in another way than the product does: by the sinc of the sampling theorem over 32 samples on
 * each side, at eight points between two samples.
 */
export function truePeak(samples: Float32Array): number {
  const [reach, points] = [32, 8];
  let most = 0;
  let sampled = 0;
  for (const each of samples) sampled = Math.max(sampled, Math.abs(each));
  for (let at = 0; at < samples.length; at++) {
    // A curve far below the highest sample has no peak of its own.
    if (Math.abs(samples[at] as number) < 0.5 * sampled) continue;
    for (let point = -points; point < points; point++) {
      let value = 0;
      for (let i = Math.max(0, at - reach); i < Math.min(samples.length, at + reach); i++) {
        const x = at + point / points - i;
        const window = Math.cos((Math.PI * x) / (2 * (reach + 1))) ** 2;
        value += (samples[i] as number) * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
      }
      most = Math.max(most, Math.abs(value));
    }
  }
  return 20 * Math.log10(most);
}
