import { expect, test } from 'vitest';
import { drawSeed } from '../../../../tools/seed.ts';
import { missed, seedsFrom, study } from './study.ts';

const seed = drawSeed();

// A few gatherings vary more than the ten of the long test, so waits have some slack.
test.each([{ people: 2 }, { people: 8 }, { people: 20 }, { people: 31 }, { people: 30, standIns: 2 }, { people: 100 }])(
  `[MAT-32] [MAT-33] [MAT-38] gatherings of $people people (seed ${seed}) keep their promises`,
  async (size) => {
    expect(missed(await study(size, seedsFrom(seed, 4)), 1.5)).toEqual([]);
  },
);

test('the same seed gives the same gathering', async () => {
  const [one, other] = [await study({ people: 12 }, [7]), await study({ people: 12 }, [7])];
  expect(other).toEqual(one);
});

test('a target that is missed is named', async () => {
  const figures = { ...(await study({ people: 2 }, [7])), people: 50, p99: 21, p95: 3, isNew: 0.8, problems: ['a problem'] };
  expect(missed(figures)).toEqual(['p99 < 20 s', '90 % of partners are new', 'a problem']);
  expect(missed({ ...figures, people: 8, longest: 28, encounter: 2 })).toContain('nobody waits longer than an encounter');
});
