import { expect, test } from 'vitest';
import { run } from '../src/run.ts';
import { seedOf } from '../src/seeds-of-mutants.ts';
import { shrink, storyOf } from '../src/shrink.ts';

const shrunk = 'a reload is another tab’s too';
test('a violation is shrunk to a simpler world, and explained by its last events', async () => {
  const { violation } = await run({ seed: seedOf(shrunk), encounters: 2_000, mutant: shrunk });
  if (!violation) throw new Error('nothing was found');
  const small = await shrink(violation);
  expect(small.world.faults.length).toBeLessThan(violation.world.faults.length);
  const story = await storyOf(small);
  expect(story).toMatch(/\[A[18]\]/);
  expect(story).toMatch(/\d+\.\d{3} {2}person-\d+ +(reloads the page|opens another tab|closes the tab)/);
});
