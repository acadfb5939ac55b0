import { expect, test } from 'vitest';
import { type Mutant, mutants, promisesOf } from './mutants.ts';
import { run } from './run.ts';
import { shrink, storyOf } from './shrink.ts';

const seed = 20_261_120;
/** Worlds with several processes are slower to run; these seeds show the bug early. */
const seedOf: Readonly<Partial<Record<Mutant, number>>> = {
  'nobody takes over from the dead': 5,
  'a lost book stays lost': 3,
  'nobody comes anew to a process that was away': 6,
};

test.each(mutants)('the simulation finds the planted bug: %s', async (mutant) => {
  const { violation } = await run({ seed: seedOf[mutant] ?? seed, encounters: 20_000, mutant });
  expect(promisesOf[mutant]).toContain(violation?.promise);
});

test('a violation is shrunk to a simpler world, and explained by its last events', async () => {
  const { violation } = await run({ seed, encounters: 2_000, mutant: 'a reload is another tab’s too' });
  if (!violation) throw new Error('nothing was found');
  const small = await shrink(violation);
  expect(small.world.faults.length).toBeLessThan(violation.world.faults.length);
  const story = await storyOf(small);
  expect(story).toMatch(/\[A[18]\]/);
  expect(story).toMatch(/\d+\.\d{3} {2}person-\d+ +(loads the page anew|opens another tab|closes the tab)/);
});
