import { expect, test } from 'vitest';
import { plants } from './plants.ts';
import { run } from './run.ts';

const seed = 20_261_120;

test('[MAT-1] [MAT-2] [MAT-4] [MAT-5] [MAT-6] [MAT-7] [MAT-8] [ENC-1] [ENC-2] [ENC-3] [ENC-4] [ENC-5] [ENC-6] [ENC-7] [ENC-8] 2,000 encounters under faults break no promise', async () => {
  const report = await run({ seed, encounters: 2_000 });
  expect(report.violation).toBeUndefined();
  expect(report.encounters).toBeGreaterThanOrEqual(2_000);
  // A world in which nothing goes well, or nothing goes wrong, would prove nothing.
  expect(report.ends['natural / natural']).toBeGreaterThan(200);
  expect(report.exact).toBeGreaterThan(200);
  expect(Object.keys(report.ends).length).toBeGreaterThanOrEqual(6);
});

test('the same seed gives the same run', async () => {
  const [first, second] = [await run({ seed, encounters: 150 }), await run({ seed, encounters: 150 })];
  expect(second).toEqual(first);
});

test.each(plants)('the simulation finds the planted bug: %s', async (plant) => {
  const report = await run({ seed, encounters: 20_000, plant });
  expect(report.violation).toBeDefined();
});
