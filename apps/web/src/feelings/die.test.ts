import { expect, test } from 'vitest';
import { throwDie } from './die.ts';

/** A source that gives these bytes, one after another. */
const giving = (...values: number[]) => {
  const left = [...values];
  return { left, fill: (bytes: Uint8Array) => bytes.fill(left.shift() ?? Number.NaN) };
};

test('[WEB-261] each face of the die has as many bytes, and those left over are thrown again', () => {
  const faces = Array.from({ length: 252 }, (_, value) => throwDie(giving(value).fill));
  const counted = Map.groupBy(faces, (face) => face);
  expect([1, 2, 3, 4, 5, 6].map((face) => counted.get(face)?.length)).toEqual(Array(6).fill(42));
  const source = giving(255, 252, 251, 0);
  expect(throwDie(source.fill)).toBe(6);
  expect(source.left).toEqual([0]);
});

test('[WEB-261] the die of the browser falls on every face, and on no other', () => {
  const throws = 30_000;
  const counted = Map.groupBy(
    Array.from({ length: throws }, () => throwDie()),
    (face) => face,
  );
  expect([...counted.keys()].toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  // Six standard deviations.
  const [mean, most] = [throws / 6, 6 * Math.sqrt(throws * (1 / 6) * (5 / 6))];
  for (const each of counted.values()) expect(Math.abs(each.length - mean)).toBeLessThan(most);
});
