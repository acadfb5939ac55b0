import { expect, test } from 'vitest';
import { drawSeed } from '../../../../tools/seed.ts';
import { SeededRandom } from '../seeded-random.ts';
import { metInTime, type Town, visitTown } from './town.ts';

const seed = drawSeed();

/** Several towns of one kind. */
function told(town: Town, towns: number) {
  const seeds = new SeededRandom(seed);
  return Array.from({ length: towns }, () => visitTown(town, Math.floor(seeds.next() * 2 ** 32))).flat();
}

test.each([
  { habit: 'evening', daily: 100, growth: 0, towns: 12 },
  { habit: 'evening', daily: 300, growth: 0.03, towns: 3 },
  { habit: 'noonAndNight', daily: 100, growth: 0, towns: 12 },
  { habit: 'noonAndNight', daily: 300, growth: 0, towns: 4 },
  { habit: 'even', daily: 300, growth: 0, towns: 4 },
  { habit: 'even', daily: 300, growth: 0.03, towns: 3 },
] as const)(
  `[WAI-7] of those told an estimate in a town with $daily visitors a day ($habit, growth $growth; seed ${seed}) half meet in time`,
  ({ towns, ...town }) => {
    const everybody = told(town, towns);
    expect(everybody.length).toBeGreaterThan(5_000);
    const { share } = metInTime(everybody);
    expect(share).toBeGreaterThan(0.49);
    expect(share).toBeLessThan(0.65);
  },
);

test(`[WAI-7] where few come hardly anybody is told a number (seed ${seed})`, () => {
  const [towns, days] = [30, 14];
  expect(told({ habit: 'evening', daily: 20, growth: 0 }, towns).length).toBeLessThan(0.1 * towns * days);
  expect(told({ habit: 'even', daily: 50, growth: 0 }, towns).length).toBeLessThan(0.1 * towns * days);
});

test('an estimate that is too short, or that forgets those who gave up, shows in the share', () => {
  const everybody = told({ habit: 'evening', daily: 100, growth: 0 }, 6);
  const shorter = everybody.map(({ estimate, ...rest }) => ({ ...rest, estimate: estimate * 0.7 }));
  expect(metInTime(shorter).share).toBeLessThan(0.49);
  const { share, ofAll } = metInTime(everybody);
  expect(ofAll).toBeLessThan(share);
});
