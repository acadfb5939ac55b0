import { expect, test } from 'vitest';
import { planted, plants } from './plants.ts';
import { run } from './run.ts';
import { shrink, storyOf } from './shrink.ts';

const seed = 20_261_120;

test.each(plants)('the simulation finds the planted bug: %s', async (plant) => {
  const { violation } = await run({ seed, encounters: 20_000, plant });
  expect(planted[plant]).toContain(violation?.promise);
});

test('a violation is shrunk to a simpler world, and told as a story', async () => {
  const { violation } = await run({ seed, encounters: 2_000, plant: 'a reload is another tab’s too' });
  if (!violation) throw new Error('nothing was found');
  const small = await shrink(violation);
  expect(small.world.faults.length).toBeLessThan(violation.world.faults.length);
  const story = await storyOf(small);
  expect(story).toContain('[A1]');
  expect(story).toMatch(/\d+\.\d{3} {2}person-\d+ +(loads the page anew|opens another tab|closes the tab)/);
});
