import { randomUUID } from 'node:crypto';
import { moderatorOf } from '@unspoken/testing/moderation';
import { payingOf } from '@unspoken/testing/paying';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [hour, day] = [3_600_000, 86_400_000];
let world: World;
let it: ReturnType<typeof payingOf>;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ catchUp: 50, membershipDue: 50, reconcile: 100, booksCheck: 100 }) });
  it = payingOf(world);
});
afterAll(() => world.close());

const rows = () => world.query('select * from membership order by created_at');
const own = async (userId: string) => (await rows()).filter((row) => row.account_id === userId);
const booked = async (paymentId: string) => world.query('select kind from entry where payment_id = $1 order by seq', [paymentId]);
/** Looks again until it is so, for 15 s. */
const soon = (look: () => Promise<void>) => expect.poll(() => look().then(() => 'so', String), { timeout: 15_000 }).toBe('so');
/** Signs in again after so many days. */
const later = async <M extends Awaited<ReturnType<typeof it.paying>>>(member: M, days: number): Promise<M> => {
  world.advance(days * day);
  return it.again(member);
};

test('[MEM-10] amounts are whole cents within their limits; a large one is confirmed', async () => {
  const member = await world.member('Amounts');
  const answer = async (amount: unknown, more: object = {}) => {
    const { status, body } = await it.create(member, amount, { paymentType: 'donation', ...more });
    return status === 200 ? 200 : [status, body.fields?.amount];
  };
  const small = [422, 'The minimum is 5 euros'];
  for (const amount of ['500.0', '5e2', -0, 0, -500, '1e309', [500], { a: 1 }, null, true, '', 499, '499', 12.5, '0500'])
    expect(await answer(amount)).toEqual(small);
  expect(await answer(500, { amount: undefined })).toEqual(small);
  expect(
    await world.call('/api/v1/payments/create', {
      ...{ token: member.token, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(it.form(0)).replace('"amount":0', '"amount":1e309'),
    }),
  ).toMatchObject({ status: 422, body: { fields: { amount: 'The minimum is 5 euros' } } });
  expect(await answer(500_001, { confirmedAmount: true })).toEqual([422, 'This is more than can be paid here']);
  expect(await answer(50_001)).toEqual([422, 'Please confirm this amount']);
  expect(await answer(100_001, { paymentType: 'subscription', confirmedAmount: 'true' })).toEqual([
    422,
    'This is more than can be paid here',
  ]);
  expect(await answer(10_001, { paymentType: 'subscription' })).toEqual([422, 'Please confirm this amount']);
  for (const [amount, more] of [
    [500, {}],
    ['50000', {}],
    [500_000, { confirmedAmount: true }],
  ] as const)
    expect(await answer(amount, more)).toBe(200);
  for (const [amount, more] of [[100_000, { confirmedAmount: 'true' }]] as const)
    expect(await answer(amount, { paymentType: 'subscription', ...more })).toBe(200);
});

test('[MEM-11] who pays is complete, or the field says what is missing; strangers and unconfirmed accounts cannot pay', async () => {
  const member = await world.member('Fields');
  const blank = { first_name: ' ', last_name: '', postal_code: undefined, country: 'ZZ', email: 'nobody' };
  const { status, body } = await it.create(member, 500, blank);
  expect([status, body.fields]).toEqual([
    422,
    {
      first_name: "First name can't be blank",
      last_name: "Last name can't be blank",
      postal_code: "Postal code can't be blank",
      country: "Country can't be blank",
      email: 'Email is not a valid email',
    },
  ]);
  expect((await it.create({ token: 'x'.repeat(43) })).body.error).toBe('sign_in_required');
  expect((await it.create(await world.newcomer('Unconfirmed'))).body.error).toBe('verification_required');
  const { countriesList, payments } = (await world.call('/api/v1/payments/countries')).body;
  expect(payments).toBe('rehearsal');
  for (const [code, suggestions] of [
    ['DE', [1_000, 1_500, 2_500]],
    ['BR', [800, 1_200, 2_000]],
    ['IN', [500, 800, 1_200]],
  ] as const)
    expect(countriesList).toContainEqual({ code, suggestions });
  expect(new Set(countriesList.map(({ code }: { code: string }) => code)).size).toBe(countriesList.length);
});

test('[MEM-12] [PAY-5] a membership: begun, declined, paid on the same subscription; rights, receipt and books', async () => {
  const member = await world.member('First');
  expect(await it.subscription(member)).toMatchObject({ state: 'none', activeSubscription: false, paymentMethods: [] });
  const { body } = await it.create(member, 700);
  expect(body).toEqual({
    ...{ client_secret: expect.stringMatching(/^pi_/), paymentId: expect.stringMatching(/^pi_/) },
    ...{ paymentRecordId: expect.any(String), publishableKey: expect.any(String) },
  });
  expect(await it.rehearse(member, body.client_secret, 'declines')).toMatchObject({ status: 'requires_payment_method' });
  expect(await it.status(member, body.paymentRecordId)).toMatchObject({
    ...{ paymentSucceded: false, error: 'Your card was declined.', client_secret: body.client_secret, amount: 700 },
  });
  expect(await it.subscription(member)).toMatchObject({ state: 'pending', activeSubscription: false });
  expect(await it.rehearse(member, body.client_secret, 'visa')).toEqual({ status: 'succeeded' });
  expect(await it.status(member, body.paymentRecordId)).toMatchObject({
    paymentSucceded: true,
    settling: false,
    kind: 'subscription',
  });
  const subscription = await it.subscription(member);
  expect(subscription).toMatchObject({
    ...{
      state: 'active',
      activeSubscription: true,
      initialPaymentSucceeded: true,
      subscriptionAmount: 700,
      subscriptionPrice: 700,
    },
    ...{ pendingInvoice: false, subscriptionCancelsAt: null, graceUntil: null, methodsUnavailable: false },
    paymentMethods: [{ type: 'card', brand: 'visa', last4: '4242', expires: '12/2040', isDefault: true }],
  });
  expect(new Date(subscription.withdrawableUntil).getTime() - world.now().getTime()).toBeGreaterThan(14 * day - hour);
  expect(subscription.nextPayment).toBe(subscription.paidUntil);
  await soon(async () => expect(await booked(body.paymentRecordId)).toEqual([{ kind: 'charge' }]));
  const { receipts } = (await it.get('receipts', member)).body;
  expect(receipts).toMatchObject([
    { purpose: 'membership', gross: 700, vat: 0, addressee: ['Ada Example', '10115 DE'], rehearsal: true },
  ]);
  expect((await it.create(member, 700)).body.error).toBe('membership_exists');
  const user = (await world.call('/api/v1/account/loginfromtoken', { token: member.token })).body.user;
  expect(user.subscription).toMatchObject({ activeSubscription: true, subscriptionAmount: 700 });
});

test('[MEM-13] a hundred simultaneous beginnings make one subscription; the same form is executed once', async () => {
  const member = await world.member('Hundred');
  const attemptID = randomUUID();
  const all = await Promise.all([
    ...Array.from({ length: 70 }, () => it.create(member, 500)),
    ...Array.from({ length: 30 }, () => it.create(member, 500, { attemptID })),
  ]);
  const started = all.filter(({ status }) => status === 200);
  for (const { body, status } of all) expect([200, 503]).toContain(status === 200 ? 200 : body.error && status);
  expect(started.length).toBeGreaterThan(90);
  expect(new Set(started.map(({ body }) => body.client_secret)).size).toBe(1);
  expect(await own(member.userId)).toHaveLength(1);
  const made = await world.query(
    `select data from sandbox_object where data->>'object' = 'subscription' and data->'metadata'->>'paymentRecordId' = $1`,
    [started[0]?.body.paymentRecordId],
  );
  expect(made).toHaveLength(1);
});

test('[MEM-14] begun again: the same amount continues, another replaces it and ends what was begun before', async () => {
  const member = await world.member('Replacing');
  const first = (await it.create(member, 500)).body;
  const same = (await it.create(member, 500)).body;
  expect(same).toEqual(first);
  const other = (await it.create(member, 900)).body;
  expect(other.paymentRecordId).not.toBe(first.paymentRecordId);
  expect(await it.rehearse(member, first.client_secret, 'visa')).toMatchObject({ status: 'requires_payment_method' });
  expect((await own(member.userId)).map(({ cents, cause }) => [cents, cause])).toEqual([
    [500, 'replaced'],
    [900, null],
  ]);
  expect(await it.status(member, first.paymentRecordId)).toMatchObject({ over: true, paymentSucceded: false });
  // Paid by another tab in the meantime: it is not replaced, and not paid twice.
  await it.rehearse(member, other.client_secret, 'visa');
  expect((await it.create(member, 600)).body.error).toBe('membership_exists');
});

test('[MEM-15] a debit gives rights while it is processed; settled it is a membership, bounced it is none', async () => {
  const [good, bad] = [await it.paying('Settles', 500, 'debit'), await it.paying('Bounces', 500, 'debitBounces')];
  for (const each of [good, bad]) {
    expect(await it.status(each, each.paymentRecordId)).toMatchObject({ paymentSucceded: false, settling: true });
    expect(await it.subscription(each)).toMatchObject({
      state: 'settling',
      activeSubscription: true,
      initialPaymentSucceeded: false,
    });
    expect((await it.create(each, 500)).body.error).toBe('payment_pending');
  }
  const settled = await later(good, 6);
  const bounced = await it.again(bad);
  await soon(async () =>
    expect(await it.subscription(settled)).toMatchObject({ state: 'active', initialPaymentSucceeded: true }),
  );
  await soon(async () => expect(await it.subscription(bounced)).toMatchObject({ state: 'none', activeSubscription: false }));
  await soon(async () => expect((await own(bad.userId))[0]).toMatchObject({ cause: 'bounced' }));
});

test('[MEM-16] cancelled, it goes on until the end of its period; it can be resumed until then', async () => {
  const member = await it.paying('Cancelling');
  for (let i = 0; i < 2; i++) expect((await it.post('subscription/cancel', member)).body).toEqual({ success: true });
  const { paidUntil, subscriptionCancelsAt, ...ending } = await it.subscription(member);
  expect(ending).toMatchObject({ state: 'ending', activeSubscription: true, nextPayment: null });
  expect(subscriptionCancelsAt).toBe(paidUntil);
  const requests = () =>
    world.query(
      'select kind, done_at is not null as done from provider_request where payer_id = (select payer_id from membership where account_id = $1)',
      [member.userId],
    );
  await soon(async () => expect(await requests()).toEqual([{ kind: 'cancel', done: true }]));
  expect((await it.post('subscription/resume', member)).body).toEqual({ success: true });
  expect(await it.subscription(member)).toMatchObject({ state: 'active', subscriptionCancelsAt: null });
  // The provider learns of it only after it has collected once more: that is given back.
  await it.post('subscription/cancel', member);
  const after = await later(member, 32);
  await soon(async () => expect(await it.subscription(after)).toMatchObject({ state: 'ended', activeSubscription: false }));
  await soon(async () => expect((await own(member.userId))[0]).toMatchObject({ cause: 'cancelled' }));
  expect((await it.post('subscription/resume', after)).body.error).toBe('no_membership');
  expect((await it.post('subscription/cancel', after)).body.error).toBe('no_membership');
  // And begun again, once more.
  const { body } = await it.create(after, 500);
  await it.rehearse(after, body.client_secret, 'visa');
  await it.status(after, body.paymentRecordId);
  expect(await it.subscription(after)).toMatchObject({ state: 'active' });
});

test('[MEM-17] a renewal is a payment of its own, with its receipt; a new price counts from then on', async () => {
  const member = await it.paying('Renewing');
  expect((await it.post('subscription/updateprice', member, { amount: 499 })).body.fields).toEqual({
    amount: 'The minimum is 5 euros',
  });
  expect((await it.post('subscription/updateprice', member, { amount: 900 })).body).toEqual({ success: true });
  expect(await it.subscription(member)).toMatchObject({ subscriptionPrice: 900, state: 'active' });
  const after = await later(member, 32);
  await soon(async () =>
    expect((await it.get('receipts', after)).body.receipts.map(({ gross }: { gross: number }) => gross)).toEqual([900, 500]),
  );
  await soon(async () => expect(await it.subscription(after)).toMatchObject({ state: 'active', withdrawableUntil: null }));
  expect((await it.post('subscription/withdraw', after)).body.error).toBe('withdrawal_over');
});

test('[MEM-18] a renewal that fails leaves 14 days, then the membership ends without a debt; a new card makes it good', async () => {
  const [unpaid, mended] = [await it.paying('Unpaid'), await it.paying('Mended')];
  await world.query(
    `update sandbox_object set data = data || '{"present":"declines","absent":"declines"}', version = version + 1000000000
     where data->>'object' = 'behaviour'`,
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
  expect(await world.query('select reason, state, cents from refund where payment_id = $1', [member.paymentRecordId])).toEqual([
    { reason: 'withdrawal', state: 'done', cents: 1_100 },
  ]);
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
  expect((await it.get('receipts', during)).body.receipts).toHaveLength(1);
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
  expect(await refunds()).toMatchObject([{ reason: 'unused' }]);
  expect((await refunds())[0]?.cents).toBeGreaterThan(2_000);
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
  await moderatorOf(world, 'Books', 'admin');
  const [{ booked: inBooks }] = (await world.query(
    `select sum(cents)::int as booked from posting where account = 'provider'`,
  )) as [{ booked: number }];
  const [{ there }] = (await world.query(
    `select sum((data->>'net')::int)::int as there from sandbox_object where data->>'object' = 'balance_transaction'`,
  )) as [{ there: number }];
  expect(inBooks).toBe(there);
  expect(world.log()).not.toMatch(/fault/);
});
