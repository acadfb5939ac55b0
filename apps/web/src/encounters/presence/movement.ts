/** The size in which two frames are compared, px: nothing of a face can be told from it. */
export const sampleSize = { width: 16, height: 12 } as const;

/** Mean difference of brightness, 0 to 1, up to which a picture counts as still, and from which it moves as much as can be heard. */
const still = 0.004;
const lively = 0.04;

/** The brightness of each pixel of RGBA data, 0 to 1. Source: ITU-R BT.601. */
export function brightnessOf(pixels: Uint8ClampedArray): Float32Array {
  const all = new Float32Array(pixels.length / 4);
  for (let i = 0; i < all.length; i++) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(4 * i, 4 * i + 3);
    all[i] = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
  }
  return all;
}

/** How much a picture has moved between two samples, from 0, still, to 1. */
export function movementBetween(before: Float32Array, now: Float32Array): number {
  if (before.length === 0 || before.length !== now.length) return 0;
  let sum = 0;
  for (const [i, value] of now.entries()) sum += Math.abs(value - (before[i] ?? 0));
  return Math.min(1, Math.max(0, (sum / now.length - still) / (lively - still)));
}
