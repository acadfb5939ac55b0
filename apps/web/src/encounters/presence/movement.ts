/** Mean difference of brightness, 0 to 255, up to which a picture counts as still, and from which it moves as much as can be heard. */
const still = 1;
const lively = 10;

/** How much a picture has moved between two samples, from 0, still, to 1. */
export function movementBetween(before: Float32Array, now: Float32Array): number {
  if (before.length === 0 || before.length !== now.length) return 0;
  let sum = 0;
  for (const [i, value] of now.entries()) sum += Math.abs(value - (before[i] ?? 0));
  return Math.min(1, Math.max(0, (sum / now.length - still) / (lively - still)));
}
