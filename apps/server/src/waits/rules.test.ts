import { expect, test } from 'vitest';
import { medianWait, promiseOf, type WaitsOfLength } from './rules.ts';

const wait = (seconds: number, met = true, count = 1): WaitsOfLength => ({ seconds, met, count, yesterday: false });

test('[WAI-5] the estimate is the median of the product-limit estimator', () => {
  // Without anybody who gave up it is the median of the sample.
  expect(medianWait(Array.from({ length: 11 }, (_, i) => wait(10 * (i + 1), true, 20)))).toBe(61);
  // At 10 s 20 of 240 meet: 0.917. 80 give up. At 30 s 68 of 140: 0.471, with its standard error 0.511. At 50 s 20 of 72: 0.340.
  const met = [wait(10, true, 20), wait(30, true, 68), wait(50, true, 20), wait(300, true, 52)];
  expect(medianWait([...met, wait(20, false, 80)])).toBe(51);
  expect(medianWait(met)).toBe(31);
});

test('[WAI-5] somebody who gives up at the same second as another meets was still there', () => {
  expect(medianWait([wait(60, false, 55), wait(60, true, 45)])).toBeUndefined();
  expect(medianWait([wait(60, true, 45), wait(60, false, 55)])).toBeUndefined();
  expect(medianWait([wait(59, false, 55), wait(60, true, 45)])).toBe(61);
});

test('[WAI-5] people who were paired at once say nothing about those who find nobody', () => {
  const alone = [wait(100, true, 60), wait(200, true, 40)];
  expect(medianWait([...alone, wait(0, true, 1_000)])).toBe(101);
  expect(medianWait([wait(0, true, 1_000), wait(100, true, 9)])).toBeUndefined();
});

test('[WAI-5] an estimate that may be low by chance is not said', () => {
  const ofHundred = (met: number) => medianWait([wait(30, true, met), wait(400, false, 100 - met)]);
  // 0.46 with a standard error of 0.050; 0.45 with one of 0.050.
  expect([ofHundred(54), ofHundred(55)]).toEqual([undefined, 31]);
  // Of those who waited for so long there must be ten.
  expect(medianWait([wait(10, false, 91), wait(30, true, 9)])).toBeUndefined();
  expect(medianWait([wait(10, false, 90), wait(30, true, 10)])).toBe(31);
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
