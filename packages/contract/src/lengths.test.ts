import { expect, test } from 'vitest';
import { shippedDurations } from './durations.ts';
import { agreedLength, type LengthWish, lengthsSuit } from './lengths.ts';
import { durationsInRoom } from './room-durations.ts';

const wishes: readonly LengthWish[] = [
  { length: 'short' },
  { length: 'medium' },
  { length: 'medium', orShorter: true },
  {},
  { orShorter: true },
];

test('[MAT-40] people whose wishes differ suit each other only if the one who wishes more agrees to less', () => {
  const suiting = wishes.map((one) => wishes.map((other) => lengthsSuit(one, other)));
  expect(suiting).toEqual([
    [true, false, true, false, true],
    [false, true, true, false, true],
    [true, true, true, false, true],
    [false, false, false, true, true],
    [true, true, true, true, true],
  ]);
});

test('[MAT-40] a meeting has the shorter of the two lengths, whatever the order of the two', () => {
  for (const one of wishes)
    for (const other of wishes) {
      if (!lengthsSuit(one, other)) continue;
      const lengths = [one.length, other.length];
      const expected = lengths.includes('short') ? 'short' : lengths.includes('medium') ? 'medium' : undefined;
      expect(agreedLength(one, other)).toBe(expected);
    }
});

test('a length stands for a duration of the table, and the minute for none', () => {
  expect(durationsInRoom(shippedDurations, { length: 'short' })).toEqual({ ...shippedDurations, connectionDuration: 20_000 });
  expect(durationsInRoom(shippedDurations, { length: 'medium' })).toEqual({ ...shippedDurations, connectionDuration: 40_000 });
  expect(durationsInRoom(shippedDurations, { length: undefined })).toBe(shippedDurations);
});
