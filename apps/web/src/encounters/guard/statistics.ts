import { sampleSize } from './sample.ts';

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
};

/** The sides of the squares whose mean brightness is compared, px: what is left of noise in them is a quarter. */
const square = 4;

/** The standard deviation of a picture's brightness, 0 to 255, over squares of pixels. */
export function roughSpreadOf(picture: Uint8Array): number {
  const across = sampleSize.width / square;
  const means = new Float32Array(picture.length / square ** 2);
  for (const [i, value] of picture.entries()) {
    const [column, row] = [Math.floor((i % sampleSize.width) / square), Math.floor(i / sampleSize.width / square)];
    means[row * across + column] = (means[row * across + column] as number) + value / square ** 2;
  }
  const mean = meanOf(means);
  return Math.sqrt(meanOf(means.map((each) => (each - mean) ** 2)));
}

/** How two pictures of one size differ: the mean and the largest difference of a pixel's brightness. */
export function differenceOf(one: Uint8Array, other: Uint8Array): { readonly mean: number; readonly most: number } {
  let [sum, most] = [0, 0];
  for (const [i, value] of one.entries()) {
    const difference = Math.abs(value - (other[i] as number));
    sum += difference;
    if (difference > most) most = difference;
  }
  return { mean: sum / one.length, most };
}

/**
 * The correlation of two pictures, -1 to 1: 1 if one is the other made brighter, darker or of another contrast; undefined if one of them is
 * even.
 */
export function likenessOf(one: Uint8Array, other: Uint8Array): number | undefined {
  const [mean, otherMean] = [meanOf(one), meanOf(other)];
  let [product, squares, otherSquares] = [0, 0, 0];
  for (const [i, value] of one.entries()) {
    const [a, b] = [value - mean, (other[i] as number) - otherMean];
    product += a * b;
    squares += a * a;
    otherSquares += b * b;
  }
  return squares === 0 || otherSquares === 0 ? undefined : product / Math.sqrt(squares * otherSquares);
}
