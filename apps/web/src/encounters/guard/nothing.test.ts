import { expect, test } from 'vitest';
import { evenUpTo, Nothing } from './nothing.ts';
import { sampleSize } from './sample.ts';
import { roughSpreadOf } from './statistics.ts';

const { width, height } = sampleSize;
/** Darker on the left, brighter on the right; the difference of the halves is twice the spread. */
const halves = (difference: number) =>
  Uint8Array.from({ length: width * height }, (_, i) => 100 + (i % width < width / 2 ? 0 : difference));
const look = (nothing: Nothing, at: number, picture: Uint8Array) => nothing.look({ at, frame: at, picture });

test('[WEB-244] an even picture is nothing to see after 5 s, and one with a little more in it is not', () => {
  expect([roughSpreadOf(halves(2)), roughSpreadOf(halves(3)), evenUpTo]).toEqual([1, 1.5, 1.2]);
  const nothing = new Nothing();
  expect([0, 4_999, 5_000].map((at) => look(nothing, at, halves(2)))).toEqual([false, false, true]);
  const little = new Nothing();
  expect([0, 5_000, 60_000].map((at) => look(little, at, halves(3)))).toEqual([false, false, false]);
});

test('[WEB-244] noise is nothing to see, too', () => {
  const noise = Uint8Array.from({ length: width * height }, (_, i) => 12 + (i % 2) * 6);
  const nothing = new Nothing();
  expect([look(nothing, 0, noise), look(nothing, 5_000, noise)]).toEqual([false, true]);
});

test('[WEB-244] one picture with something in it begins the time again', () => {
  const nothing = new Nothing();
  look(nothing, 0, halves(0));
  look(nothing, 4_900, halves(90));
  expect([5_000, 9_999, 10_000].map((at) => look(nothing, at, halves(0)))).toEqual([false, false, true]);
});
