import { long } from '../src/long.ts';
import type { Person } from '../src/person.ts';
import { expect, story, storyAsSpecified } from '../src/stage.ts';

/** What the first of two has loaded when they see themselves, bytes as served. */
async function weightUntilPreparing([ann, ben]: readonly [Person, Person]): Promise<number> {
  await ann.connect();
  await ben.connect();
  for (const each of [ann, ben]) await each.is('preparing');
  return ann.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
}

storyAsSpecified('[WEB-27] the script of the specified encounter weighs 245 kB at most', long, async ({ couple }) => {
  const weight = await weightUntilPreparing(couple);
  expect(weight).toBeGreaterThan(100_000);
  expect(weight).toBeLessThanOrEqual(245_000);
});

story('[WEB-27] the script of an encounter with everything that is added weighs 255 kB at most', long, async ({ couple }) => {
  expect(await weightUntilPreparing(couple)).toBeLessThanOrEqual(255_000);
});
