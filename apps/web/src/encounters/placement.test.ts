import { expect, test } from 'vitest';
import { placementOf, unplaced } from './placement.ts';
import { eyesInPicture } from './window/geometry.ts';

const wide = { width: 1_280, height: 720 };
const upright = { width: 720, height: 1_280 };

test('a picture as high as the screen keeps its eyes where they are', () => {
  for (const screen of [wide, { width: 390, height: 844 }, { width: 1_280, height: 800 }])
    expect(placementOf(wide, screen)).toEqual({ position: 50, eyes: eyesInPicture });
});

test('a picture that is higher than the screen is moved until the eyes lie in its upper third', () => {
  const { position, eyes } = placementOf(upright, wide);
  expect(eyes).toBeCloseTo(0.33);
  // 2,276 px high on a screen of 720: of the 1,556 that do not fit, 582 are above.
  expect(position).toBeCloseTo(37.4, 1);
});

test('a picture is never moved beyond its edge', () => {
  const slightly = placementOf({ width: 100, height: 101 }, { width: 1_000, height: 1_000 });
  expect(slightly.position).toBe(100);
  expect(slightly.eyes).toBeCloseTo(0.3536);
});

test('a picture or a screen without a size is not placed', () => {
  expect(placementOf({ width: 0, height: 0 }, wide)).toEqual(unplaced);
  expect(placementOf(wide, { width: 0, height: 0 })).toEqual(unplaced);
});

test('a portrait window stands whole in the middle of a wide screen, and covers an upright one', () => {
  const window = { width: 540, height: 720 };
  expect(placementOf(window, { width: 1_280, height: 800 })).toEqual({ position: 50, eyes: eyesInPicture, window: 600 / 1_280 });
  expect(placementOf(window, { width: 390, height: 844 })).toEqual({ position: 50, eyes: eyesInPicture });
  expect(placementOf(window, { width: 135, height: 180 })).toEqual({ position: 50, eyes: eyesInPicture });
  // The box of one's own picture, whose sides a browser rounds.
  expect(placementOf(window, { width: 68, height: 90 })).toEqual({ position: 50, eyes: eyesInPicture });
});
