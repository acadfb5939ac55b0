import { expect, test } from 'vitest';
import { SoundClock } from './sound-clock.ts';

/** An audio context whose clocks the test sets, s and ms. */
function bed() {
  const context = { currentTime: 0, outputLatency: 0, baseLatency: 0.01, pair: { contextTime: 0, performanceTime: 0 } };
  let now = 0;
  const clock = new SoundClock({ ...context, getOutputTimestamp: () => context.pair } as never, () => now);
  const heard = (contextTime: number, performanceTime: number) => {
    now = performanceTime;
    context.pair = { contextTime, performanceTime };
    clock.read();
  };
  /** What the clock takes for the context's time at the page's time 0, s. */
  const zero = () => Number(clock.timeOf(performance.timeOrigin).toFixed(6));
  return { clock, heard, zero, at: (ms: number) => (now = ms) };
}

test('before the device plays, the time is estimated from the latency', () => {
  const { zero, at } = bed();
  at(2_000);
  expect(zero()).toBe(-2.01);
});

test('[SIDE-50] the first measured pair of instants replaces every estimate', () => {
  const { clock, heard, zero, at } = bed();
  at(2_000);
  for (let i = 0; i < 5; i++) clock.read();
  heard(0.1, 2_700);
  expect(zero()).toBe(-2.6);
});

test('of nine measured pairs the median counts, and of more the last nine', () => {
  const { heard, zero } = bed();
  for (let i = 0; i < 5; i++) heard(1 + i, 2_000 + i * 1_000);
  for (let i = 0; i < 4; i++) heard(10.5 + i, 11_000 + i * 1_000);
  expect(zero()).toBe(-1);
  heard(20.5, 21_000);
  expect(zero()).toBe(-0.5);
});
