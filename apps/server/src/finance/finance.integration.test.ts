import { randomUUID } from 'node:crypto';
import { moderatorOf } from '@unspoken/testing/moderation';
import { payingWorld, soon } from '@unspoken/testing/paying';
import type { Member } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { world, it, booked } = await payingWorld();
let [ada, bob] = [undefined, undefined] as unknown as [Member, Member];
beforeAll(async () => {
  ada = await moderatorOf(world, 'Ada Administration', 'admin');
  bob = await moderatorOf(world, 'Bob Administration', 'admin');
});
afterAll(() => world.close());

const office = async (admin: Member, path: string, body?: object) =>
  (await (body ? it.post(`office/${path}`, admin, body) : it.get(`office/${path}`, admin))).body;
const receiptOf = async (member: { token: string }): Promise<string> => {
  let number = '';
  await soon(async () => {
    number = (await it.get('receipts', member)).body.receipts[0].number;
  });
  return number;
};
const acts = async () =>
  (await world.query('select kind, code from act where kind <> $1 order by at', ['role granted'])) as object[];

test('[FIN-2] [FIN-3] money is given back by the number of a receipt, never more than was paid; above 100 euros by two', async () => {
  const cay = await world.member('Cay');
  const { body } = await it.create(cay, 15_000, { confirmedAmount: true });
  await it.rehearse(cay, body.client_secret, 'visa');
  await it.status(cay, body.paymentRecordId);
  const number = await receiptOf(cay);
  expect(await office(ada, 'receipts', { number })).toMatchObject({ number, gross: 15_000, refundable: 15_000, refunds: [] });
  expect((await office(ada, 'receipts', { number: '2026-999999' })).error).toBe('not_found');
  const wish = (admin: Member, amount: unknown, reason = 'goodwill') => office(admin, 'refunds', { number, amount, reason });
  for (const wrong of [0, -5, 1.5, '1e2', 'x']) expect((await wish(ada, wrong)).error, String(wrong)).toBe('validation_failed');
  expect((await wish(ada, 100, 'withdrawal')).error).toBe('validation_failed');
  expect((await wish(ada, 15_001)).error).toBe('refund_too_large');

  expect(await wish(ada, 10_001)).toEqual({ state: 'proposed' });
  // What is proposed counts as given.
  expect((await wish(bob, 5_000)).error).toBe('refund_too_large');
  const [proposed] = (await office(bob, 'payments')).refunds;
  expect(proposed).toMatchObject({ cents: 10_001, state: 'proposed', isOwn: false });
  expect((await office(ada, 'refunds/approve', { id: proposed.id })).error).toBe('other_person_needed');
  expect(await booked(body.paymentRecordId)).toHaveLength(1);
  expect(await office(bob, 'refunds/approve', { id: proposed.id })).toEqual({ success: true });
  expect((await office(bob, 'refunds/approve', { id: proposed.id })).error).toBe('not_found');
  expect(await wish(ada, 4_999)).toEqual({ state: 'due' });
  await soon(async () => expect(await booked(body.paymentRecordId)).toHaveLength(3));
  await soon(async () => expect((await office(ada, 'payments')).refunds).toEqual([]));
  expect(await office(ada, 'receipts', { number })).toMatchObject({ refundable: 0 });
  expect((await wish(ada, 1)).error).toBe('refund_too_large');
  expect((await acts()).filter(({ code }: { code?: string }) => code === number || code === null)).toMatchObject([
    { kind: 'receipt viewed' },
    { kind: 'refund proposed' },
    { kind: 'payment refunded', code: null },
    { kind: 'payment refunded', code: number },
    { kind: 'receipt viewed' },
  ]);
});

test('[FIN-1] [FIN-3] costs are booked once and published; the overview is for administrators, figures for everybody', async () => {
  const id = randomUUID();
  for (let i = 0; i < 2; i++)
    expect(await office(ada, 'costs', { id, name: 'Servers', amount: 1_999 })).toEqual({ success: true });
  expect((await acts()).filter(({ kind }: { kind?: string }) => kind === 'cost booked')).toEqual([
    { kind: 'cost booked', code: 'Servers' },
  ]);
  const overview = await office(ada, 'payments');
  expect(overview).toMatchObject({ payments: 'rehearsal', account: 'sandbox', faults: [], places: { open: 0, waiting: 0 } });
  expect(overview.balances.find(({ account }: { account: string }) => account === 'costs:Servers')).toEqual({
    account: 'costs:Servers',
    cents: 1_999,
  });
  const member = await world.member('Stranger');
  expect((await it.get('office/payments', member)).status).toBe(403);

  const figures = async () => (await world.call('/api/v1/transparency/money')).body;
  for (let i = 0; i < 3; i++) await it.paying(`Payer ${i}`, 700);
  await soon(async () =>
    expect(await world.query(`select count(distinct payment_id)::int as n from entry where kind = 'charge'`)).toEqual([{ n: 4 }]),
  );
  world.advance(60_000);
  expect(await figures()).toEqual({ periods: [], hasMore: true, rehearsal: true });
  await it.paying('The fifth', 700);
  await soon(async () =>
    expect(await world.query(`select count(distinct payment_id)::int as n from entry where kind = 'charge'`)).toEqual([{ n: 5 }]),
  );
  world.advance(60_000);
  const { periods } = await figures();
  expect(periods).toMatchObject([{ payers: 5, costs: [{ name: 'Servers', cents: 1_999 }], placesOpened: 0 }]);
  const csv = await fetch(`${world.origin}/api/v1/transparency/money.csv`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await csv.text()).toContain('"costs: Servers"');
});
