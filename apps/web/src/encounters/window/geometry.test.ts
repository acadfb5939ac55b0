import { describe, expect, test } from 'vitest';
import { asStored, isWindow, windowIn } from './geometry.ts';

describe('the window in a picture', () => {
  test.each([
    [1_280, 720, { x: 370, y: 0, width: 540, height: 720 }],
    [640, 480, { x: 140, y: 0, width: 360, height: 480 }],
    [320, 240, { x: 70, y: 0, width: 180, height: 240 }],
    // A telephone, held upright: the eyes are at 36 % of the height of both.
    [720, 1_280, { x: 0, y: 116, width: 720, height: 960 }],
    [540, 720, { x: 0, y: 0, width: 540, height: 720 }],
    [481, 641, { x: 0, y: 0, width: 480, height: 641 }],
  ])('of %i by %i', (width, height, expected) => {
    expect(windowIn({ width, height })).toEqual(expected);
  });

  test('lies within every picture, on even pixels, and has the shape of a window', () => {
    for (let width = 120; width < 2_000; width += 37)
      for (let height = 120; height < 2_000; height += 41) {
        const rect = windowIn({ width, height });
        expect(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= width && rect.y + rect.height <= height).toBe(true);
        expect(rect.x % 2 || rect.y % 2).toBe(0);
        expect(isWindow(rect), `${width} ${height}`).toBe(true);
      }
  });
});

test('pictures of other shapes are no windows', () => {
  for (const [width, height] of [
    [1_280, 720],
    [720, 1_280],
    [640, 480],
    [480, 480],
    [0, 0],
  ] as const)
    expect(isWindow({ width, height })).toBe(false);
  // Encoded at a quarter, and by a browser that rounds.
  expect(isWindow({ width: 134, height: 180 })).toBe(true);
});

test.each([90, 180, 270])('a rectangle is found again in a picture that is stored turned by %i degrees', (rotation) => {
  const shown = { width: 6, height: 8 };
  const rect = { x: 1, y: 2, width: 3, height: 2 };
  const stored = asStored(rect, shown, rotation);
  const isAcross = rotation !== 180;
  const size = isAcross ? { width: 8, height: 6 } : shown;
  // Where a stored pixel is shown, turned clockwise.
  const turned = (x: number, y: number) =>
    rotation === 90
      ? [size.height - 1 - y, x]
      : rotation === 180
        ? [size.width - 1 - x, size.height - 1 - y]
        : [y, size.width - 1 - x];
  const found: string[] = [];
  for (let y = stored.y; y < stored.y + stored.height; y++)
    for (let x = stored.x; x < stored.x + stored.width; x++) found.push(turned(x, y).join());
  const wanted: string[] = [];
  for (let y = rect.y; y < rect.y + rect.height; y++)
    for (let x = rect.x; x < rect.x + rect.width; x++) wanted.push([x, y].join());
  expect(found.sort()).toEqual(wanted.sort());
});
