import { randomUUID } from 'node:crypto';
import { payingWorld, soon } from '@unspoken/testing/paying';
import { changeAtProvider } from '@unspoken/testing/rehearsed-provider';
import { password } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [hour, day] = [3_600_000, 86_400_000];
let world: Awaited<ReturnType<typeof payingWorld>>['world'];
let it: Awaited<ReturnType<typeof payingWorld>>['it'];
let { own, booked, later } = {} as Awaited<ReturnType<typeof payingWorld>>;
beforeAll(async () => {
  ({ world, it, own, booked, later } = await payingWorld());
});
afterAll(() => world.close());

test('[MEM-18] a renewal that fails leaves 14 days, then the membership ends without a debt; a new card makes it good', async () => {
  const [unpaid, mended] = [await it.paying('Unpaid'), await it.paying('Mended')];
  await changeAtProvider(
    world.query,
    `data = data || '{"present":"declines","absent":"declines"}'`,
    `data->>'object' = 'behaviour'`,
  );
  const [first, second] = [await later(unpaid, 32), await it.again(mended)];
  for (const each of [first, second])
    await soon(async () =>
      expect(await it.subscription(each)).toMatchObject({
        state: 'actionRequired',
        activeSubscription: true,
        pendingInvoice: true,
      }),
    );
  expect((await it.post('subscription/updateprice', first, { amount: 900 })).body.error).toBe('invoice_open');
  const { paymentRecordId } = (await it.post('subscription/recover', second)).body;
  const { client_secret, kind } = await it.status(second, paymentRecordId);
  expect(kind).toBe('renewal');
  expect(await it.rehearse(second, client_secret, 'visa')).toEqual({ status: 'succeeded' });
  await it.status(second, paymentRecordId);
  expect(await it.subscription(second)).toMatchObject({ state: 'active', pendingInvoice: false, graceUntil: null });
  // It is tried again, and fails again; the days count from the first time.
  const [{ customer_ref: customer }] = (await world.query(
    'select customer_ref from payer where id = (select payer_id from membership where account_id = $1)',
    [unpaid.userId],
  )) as [{ customer_ref: string }];
  const failures = () =>
    world.query(
      `select 1 from provider_event where customer_ref = $1 and type = 'invoice.payment_failed' and applied_at is not null`,
      [customer],
    );
  const between = await later(first, 9);
  await soon(async () => expect((await failures()).length).toBeGreaterThan(1));
  expect(await it.subscription(between)).toMatchObject({ state: 'actionRequired' });
  const over = await later(between, 5);
  await soon(async () => expect(await it.subscription(over)).toMatchObject({ state: 'ended', activeSubscription: false }));
  await soon(async () => expect((await own(unpaid.userId))[0]).toMatchObject({ cause: 'unpaid' }));
  const invoice = () =>
    world.query(
      `select data->>'status' as status from sandbox_object where data->>'object' = 'invoice'
     and data->'parent'->'subscription_details'->>'subscription' = (select subscription_ref from membership where account_id = $1)
     order by data->>'created' desc limit 1`,
      [unpaid.userId],
    );
  await soon(async () => expect(await invoice()).toEqual([{ status: 'void' }]));
});

test('[MEM-19] withdrawn within 14 days, everything is given back and it ends at once', async () => {
  const member = await it.paying('Withdrawing', 1_100);
  expect((await it.post('subscription/withdraw', member)).body).toEqual({ success: true });
  expect(await it.subscription(member)).toMatchObject({ state: 'ended', activeSubscription: false });
  await soon(async () =>
    expect((await it.get('receipts', member)).body.receipts.map(({ gross }: { gross: number }) => gross)).toEqual([
      -1_100, 1_100,
    ]),
  );
  const given = () => world.query('select reason, state, cents from refund where payment_id = $1', [member.paymentRecordId]);
  await soon(async () => expect(await given()).toEqual([{ reason: 'withdrawal', state: 'done', cents: 1_100 }]));
  expect((await it.post('subscription/withdraw', member)).body.error).toBe('no_membership');
});

