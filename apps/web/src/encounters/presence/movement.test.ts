import { expect, test } from 'vitest';
import { movementBetween } from './movement.ts';

const even = (value: number) => new Float32Array(192).fill(value);

test('[WEB-229] a still picture is silent up to its noise, and movement is heard in proportion, up to its limit', () => {
  const moved = (by: number) => movementBetween(even(120), even(120 + by));
  expect([moved(0), moved(1), moved(5.5), moved(-5.5), moved(10), moved(100)]).toEqual([0, 0, 0.5, 0.5, 1, 1]);
  // A part of the picture that moves counts by its size.
  const waving = even(120);
  waving.fill(216, 0, 12);
  expect(movementBetween(even(120), waving)).toBeCloseTo(5 / 9);
});

test('[WEB-229] the first sample, or one of another size, has moved nothing', () => {
  expect([movementBetween(new Float32Array(), even(1)), movementBetween(even(0).subarray(0, 9), even(1))]).toEqual([0, 0]);
});
