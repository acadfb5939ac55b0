/** Level measurements of mono signals, in dB relative to full scale. */

/** K-weighting (ITU-R BS.1770-5, annex 1) for any sample rate: a high shelf for the effect of the head, then a high-pass. */
function weighted(samples: Float32Array, rate: number): Float64Array {
  const shelf = shelfFilter(rate);
  const high = highPass(rate);
  return filter(filter(Float64Array.from(samples), shelf), high);
}

type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

function filter(samples: Float64Array, [b0, b1, b2, a1, a2]: Biquad): Float64Array {
  const filtered = new Float64Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] as number;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    filtered[i] = y;
  }
  return filtered;
}

// The standard gives coefficients for 48 kHz; these are the analogue filters behind them, brought to other rates by the bilinear transform.
function shelfFilter(rate: number): Biquad {
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

/** Integrated loudness, LUFS, gated as in ITU-R BS.1770-5; -Infinity for silence. */
export function integratedLoudness(samples: Float32Array, rate: number): number {
  const filtered = weighted(samples, rate);
  const [block, step] = [Math.round(0.4 * rate), Math.round(0.1 * rate)];
  const powers: number[] = [];
  for (let start = 0; start + block <= filtered.length; start += step) {
    let sum = 0;
    for (let i = start; i < start + block; i++) sum += (filtered[i] as number) ** 2;
    powers.push(sum / block);
  }
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const audible = powers.filter((power) => loudnessOf(power) > -70);
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = loudnessOf(mean(audible)) - 10;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
}

/** The highest sample, dB. */
export const peakLevel = (samples: Float32Array): number =>
  20 * Math.log10(samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0));

/** Root mean square of a part, from and to in ms, dB. */
export function levelBetween(samples: Float32Array, rate: number, from: number, to: number): number {
  const part = samples.subarray(Math.round((from * rate) / 1_000), Math.round((to * rate) / 1_000));
  return 10 * Math.log10(part.reduce((sum, each) => sum + each * each, 0) / Math.max(1, part.length) || 1e-12);
}