test('[MEM-20] methods: added, chosen, removed; never the one in use, and never another person’s', async () => {
  const [member, other] = [await it.paying('Methods'), await it.paying('Other methods')];
  const { paymentRecordId } = (await it.post('subscription/addpaymentmethod', member, { attemptID: randomUUID() })).body;
  const { client_secret, kind } = await it.status(member, paymentRecordId);
  expect(kind).toBe('method');
  await it.rehearse(member, client_secret, 'debit');
  const { paymentMethods } = await it.subscription(member);
  const [card, debit] = ['card', 'debit'].map(
    (type) => paymentMethods.find((each: { type: string }) => each.type === type).paymentMethodID,
  );
  const remove = async (id: string, by = member) =>
    (await it.post('subscription/deletepaymentmethod', by, { paymentMethodID: id })).body;
  const choose = async (id: string, by = member) =>
    (await it.post('subscription/setdefaultpaymentmethod', by, { paymentMethodID: id })).body;
  expect((await remove(card)).error).toBe('payment_method_in_use');
  for (const act of [remove, choose]) expect((await act(debit, other)).error).toBe('payment_method_not_found');
  expect(await choose(debit)).toEqual({ success: true });
  expect(await remove(card)).toEqual({ success: true });
  expect((await it.subscription(member)).paymentMethods).toMatchObject([{ type: 'debit', last4: '3000', isDefault: true }]);
});

test('[MEM-21] the payments of others are not found', async () => {
  const [member, other] = [await it.paying('Owner'), await world.member('Stranger')];
  expect(await it.status(other, member.paymentRecordId)).toMatchObject({ error: 'payment_not_found' });
  expect(await it.status(await it.paying('Paying stranger'), member.paymentRecordId)).toMatchObject({
    error: 'payment_not_found',
  });
  const { body } = await it.create(other, 500);
  expect(await it.rehearse(member, body.client_secret, 'visa')).toMatchObject({ error: 'payment_not_found' });
});

test('[MEM-22] suspended there are no rights and nothing is collected; reinstated it goes on; banned it ends and unused days are given back', async () => {
  const member = await it.paying('Suspended', 3_000);
  const act = (kind: string, days: number | null) =>
    world.query('insert into act (id, at, kind, subject, until) values (gen_random_uuid(), $2, $3, $1, $4)', [
      ...[member.userId, world.now(), kind, days === null ? null : new Date(world.now().getTime() + days * day)],
    ]);
  await act('suspended', 40);
  await soon(async () => expect(await it.subscription(member)).toMatchObject({ state: 'paused', activeSubscription: false }));
  for (const [path, body] of [
    ['resume', {}],
    ['updateprice', { amount: 900 }],
    ['recover', {}],
  ] as const)
    expect((await it.post(`subscription/${path}`, member, body)).body.error).toBe('account_suspended');
  const paused = () =>
    world.query(
      `select data->'pause_collection' as pause from sandbox_object where id = (select subscription_ref from membership where account_id = $1)`,
      [member.userId],
    );
  await soon(async () => expect(await paused()).toMatchObject([{ pause: { behavior: 'void' } }]));
  const during = await later(member, 33);
  await soon(async () => expect(await it.subscription(during)).toMatchObject({ state: 'paused' }));
  await soon(async () => expect((await it.get('receipts', during)).body.receipts).toHaveLength(1));
  // A suspension ends by time, too.
  const after = await later(member, 8);
  await soon(async () => expect(await paused()).toMatchObject([{ pause: null }]));
  const renewed = await later(after, 25);
  await soon(async () => expect(await it.subscription(renewed)).toMatchObject({ state: 'active', activeSubscription: true }));
  await soon(async () => expect((await it.get('receipts', renewed)).body.receipts).toHaveLength(2));
  await act('banned', null);
  await soon(async () => expect((await own(member.userId))[0]).toMatchObject({ cause: 'banned' }));
  const refunds = () =>
    world.query(
      `select r.cents, r.reason from refund r join payment p on p.id = r.payment_id where p.payer_id = (select payer_id from membership where account_id = $1)`,
      [member.userId],
    );
  await soon(async () => expect(await refunds()).toMatchObject([{ reason: 'unused' }]));
  expect((await refunds())[0]?.cents).toBeGreaterThan(2_000);
});

