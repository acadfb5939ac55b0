import { expect, test } from 'vitest';
import { seedOfCommit } from '../../../tools/seed.ts';
import { onCores } from './parallel.ts';

const seed = seedOfCommit();

// A violation found here may be older than this commit, but it is real: `npm run simulate -- --seed <seed>` explains it.
test(`[MAT-1] [MAT-2] [MAT-4] [MAT-5] [MAT-6] [MAT-7] [MAT-8] [MAT-32] [MAT-33] [GAT-11] [GAT-12] [ENC-1] [ENC-2] [ENC-3] [ENC-4] [ENC-5] [ENC-6] [ENC-7] [ENC-8] [ENC-12] [ENC-14] [ENC-23] [ENC-30] [ENC-31] [ENC-35] [EXP-25] [EXP-26] [EXP-28] [SIDE-50] [SIDE-51] [SIDE-52] [SIDE-54] [CIR-1] [CIR-4] [MOD-2] 2,000 encounters of the seed of this commit, ${seed}, under faults, break no promise`, async () => {
  const report = await onCores({ seed, encounters: 2_000 });
  expect(report.violation).toBeUndefined();
  expect(report.encounters).toBeGreaterThanOrEqual(2_000);
  // Worlds in which every encounter fails, or in which nothing fails, would prove nothing.
  expect(report.ends['natural / natural']).toBeGreaterThan(400);
  expect(report.exact).toBeGreaterThan(200);
  expect(report.scripted).toBeGreaterThan(80);
  expect(report.inGatherings).toBeGreaterThan(40);
  expect(report.repeats).toBeGreaterThan(12);
  expect(report.crashes).toBeGreaterThan(20);
  expect(Object.keys(report.ends).length).toBeGreaterThanOrEqual(7);
});
