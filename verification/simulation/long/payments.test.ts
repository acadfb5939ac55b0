import { expect, test } from 'vitest';
import { drawSeed } from '../../../tools/seed.ts';
import { livePayments } from '../src/payments/lives.ts';
import { paymentMutants, promisesOf } from '../src/payments/mutants.ts';
import { livesOnCores } from '../src/payments/parallel.ts';

test('20,000 lives of 400 days of a random seed break no promise', { timeout: 7_200_000 }, async () => {
  expect((await livesOnCores({ seed: drawSeed(), lives: 20_000 })).broken).toBeUndefined();
});

test.each(paymentMutants)('5,000 lives of a random seed find the planted bug: %s', { timeout: 1_200_000 }, async (mutant) => {
  const { broken } = await livePayments({ seed: drawSeed(), lives: 5_000, mutant });
  expect(promisesOf(mutant)).toContain(broken?.promise);
});
