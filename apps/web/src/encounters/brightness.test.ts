import { expect, test } from 'vitest';
import { brightnessOf } from './brightness.ts';

test('[WEB-99] brightness is that of BT.601, whatever the pixel covers', () => {
  const pixels = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255, 200, 0, 0, 255, 0, 200, 0, 255, 0, 0, 200, 0]);
  expect([...brightnessOf(pixels)].map((value) => Number(value.toFixed(1)))).toEqual([255, 0, 59.8, 117.4, 22.8]);
});
