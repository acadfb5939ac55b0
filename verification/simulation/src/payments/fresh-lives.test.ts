import { expect, test } from 'vitest';
import { seedOfCommit } from '../../../../tools/seed.ts';
import { livesOnCores } from './parallel.ts';

const seed = seedOfCommit();

// A promise that is broken here may have been so before this commit, but is broken: `npm run simulate:payments -- SEED` lives that world again.
test(`[PAY-3] [PAY-7] [PAY-8] [PAY-10] [PAY-13] [PAY-14] [PAY-15] [MEM-2] [MEM-3] [MEM-13] [MEM-15] [MEM-16] [MEM-17] [MEM-18] [MEM-22] [MEM-23] [MEM-24] [MEM-26] [MEM-31] [MEM-34] [BOO-1] [BOO-2] [BOO-3] [BOO-5] [BOO-10] [BOO-11] 2,000 lives of 400 days of the seed of this commit, ${seed}, break no promise`, async () => {
  const { tally, broken } = await livesOnCores({ seed, lives: 2_000 });
  expect(broken).toBeUndefined();
  expect(tally.lives).toBeGreaterThanOrEqual(2_000);
  // Lives in which nothing happens would prove nothing.
  expect(tally.charges).toBeGreaterThan(10_000);
  expect(tally.renewals).toBeGreaterThan(5_000);
  expect(tally.refunds).toBeGreaterThan(500);
  expect(tally.disputes).toBeGreaterThan(200);
  expect(tally.bounces).toBeGreaterThan(200);
  expect(tally.places).toBeGreaterThan(100);
  expect(tally.pauses).toBeGreaterThan(500);
  expect(tally.crashes).toBeGreaterThan(1_000);
  expect(tally.triedOut).toBeGreaterThan(20);
});
