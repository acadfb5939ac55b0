import { expect, test } from 'vitest';
import { distanceOf, hashOf } from './hash.ts';
import { sampleSize } from './sample.ts';

const { width, height } = sampleSize;
const picture = (value: (x: number, y: number) => number) =>
  Uint8Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
const rising = picture((x) => 4 * x);
const falling = picture((x) => 4 * (width - x));
const mixed = picture((x, y) => (y < height / 2 ? 4 * x : 4 * (width - x)));

test('[WEB-245] a hash says where a picture gets brighter to the right', () => {
  expect(hashOf(rising)).toEqual([-1, -1]);
  expect(hashOf(falling)).toEqual([0, 0]);
  expect([distanceOf(hashOf(rising), hashOf(falling)), distanceOf(hashOf(rising), hashOf(mixed))]).toEqual([64, 32]);
});

test('[WEB-245] it is the same in half the light, and in spite of noise that is smaller than its margin', () => {
  expect(hashOf(rising.map((value) => value / 2))).toEqual(hashOf(rising));
  expect(hashOf(picture((x, y) => 100 + ((x * 7 + y * 3) % 3)))).toEqual([0, 0]);
});
