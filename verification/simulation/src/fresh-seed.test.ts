import { expect, test } from 'vitest';
import { onCores } from './beside.ts';
import { seedOfCommit } from './seed.ts';

const seed = seedOfCommit();

// A violation found here may be older than this commit, but it is real: `npm run simulate -- --seed <seed>` explains it.
test(`[MAT-1] [MAT-5] [MAT-6] [MAT-7] [MAT-8] [ENC-1] [ENC-5] [ENC-6] [ENC-7] [ENC-23] 5,000 encounters of the seed of this commit, ${seed}, break no promise`, async () => {
  const { violation, encounters } = await onCores({ seed, encounters: 5_000 });
  expect(violation).toBeUndefined();
  expect(encounters).toBeGreaterThanOrEqual(5_000);
});
