import { expect, test } from 'vitest';
import { readTime, writtenTime } from './written-time.ts';

test('times are written in minutes and seconds, with tenths where there are some', () => {
  expect([0, 5_000, 65_500, 600_000, 1_200_000, 59_950].map(writtenTime)).toEqual([
    '0:00',
    '0:05',
    '1:05.5',
    '10:00',
    '20:00',
    '1:00',
  ]);
});

test('what is written is read in steps of 100 ms, and nothing else is a time', () => {
  expect(['1:05.5', ' 0:05 ', '75', '7,25', '90', '1:59.9', '20:00'].map(readTime)).toEqual([
    65_500, 5_000, 75_000, 7_300, 90_000, 119_900, 1_200_000,
  ]);
  expect(['', ':', '1:60', 'soon', '-1', '1:2:3', '1e3', '1:'].map(readTime)).toEqual(Array(8).fill(undefined));
  for (let time = 0; time < 1_260_000; time += 700) expect(readTime(writtenTime(time))).toBe(time);
});
