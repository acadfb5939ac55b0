import { expect, test } from 'vitest';
import { seedOfCommit } from '../seed.ts';
import { comparedWithDatabase } from './compared-with-database.ts';
import { livePayments } from './lives.ts';
import { paymentMutants, promisesOf } from './mutants.ts';
import { PaymentWorld } from './world.ts';

test('the same seed gives the same lives', async () => {
  const [first, second] = [await livePayments({ seed: 7, lives: 8 }), await livePayments({ seed: 7, lives: 8 })];
  expect(second).toEqual(first);
  expect(await livePayments({ seed: 8, lives: 8 })).not.toEqual(first);
});

test('[PAY-14] tables in memory answer as PostgreSQL does during eight lives of 400 days of the seed of this commit', async () => {
  const seed = seedOfCommit();
  const compared = await comparedWithDatabase();
  try {
    const tally = await new PaymentWorld({ seed, people: 8, days: 400, compared }).live();
    expect(tally.charges).toBeGreaterThan(10);
  } finally {
    await compared.close();
  }
});

test('a table in memory that answers differently is detected', async () => {
  const compared = await comparedWithDatabase(({ payments }) => {
    payments.openRequests = async () => [];
  });
  try {
    await expect(new PaymentWorld({ seed: 2, people: 8, days: 90, compared }).live()).rejects.toThrow('openRequests');
  } finally {
    await compared.close();
  }
});

test.each(paymentMutants)('lives find the planted bug: %s', async (mutant) => {
  // Found within 200 lives of this seed; `npm run test:all` takes others.
  const { broken } = await livePayments({ seed: 1, lives: 1_000, mutant });
  expect(promisesOf(mutant)).toContain(broken?.promise);
});
