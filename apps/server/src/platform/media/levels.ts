/** Measurements of a mono signal that arrives in blocks. Source: ITU-R BS.1770-4. */

type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

// The standard gives coefficients for 48 kHz; these are the analogue filters behind them, brought to other rates by the bilinear transform.
function shelf(rate: number): Biquad {
  const [frequency, gain, q] = [1_681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * frequency) / rate);
  const vh = 10 ** (gain / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (vh + (vb * k) / q + k * k) / a0,
    (2 * (k * k - vh)) / a0,
    (vh - (vb * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

function highPass(rate: number): Biquad {
  const [frequency, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / rate);
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;

/** Integrated loudness, LUFS: K-weighting, blocks of 400 ms that overlap by 75 %, an absolute and a relative gate. */
export class LoudnessMeter {
  readonly #filters: readonly { readonly by: Biquad; readonly state: Float64Array }[];
  /** A quarter of a block. */
  readonly #step: number;
  /** The energy of each step. */
  readonly #energies: number[] = [];
  #energy = 0;
  #inStep = 0;

  constructor(rate: number) {
    this.#filters = [shelf(rate), highPass(rate)].map((by) => ({ by, state: new Float64Array(4) }));
    this.#step = Math.round(0.1 * rate);
  }

  push(samples: Float32Array): void {
    const weighted = Float64Array.from(samples);
    for (const { by, state } of this.#filters) run(by, state, weighted);
    for (const each of weighted) {
      this.#energy += each * each;
      this.#inStep += 1;
      if (this.#inStep < this.#step) continue;
      this.#energies.push(this.#energy);
      [this.#energy, this.#inStep] = [0, 0];
    }
  }

  /** -Infinity for silence. A sound that is shorter than a block is measured as a whole, without gates. */
  get integrated(): number {
    const steps = this.#energies;
    if (steps.length < 4) {
      const energy = steps.reduce((sum, each) => sum + each, this.#energy);
      return loudnessOf(energy / Math.max(1, steps.length * this.#step + this.#inStep));
    }
    const powers: number[] = [];
    for (let i = 3; i < steps.length; i++) {
      const block = (steps[i - 3] as number) + (steps[i - 2] as number) + (steps[i - 1] as number) + (steps[i] as number);
      powers.push(block / (4 * this.#step));
    }
    const audible = powers.filter((power) => loudnessOf(power) > -70);
    if (audible.length === 0) return Number.NEGATIVE_INFINITY;
    const gate = loudnessOf(mean(audible)) - 10;
    return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
  }
}

function run([b0, b1, b2, a1, a2]: Biquad, state: Float64Array, samples: Float64Array): void {
  let [x1, x2, y1, y2] = state as unknown as [number, number, number, number];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] as number;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    samples[i] = y;
  }
  state.set([x1, x2, y1, y2]);
}

/** How many samples on each side of a gap the curve through it depends on here. */
const reach = 6;
/** The three points between two samples, at four times the rate (annex 2): the taps of a windowed sinc. */
const phases = [0.25, 0.5, 0.75].map((phase) =>
  Float64Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = phase - (tap - reach + 1);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * Math.cos((Math.PI * distance) / (2 * (reach + 0.5))) ** 2;
  }),
);

/** No point between samples is higher than this times the highest sample around it: the sums of the taps. */
const mostOvershoot = Math.max(...phases.map((taps) => taps.reduce((sum, each) => sum + Math.abs(each), 0)));

/**
 * The highest point of the curve from the sample `at` to the next one. Below `least` it need not be computed, and `least` is returned.
 */
export function peakFrom(samples: Float32Array, at: number, least: number): number {
  let most = 0;
  const [from, to] = [Math.max(0, at - reach + 1), Math.min(samples.length - 1, at + reach)];
  for (let i = from; i <= to; i++) most = Math.max(most, Math.abs(samples[i] as number));
  if (most * mostOvershoot <= least) return least;
  let peak = Math.max(least, Math.abs(samples[at] as number));
  for (const taps of phases) {
    let value = 0;
    for (let i = from; i <= to; i++) value += (samples[i] as number) * (taps[i - at + reach - 1] as number);
    peak = Math.max(peak, Math.abs(value));
  }
  return peak;
}

/** True peak: the highest point of the curve through the samples. */
export class PeakMeter {
  #peak = 0;
  /** The last samples of the block before. */
  #last = new Float32Array(2 * reach);

  push(samples: Float32Array): void {
    const all = new Float32Array(this.#last.length + samples.length);
    all.set(this.#last);
    all.set(samples, this.#last.length);
    let peak = this.#peak;
    // What is nearer to the end is measured with the next block.
    for (let at = reach - 1; at < all.length - reach; at++) peak = peakFrom(all, at, peak);
    this.#peak = peak;
    this.#last = all.slice(-this.#last.length);
  }

  /** dBTP; -Infinity for silence. */
  get peak(): number {
    let peak = this.#peak;
    for (let at = reach; at < this.#last.length; at++) peak = peakFrom(this.#last, at, peak);
    return 20 * Math.log10(peak);
  }
}
