import { expect, test } from 'vitest';
import { seedOfCommit } from '../../../tools/seed.ts';
import { missed, seedsFrom, sizes, study } from '../src/gatherings/study.ts';

const seed = seedOfCommit();

test.each(sizes)(`gatherings of $people people (seed ${seed}) reach their targets`, async (size) => {
  expect(missed(await study(size, seedsFrom(seed, 10)), 1.1)).toEqual([]);
});
