import { sampleSize } from './sample.ts';

/** Of a picture: for each of 8 x 8 places whether it gets brighter to the right. */
export type Hash = readonly [number, number];

const [columns, rows] = [9, 8];
/** By how much it has to get brighter, 0 to 255: noise in even parts of a picture would toss a coin. */
const margin = 2;

/** The mean brightness of the part of a picture in a column and a row of the raster. */
function partOf(picture: Uint8Array, column: number, row: number): number {
  const { width, height } = sampleSize;
  const [left, right] = [Math.floor((column * width) / columns), Math.ceil(((column + 1) * width) / columns)];
  const [top, bottom] = [(row * height) / rows, ((row + 1) * height) / rows];
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += picture[y * width + x] as number;
  return sum / ((right - left) * (bottom - top));
}

/** A perceptual hash ("dHash") of 64 bits: alike for pictures that look alike, in whatever light. Source: N. Krawetz, "Kind of like that", 2013 */
export function hashOf(picture: Uint8Array): Hash {
  const halves: [number, number] = [0, 0];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns - 1; column++)
      if (partOf(picture, column + 1, row) - partOf(picture, column, row) > margin) {
        const bit = row * (columns - 1) + column;
        halves[bit >> 5] = (halves[bit >> 5] as number) | (1 << (bit & 31));
      }
  return halves;
}

function bitsIn(word: number): number {
  let [rest, count] = [word >>> 0, 0];
  for (; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count++;
  return count;
}

/** In how many of its 64 bits a hash differs from another. */
export const distanceOf = (one: Hash, other: Hash): number => bitsIn(one[0] ^ other[0]) + bitsIn(one[1] ^ other[1]);
