import { expect, test } from 'vitest';
import { mutants, promisesOf, rareMutants } from './mutants.ts';
import { run } from './run.ts';
import { seedOf } from './seeds-of-mutants.ts';

const common = mutants.filter((mutant) => !rareMutants.includes(mutant));
test.each(common)('the simulation finds the planted bug: %s', async (mutant) => {
  const { violation } = await run({ seed: seedOf(mutant), encounters: 20_000, mutant });
  expect(promisesOf[mutant]).toContain(violation?.promise);
});
