import { type Signal, sine, truePeak } from '@unspoken/testing/media/sounds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integratedLoudness } from '../../../../../tools/sounds/loudness.ts';
import { LoudnessMeter, PeakMeter } from './levels.ts';
import { amplify } from './limiter.ts';
import { resampled } from './resample.ts';

const sampled = (signal: (time: number) => number, seconds: number, rate: number) =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => signal(i / rate));

/** Measured in blocks of any length. */
function levels(samples: Float32Array, rate: number, block = 1_000) {
  const [loudness, peak] = [new LoudnessMeter(rate), new PeakMeter()];
  for (let at = 0; at < samples.length; at += block) {
    loudness.push(samples.subarray(at, at + block));
    peak.push(samples.subarray(at, at + block));
  }
  return { loudness: loudness.integrated, peak: peak.peak };
}

test.each([16_000, 32_000, 44_100, 48_000])(
  'a sine of 997 Hz at full scale has -3.01 LUFS at %i samples/s (EBU Tech 3341)',
  (rate) => {
    expect(levels(sampled(sine(1, 997), 5, rate), rate).loudness).toBeCloseTo(-3.01, 1);
  },
);

test('quiet passages are left out of the loudness: the gates are relative and absolute (EBU Tech 3341, case 3)', () => {
  const rate = 48_000;
  const signal = (time: number) => sine(10 ** ((time < 10 || time >= 70 ? -36 : -23) / 20), 1_000)(time);
  expect(levels(sampled(signal, 80, rate), rate).loudness).toBeCloseTo(-26.0, 1);
  expect(levels(new Float32Array(rate * 2), rate)).toEqual({
    loudness: Number.NEGATIVE_INFINITY,
    peak: Number.NEGATIVE_INFINITY,
  });
});

test('loudness agrees with another implementation, whatever the blocks', () => {
  const rate = 32_000;
  const samples = sampled((time) => (0.1 + 0.4 * Math.abs(Math.sin(time))) * sine(1, 300 + 50 * Math.sin(time))(time), 12, rate);
  for (const block of [1, 777, 1 << 20])
    expect(levels(samples, rate, block).loudness).toBeCloseTo(integratedLoudness(samples, rate), 3);
});

test('the true peak lies between the samples (EBU Tech 3341, case 17: within +0.2 and -0.4 dB)', () => {
  const rate = 48_000;
  // A quarter of the rate, sampled where it is never at its highest.
  const samples = Float32Array.from({ length: rate }, (_, i) => 0.5 * Math.sin((Math.PI / 2) * i + Math.PI / 4));
  const { peak } = levels(samples, rate);
  expect(peak).toBeGreaterThan(-6.02 - 0.4);
  expect(peak).toBeLessThan(-6.02 + 0.2);
  expect(20 * Math.log10(Math.max(...samples))).toBeLessThan(-9);
});

test('after the limiter no point is above the ceiling, wherever the peaks are', () => {
  const rate = 32_000;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(3_999), fc.double({ min: -4, max: 4, noNaN: true })), { minLength: 1, maxLength: 12 }),
      fc.double({ min: 0.2, max: 4, noNaN: true }),
      (peaks, gain) => {
        const samples = Float32Array.from({ length: 4_000 }, (_, i) => 0.05 * Math.sin(i / 9));
        for (const [at, height] of peaks) samples[at] = height;
        amplify(samples, rate, gain, 0.8);
        expect(truePeak(samples)).toBeLessThan(20 * Math.log10(0.8) + 0.6);
        expect(samples.every((each) => Math.abs(each) <= 0.8 + 1e-6)).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

test('what is below the ceiling is only amplified', () => {
  const samples = sampled(sine(0.2), 1, 32_000);
  const louder = samples.slice();
  amplify(louder, 32_000, 2, 0.9);
  expect(louder.every((each, i) => Math.abs(each - 2 * (samples[i] as number)) < 1e-6)).toBe(true);
});

test.each([
  [8_000, 48_000],
  [96_000, 48_000],
  [44_100, 48_000],
])('a tone stays the same tone from %i to %i samples/s, and what the new rate cannot hold is gone', (from, to) => {
  const brought = (signal: Signal) => {
    const samples = sampled(signal, 0.5, from);
    const read = (at: number, count: number) => samples.subarray(at, at + count);
    return resampled(read, samples.length, { from, to });
  };
  const tone = brought(sine(0.5, 1_000));
  expect(tone).toHaveLength(to / 2);
  const inner = tone.subarray(1_000, -1_000);
  expect(Math.max(...inner.map((each, i) => Math.abs(each - sine(0.5, 1_000)((i + 1_000) / to))))).toBeLessThan(0.005);
  if (from > to) {
    const high = brought(sine(0.5, 30_000)).subarray(1_000, -1_000);
    expect(Math.max(...high.map(Math.abs))).toBeLessThan(0.005);
  }
});