test('[MEM-34] paid days of a suspension that is reversed on appeal are given back, once; of one that is upheld none are', async () => {
  const [right, wrong] = [await it.paying('Right', 3_100), await it.paying('Wrong', 3_100)];
  const line = (kind: string, subject: string, more: { until?: Date; code?: string } = {}) =>
    world.query(
      'insert into act (id, at, kind, subject, until, code) values (gen_random_uuid(), $1, $2, $3, $4, $5) returning id',
      [...[world.now(), kind, subject, more.until ?? null, more.code ?? null]],
    );
  const until = new Date(world.now().getTime() + 20 * day);
  const [[one], [other]] = [await line('suspended', right.userId, { until }), await line('suspended', wrong.userId, { until })];
  for (const each of [right, wrong])
    await soon(async () => expect(await it.subscription(each)).toMatchObject({ state: 'paused' }));
  // The state follows the suspension at once; the pause is recorded within the minute, which must not be leapt over.
  for (const each of [right, wrong]) await soon(async () => expect((await own(each.userId))[0]?.paused_since).not.toBeNull());
  const later5 = await later(right, 5.5);
  await line('appeal reversed', right.userId, { code: one?.id as string });
  await line('appeal upheld', wrong.userId, { code: other?.id as string });
  await soon(async () => expect(await it.subscription(later5)).toMatchObject({ state: 'active' }));
  const refunds = (userId: string) =>
    world.query(
      `select r.cents, r.reason from refund r join payment p on p.id = r.payment_id where p.payer_id = (select payer_id from membership where account_id = $1)`,
      [userId],
    );
  await soon(async () => expect(await refunds(right.userId)).toMatchObject([{ reason: 'reinstated' }]));
  // Five whole days of a month of 28 to 31.
  expect((await refunds(right.userId))[0]?.cents).toBeGreaterThanOrEqual(500);
  expect((await refunds(right.userId))[0]?.cents).toBeLessThanOrEqual(554);
  await later(right, 20);
  await soon(async () => expect(await it.subscription(await it.again(wrong))).toMatchObject({ state: 'active' }));
  expect([(await refunds(right.userId)).length, await refunds(wrong.userId)]).toEqual([1, []]);
});

test('[MEM-23] an account that is deleted ends its membership, gets unused days back, and leaves books without a name', async () => {
  const member = await it.paying('Deleting', 3_000);
  const [{ payer_id: payer }] = (await own(member.userId)) as [{ payer_id: string }];
  await soon(async () => expect(await booked(member.paymentRecordId)).toHaveLength(1));
  const { body } = await world.call('/api/v1/account/exportdata', { token: member.token, body: { password } });
  expect(body).toMatchObject({ memberships: [{ cents: 3_000 }], billing: [{ firstName: 'Ada' }], payments: [{ cents: 3_000 }] });
  expect((await world.call('/api/v1/account/deleteaccount', { token: member.token, body: { password } })).body).toEqual({
    success: true,
  });
  const [row] = await world.query('select * from membership where payer_id = $1', [payer]);
  expect(row).toMatchObject({ account_id: null, cause: 'deleted' });
  const customer = () =>
    world.query(`select data from sandbox_object where id = (select customer_ref from payer where id = $1)`, [payer]);
  await soon(async () =>
    expect(await customer()).toMatchObject([
      { data: { name: 'Deleted account', email: 'deleted@example.invalid', address: null } },
    ]),
  );
  for (const table of ['billing', 'payer_account'])
    expect(await world.query(`select * from ${table} where payer_id = $1`, [payer])).toEqual([]);
  await soon(async () => expect((await booked(member.paymentRecordId)).map(({ kind }) => kind)).toEqual(['charge', 'refund']));
  const ended = () => world.query(`select data->>'status' as status from sandbox_object where id = $1`, [row?.subscription_ref]);
  await soon(async () => expect(await ended()).toEqual([{ status: 'canceled' }]));
});

test('[MEM-24] a dispute ends a membership, without a sanction', async () => {
  const member = await it.paying('Disputing', 500, 'disputes');
  world.advance(2 * hour);
  await soon(async () => expect((await own(member.userId))[0]).toMatchObject({ cause: 'disputed' }));
  const { body } = await world.call('/api/v1/account/loginfromtoken', { token: member.token });
  expect(body.user).toMatchObject({ accountSuspended: false, subscription: { activeSubscription: false } });
  expect(await world.query('select state from dispute')).toEqual([{ state: 'open' }]);
});

test('[MEM-25] a donation, paid and receipted, gives no rights', async () => {
  const member = await world.member('Giving');
  const { body } = await it.create(member, 2_000, { paymentType: 'donation', purpose: 'places' });
  await it.rehearse(member, body.client_secret, 'visaGermany');
  expect(await it.status(member, body.paymentRecordId)).toMatchObject({ paymentSucceded: true, kind: 'donation' });
  expect(await it.subscription(member)).toMatchObject({ state: 'none', activeSubscription: false });
  await soon(async () =>
    expect((await it.get('receipts', member)).body.receipts).toMatchObject([{ purpose: 'places', gross: 2_000 }]),
  );
});

test('[MEM-26] the books hold what is on the balance at the provider, and are without fault', async () => {
  const sumOf = async (sql: string) => (await world.query(sql))[0]?.sum;
  // What the last test has moved is booked within moments.
  await soon(async () =>
    expect(await sumOf(`select sum(cents)::int as sum from posting where account = 'provider'`)).toBe(
      await sumOf(
        `select sum((data->>'net')::int)::int as sum from sandbox_object where data->>'object' = 'balance_transaction'`,
      ),
    ),
  );
  expect(world.log()).not.toMatch(/fault/);
});
