import { expect, test } from 'vitest';
import { predict } from '../../../../tools/capacity/town.ts';
import { drawSeed } from '../../../../tools/seed.ts';
import { CrowdedTown, habitsOf } from './town.ts';

const seed = drawSeed();

test(`[MAT-1] [PRE-2] a town of 2,000 on two processes does what the model of capacity predicts (seed ${seed})`, async () => {
  const habits = habitsOf(2_000, 2);
  const town = await new CrowdedTown({ seed, habits, before: 180_000, counted: 180_000, gathering: 400 }).run();
  const [predicted, observed] = [predict(habits), town.figures()];
  expect(town.problems).toEqual([]);
  const ratio = (name: keyof typeof predicted) => observed[name] / predicted[name];
  // Some 450 pairings and 230 people who come: the bounds are more than five standard deviations away.
  expect(ratio('pairings')).toBeGreaterThan(0.7);
  expect(ratio('pairings')).toBeLessThan(1.3);
  expect(ratio('waitMean')).toBeGreaterThan(0.6);
  expect(ratio('waitMean')).toBeLessThan(1.6);
  expect(ratio('countsSent')).toBeGreaterThan(0.85);
  expect(ratio('countsSent')).toBeLessThan(1.15);
  expect(ratio('presenceMessages')).toBeLessThan(1.15);
  // An odd one may be left.
  expect(town.gatheringWaits.filter((wait) => wait <= 5_000).length).toBeGreaterThanOrEqual(399);
});
