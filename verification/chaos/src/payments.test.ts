import { expect, test } from 'vitest';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { runPayments } from './payments.ts';

if (findPostgres() && findRedis())
  test('[PAY-8] [PAY-14] three processes are killed while people pay and withdraw, and the provider goes away and loses answers: nothing is lost, nobody is charged twice', async () => {
    const { paid, withdrawn, kills, accidents, wrong } = await runPayments({ people: 16, span: 30_000 });
    expect(wrong).toEqual([]);
    // A run in which nothing happens would prove nothing.
    expect(paid).toBeGreaterThan(8);
    expect(withdrawn).toBeGreaterThan(3);
    expect(kills).toBeGreaterThan(3);
    expect(accidents).toBeGreaterThan(5);
  });
else test.skip('payments: PostgreSQL or Redis is not installed', () => {});
