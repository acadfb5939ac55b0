import { expect, test } from 'vitest';
import { promisesOf, rareMutants } from '../src/mutants.ts';
import { run } from '../src/run.ts';
import { seedOf } from '../src/seeds-of-mutants.ts';

test.each(rareMutants)('the simulation finds the planted bug: %s', async (mutant) => {
  const { violation } = await run({ seed: seedOf(mutant), encounters: 20_000, mutant });
  expect(promisesOf[mutant]).toContain(violation?.promise);
});
