import { expect, test } from 'vitest';
import { momentsOf, signals } from './moments.ts';

test('[WEB-229] a minute is heard at its beginning, its half, ten seconds before its end, and its end', () => {
  expect(momentsOf(1_000, 60_000)).toEqual([
    { kind: 'meeting', at: 1_000 },
    { kind: 'half', at: 31_000 },
    { kind: 'last', at: 51_000 },
    { kind: 'end', at: 61_000 },
  ]);
  const kinds = (duration: number) => momentsOf(0, duration).map(({ kind }) => kind);
  expect([kinds(20_000), kinds(20_001)]).toEqual([
    ['meeting', 'half', 'end'],
    ['meeting', 'half', 'last', 'end'],
  ]);
});

test('[WEB-229] no two moments sound or feel alike', () => {
  for (const sense of ['tones', 'vibration'] as const)
    expect(new Set(Object.values(signals).map((signal) => signal[sense].join())).size).toBe(4);
});
