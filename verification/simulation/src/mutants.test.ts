import { expect, test } from 'vitest';
import { seedOfCommit } from '../../../tools/seed.ts';
import { turns } from '../../../tools/turns.ts';
import { mutants, promisesOf, rareMutants } from './mutants.ts';
import { run } from './run.ts';
import { seedOf } from './seeds-of-mutants.ts';

const seed = seedOfCommit();

const common = mutants.filter((mutant) => !rareMutants.includes(mutant));
// Each commit tries one in `turns`; `npm run test:all` tries all.
for (const [index, mutant] of common.entries())
  test(`the simulation finds the planted bug: ${mutant}`, {
    tags: (index + seed) % turns > 0 ? ['long'] : [],
  }, async () => {
    const { violation } = await run({ seed: seedOf(mutant), encounters: 20_000, mutant });
    expect(promisesOf[mutant]).toContain(violation?.promise);
  });
