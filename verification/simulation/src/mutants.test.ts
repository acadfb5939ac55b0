import { expect, test } from 'vitest';
import { mutants, promisesOf, rareMutants } from './mutants.ts';
import { run } from './run.ts';
import { seedOf } from './seeds-of-mutants.ts';
import { shrink, storyOf } from './shrink.ts';

const common = mutants.filter((mutant) => !rareMutants.includes(mutant));
test.each(common)('the simulation finds the planted bug: %s', async (mutant) => {
  const { violation } = await run({ seed: seedOf(mutant), encounters: 20_000, mutant });
  expect(promisesOf[mutant]).toContain(violation?.promise);
});

const shrunk = 'a reload is another tab’s too';
test('a violation is shrunk to a simpler world, and explained by its last events', async () => {
  const { violation } = await run({ seed: seedOf(shrunk), encounters: 2_000, mutant: shrunk });
  if (!violation) throw new Error('nothing was found');
  const small = await shrink(violation);
  expect(small.world.faults.length).toBeLessThan(violation.world.faults.length);
  const story = await storyOf(small);
  expect(story).toMatch(/\[A[18]\]/);
  expect(story).toMatch(/\d+\.\d{3} {2}person-\d+ +(loads the page anew|opens another tab|closes the tab)/);
});
