import { expect, test } from 'vitest';
import { brightnessOf, movementBetween } from './movement.ts';

const even = (value: number) => new Float32Array(192).fill(value);

test('[WEB-229] brightness is that of BT.601, 0 to 1', () => {
  const pixels = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 0]);
  expect([...brightnessOf(pixels)].map((value) => Math.round(1_000 * value))).toEqual([1_000, 0, 299, 587, 114]);
});

test('[WEB-229] a still picture is silent up to its noise, and movement is heard in proportion, up to its limit', () => {
  const moved = (by: number) => Number(movementBetween(even(0.5), even(0.5 + by)).toFixed(3));
  expect([moved(0), moved(0.004), moved(0.022), moved(-0.022), moved(0.04), moved(0.5)]).toEqual([0, 0, 0.5, 0.5, 1, 1]);
  // A part of the picture that moves counts by its size.
  const waving = even(0.5);
  waving.fill(0.9, 0, 19);
  expect(movementBetween(even(0.5), waving)).toBeCloseTo(0.988, 2);
});

test('[WEB-229] the first sample, or one of another size, has moved nothing', () => {
  expect([movementBetween(new Float32Array(), even(1)), movementBetween(even(0).subarray(0, 9), even(1))]).toEqual([0, 0]);
});
