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
  const wish = (admin: Member, amount: unknown, reason = 'goodwill', id = randomUUID()) =>
    office(admin, 'refunds', { id, number, amount, reason });
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
  // What somebody has given back of a payment counts together, in however many parts; one that is sent again is the same.
  const id = randomUUID();
  expect([await wish(ada, 999, 'goodwill', id), await wish(ada, 999, 'goodwill', id)]).toEqual([
    { state: 'proposed' },
    { state: 'proposed' },
  ]);
  expect((await wish(ada, 998, 'goodwill', id)).error).toBe('refund_too_large');
  expect((await office(ada, 'refunds/reject', { id })).success).toBe(true);
  expect((await office(bob, 'refunds/approve', { id })).error).toBe('not_found');
  const rest = randomUUID();
  await wish(ada, 4_999, 'error', rest);
  expect(await office(bob, 'refunds/approve', { id: rest })).toEqual({ success: true });
  await soon(async () => expect(await booked(body.paymentRecordId)).toHaveLength(3));
  await soon(async () => expect((await office(ada, 'payments')).refunds).toEqual([]));
  expect(await office(ada, 'receipts', { number })).toMatchObject({ refundable: 0 });
  expect((await wish(ada, 1)).error).toBe('refund_too_large');
  const kinds = (await acts()).map(({ kind }: { kind?: string }) => kind);
  expect(kinds.filter((kind) => kind === 'payment refunded')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'refund proposed')).toHaveLength(3);
  expect(kinds.filter((kind) => kind === 'refund rejected')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'receipt viewed')).toHaveLength(2);
});

test('[FIN-2] what is only proposed takes nothing from what the rules owe', async () => {
  const dan = await world.member('Dan');
  const { body } = await it.create(dan, 12_000, { confirmedAmount: true });
  await it.rehearse(dan, body.client_secret, 'visa');
  await it.status(dan, body.paymentRecordId);
  const number = await receiptOf(dan);
  const id = randomUUID();
  expect(await office(ada, 'refunds', { id, number, amount: 12_000, reason: 'goodwill' })).toEqual({ state: 'proposed' });
  await it.post('subscription/withdraw', dan);
  await soon(async () =>
    expect((await it.get('receipts', dan)).body.receipts).toMatchObject([{ gross: -12_000 }, { gross: 12_000 }]),
  );
  expect((await office(bob, 'refunds/approve', { id })).error).toBe('refund_too_large');
});

test('[FIN-1] [FIN-3] costs are booked once and published; the overview is for administrators, figures for everybody', async () => {
  const id = randomUUID();
  for (let i = 0; i < 2; i++)
    expect(await office(ada, 'costs', { id, name: 'Servers', amount: 1_999 })).toEqual({ success: true });
  expect((await office(ada, 'costs', { id, name: 'Servers', amount: 2_000 })).error).toBe('cost_differs');
  expect((await acts()).filter(({ kind }: { kind?: string }) => kind === 'cost booked')).toEqual([
    { kind: 'cost booked', code: 'Servers' },
  ]);
  const overview = await office(ada, 'payments');
  expect(overview).toMatchObject({ payments: 'rehearsal', account: 'sandbox', faults: [], places: { open: 0, waiting: 0 } });
  expect(Date.parse(overview.checkedAt)).toBeGreaterThan(0);
  expect(overview.balances.find(({ account }: { account: string }) => account === 'costs:Servers')).toEqual({
    account: 'costs:Servers',
    cents: 1_999,
  });
  const member = await world.member('Stranger');
  expect((await it.get('office/payments', member)).status).toBe(403);

  const figures = async () => (await world.call('/api/v1/transparency/money')).body;
  const charges = () => world.query(`select count(distinct payment_id)::int as n from entry where kind = 'charge'`);
  const before = Number((await charges())[0]?.n);
  for (let i = 0; i < 5; i++) await it.paying(`Payer ${i}`, 700);
  await soon(async () => expect(await charges()).toEqual([{ n: before + 5 }]));
  // A month is published when it is over.
  expect(await figures()).toMatchObject({ periods: [], rehearsal: true });
  const now = world.now();
  world.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 2) - now.getTime());
  const { periods } = await figures();
  expect(periods).toMatchObject([{ payers: before + 5, costs: [{ name: 'Servers', cents: 1_999 }], placesOpened: 0 }]);
  const csv = await fetch(`${world.origin}/api/v1/transparency/money.csv`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await csv.text()).toContain('"costs: Servers"');
});
