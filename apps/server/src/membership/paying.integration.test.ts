import { randomUUID } from 'node:crypto';
import { untilAnswered } from '@unspoken/testing/patient';
import { payingWorld, soon } from '@unspoken/testing/paying';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [hour, day] = [3_600_000, 86_400_000];
let world: Awaited<ReturnType<typeof payingWorld>>['world'];
let it: Awaited<ReturnType<typeof payingWorld>>['it'];
let { own, booked, later } = {} as Awaited<ReturnType<typeof payingWorld>>;
beforeAll(async () => {
  ({ world, it, own, booked, later } = await payingWorld());
});
afterAll(() => world.close());

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
    ...Array.from({ length: 70 }, () => untilAnswered(() => it.create(member, 500))),
    ...Array.from({ length: 30 }, () => untilAnswered(() => it.create(member, 500, { attemptID }))),
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
  const requests = ({ userId }: Pick<typeof member, 'userId'>) =>
    world.query(
      'select kind, done_at is not null as done from provider_request where payer_id = (select payer_id from membership where account_id = $1)',
      [userId],
    );
  await soon(async () => expect(await requests(member)).toEqual([{ kind: 'cancel', done: true }]));
  expect((await it.post('subscription/resume', member)).body).toEqual({ success: true });
  expect(await it.subscription(member)).toMatchObject({ state: 'active', subscriptionCancelsAt: null });
  // Ended at the provider, of which nothing is known here yet.
  const ended = await it.paying('Ended there');
  await it.post('subscription/cancel', ended);
  await soon(async () => expect(await requests(ended)).toEqual([{ kind: 'cancel', done: true }]));
  await world.query(
    `update sandbox_object set data = data || '{"status": "canceled"}', version = (select max(version) + 1 from sandbox_object)
     where id = (select subscription_ref from membership where account_id = $1)`,
    [ended.userId],
  );
  expect((await it.post('subscription/resume', ended)).body.error).toBe('no_membership');
  // It stays cancelled; or it has ended so, if the provider's notice of the end came during the request.
  const [left] = await own(ended.userId);
  expect(left).toMatchObject(left?.ended_at === null ? { cancelled_at: expect.any(Date) } : { cause: 'cancelled' });
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

test('[PAY-15] after three declined attempts in an hour what was begun has ended, and nothing is begun for the rest of it', async () => {
  const [member, giver] = [await world.member('Trying out'), await world.member('Trying to give')];
  const begun = [(await it.create(member, 500)).body, (await it.create(giver, 900, { paymentType: 'donation' })).body];
  for (const [i, each] of [member, giver].entries()) {
    const { client_secret: secret, paymentRecordId } = begun[i];
    const state = () => world.query('select state from payment where id = $1', [paymentRecordId]);
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await it.rehearse(each, secret, 'declines')).toMatchObject({ status: 'requires_payment_method' });
    await soon(async () => expect(await declines(paymentRecordId)).toBe(2));
    expect(await state()).toEqual([{ state: 'open' }]);
    await it.rehearse(each, secret, 'declines');
    await soon(async () => expect(await state()).toEqual([{ state: 'over' }]));
    await soon(async () => expect(await undone(paymentRecordId)).toBe(0));
    expect((await it.rehearse(each, secret, 'visa')).status).not.toBe('succeeded');
    for (const paymentType of ['subscription', 'donation'])
      expect((await it.create(each, 700, { paymentType })).body.error).toBe('too_many_declined');
    // From when on something can be begun again: an hour after the first of the three.
    const { over, declined, beginsAgainAt } = await it.status(each, paymentRecordId);
    const wait = Date.parse(beginsAgainAt) - world.now().getTime();
    expect([over, declined, wait > 3_480_000, wait <= 3_600_000]).toEqual([true, true, true, true]);
  }
  // Others are not concerned.
  expect((await it.create(await world.member('Bystander'), 500)).status).toBe(200);
  const after = await later(member, 0.05);
  // The payment still says why it has ended, and that another can be begun.
  const { declined, beginsAgainAt } = await it.status(after, begun[0]?.paymentRecordId);
  expect([declined, beginsAgainAt]).toEqual([true, undefined]);
  expect((await it.create(after, 500)).status).toBe(200);
});

/** How much of what was accepted of the payer of a payment has not been done. */
async function undone(paymentRecordId: string): Promise<number> {
  const [row] = await world.query(
    `select count(*)::int as n from provider_request r join payment m on m.payer_id = r.payer_id where m.id = $1 and r.done_at is null`,
    [paymentRecordId],
  );
  return Number(row?.n);
}

/** How many declined attempts of the payer of a payment are known. */
async function declines(paymentRecordId: string): Promise<number> {
  const [row] = await world.query(
    `select count(*)::int as n from provider_event e join payer p on p.customer_ref = e.customer_ref join payment m on m.payer_id = p.id
     where m.id = $1 and e.type = 'payment_intent.payment_failed'`,
    [paymentRecordId],
  );
  return Number(row?.n);
}

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
