import { expect, test } from 'vitest';
import { medianWait, promiseOf, type WaitsOfLength } from './rules.ts';

const wait = (seconds: number, met = true, count = 1): WaitsOfLength => ({ seconds, met, count, yesterday: false });

test('[WAI-5] the estimate is the median of the product-limit estimator', () => {
  // Without anybody who gave up it is the median of the sample.
  expect(medianWait(Array.from({ length: 11 }, (_, i) => wait(10 * (i + 1))))).toBe(61);
  // At 10 s two of 24 meet: 22/24. Eight give up. At 30 s six of 14: 22/24 x 8/14 = 0.52. At 50 s two of 8: 0.39.
  const met = [wait(10, true, 2), wait(30, true, 6), wait(50, true, 2), wait(300, true, 6)];
  expect(medianWait([...met, wait(20, false, 8)])).toBe(51);
  expect(medianWait(met)).toBe(31);
});

test('[WAI-5] who gives up at the same second as somebody meets was still there', () => {
  // At 60 s five of ten meet, and five give up: half.
  expect(medianWait([wait(60, false, 5), wait(60, true, 5)])).toBe(61);
  expect(medianWait([wait(60, true, 5), wait(60, false, 5)])).toBe(61);
  expect(medianWait([wait(59, false, 5), wait(60, true, 5)])).toBe(61);
  expect(medianWait([wait(60, true, 5), wait(61, false, 6)])).toBeUndefined();
});

test('[WAI-5] who was paired at once says nothing about those who find nobody', () => {
  const alone = [wait(100, true, 5), wait(200, true, 5)];
  expect(medianWait([...alone, wait(0, true, 1_000)])).toBe(101);
  expect(medianWait([wait(0, true, 1_000), wait(100, true, 9)])).toBeUndefined();
});

test('[WAI-5] ten waits are enough, nine are not; half must meet within ten minutes', () => {
  expect(promiseOf([wait(30, true, 9)])).toEqual({ kind: 'nobody' });
  expect(promiseOf([wait(30, true, 10)])).toEqual({ kind: 'minutes', minutes: 1 });
  expect(promiseOf([wait(599, true, 10)])).toEqual({ kind: 'minutes', minutes: 10 });
  expect(promiseOf([wait(600, true, 10)])).toEqual({ kind: 'nobody' });
  expect(promiseOf([wait(30, true, 5), wait(700, false, 6)])).toEqual({ kind: 'nobody' });
});

test.each([
  [59, 1],
  [60, 2],
  [119, 2],
  [120, 3],
  [179, 3],
  [180, 5],
  [299, 5],
  [300, 10],
])('[WAI-5] an estimate is rounded up: %i whole seconds are promised as %i minutes', (seconds, minutes) => {
  expect(promiseOf([wait(seconds, true, 10)])).toEqual({ kind: 'minutes', minutes });
});

test('[WAI-5] without an estimate it makes a difference whether anybody came yesterday', () => {
  expect(promiseOf([])).toEqual({ kind: 'nobody' });
  expect(promiseOf([{ ...wait(30, false), yesterday: true }])).toEqual({ kind: 'few' });
  expect(promiseOf([{ ...wait(0), yesterday: true }])).toEqual({ kind: 'few' });
});
