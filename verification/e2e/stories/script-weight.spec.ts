import { long } from '../src/long.ts';
import { expect, story } from '../src/stage.ts';

story('[WEB-27] the script of an encounter weighs 245 kB at most', long, async ({ couple: [ann, ben] }) => {
  await ann.connect();
  await ben.connect();
  for (const each of [ann, ben]) await each.is('preparing');
  const weight = await ann.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(weight).toBeGreaterThan(100_000);
  expect(weight).toBeLessThanOrEqual(245_000);
});
