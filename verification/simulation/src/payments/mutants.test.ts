import { expect, test } from 'vitest';
import { seedOfCommit } from '../../../../tools/seed.ts';
import { turns } from '../../../../tools/turns.ts';
import { comparedWithDatabase } from './compared-with-database.ts';
import { livePayments } from './lives.ts';
import { type PaymentMutant, paymentMutants, promisesOf } from './mutants.ts';
import { livesOnCores } from './parallel.ts';
import { PaymentWorld } from './world.ts';

const seed = seedOfCommit();

test('the same seed gives the same lives', async () => {
  const [first, second] = [await livePayments({ seed: 7, lives: 8 }), await livePayments({ seed: 7, lives: 8 })];
  expect(second).toEqual(first);
  expect(await livePayments({ seed: 8, lives: 8 })).not.toEqual(first);
});

/** The seeds of worlds in which a promise was once broken, and by what. */
const brokenOnce = { 'an invoice was finalised twice': 3_716_645_443 };
test.each(Object.entries(brokenOnce))('a world in which %s no longer breaks a promise', async (_, of) => {
  expect((await livePayments({ seed: of, lives: 8 })).broken).toBeUndefined();
});

test('several cores live the same lives as one', async () => {
  const some = { seed: 7, lives: 24, days: 60 };
  expect(await livesOnCores(some, 2)).toEqual(await livePayments(some));
  const { broken } = await livesOnCores({ ...some, mutant: 'modes are mixed' }, 2);
  expect(promisesOf('modes are mixed')).toContain(broken?.promise);
});

for (const [people, days] of [
  [3, 130],
  [8, 400],
] as const)
  test(`[PAY-14] tables in memory answer as PostgreSQL does during ${people} lives of ${days} days of the seed of this commit`, {
    tags: people === 8 ? ['long'] : [],
  }, async () => {
    const compared = await comparedWithDatabase();
    try {
      const tally = await new PaymentWorld({ seed, people, days, compared }).live();
      expect(tally.charges).toBeGreaterThan(0);
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

/** The bugs whose finding takes longest with this seed. */
const slow: readonly PaymentMutant[] = [
  'a cancellation is lost while the provider is away',
  'a refund is given twice',
  'a suspended member is collected from',
  'what a webhook says is believed',
  'a pause is not noted',
];

// Each commit tries one in `turns` of the others; `npm run test:all` tries all.
for (const [index, mutant] of paymentMutants.entries())
  test(`lives find the planted bug: ${mutant}`, {
    tags: slow.includes(mutant) || (index + seed) % turns > 0 ? ['long'] : [],
  }, async () => {
    // `npm run test:all` takes other seeds as well.
    const { broken } = await livePayments({ seed: 1, lives: 1_000, mutant });
    expect(promisesOf(mutant)).toContain(broken?.promise);
  });
