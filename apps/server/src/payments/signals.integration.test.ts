import { randomUUID } from 'node:crypto';
import { payingOf } from '@unspoken/testing/paying';
import { changeAtProvider } from '@unspoken/testing/rehearsed-provider';
import { password, startWorld, type World } from '@unspoken/testing/world';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';

const never = 3_600_000_000;
let world: World;
let it: ReturnType<typeof payingOf>;
/** Holds up or fails the requests to the provider. */
let before: (path: string) => Promise<void> = async () => {};
/** Called once a request has been executed, before its answer is given. */
let after: (path: string, method: string) => Promise<void> = async () => {};
beforeAll(async () => {
  world = await startWorld(
    {
      DURATIONS: JSON.stringify({ catchUp: never, membershipDue: never, reconcile: never }),
      STRIPE_WEBHOOK_SECRETS: 'whsec_new,whsec_old',
    },
    {
      rehearsalThrough(client) {
        const make = client.makeRequest.bind(client);
        client.makeRequest = async (...request) => {
          const [, , path, method] = request;
          await before(path);
          const answer = await make(...request);
          await after(path, method);
          return answer;
        };
        return client;
      },
    },
  );
  it = payingOf(world);
});
afterAll(() => world.close());

const away = () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
};
let isStopped = false;
/** The requests that are executed and whose answers are lost. */
let loses: RegExp | undefined;
const stopping: NonNullable<Parameters<typeof startWorld>[1]>['rehearsalThrough'] = (client) => {
  const make = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    if (isStopped) away();
    const answer = await make(...request);
    if (request[3] === 'POST' && loses?.test(request[2])) away();
    return answer;
  };
  return client;
};
const stripe = new Stripe('sk_test_tests');
const seconds = () => Math.floor(world.now().getTime() / 1_000);
const event = (customer: string | null, more: object = {}) =>
  JSON.stringify({
    ...{ id: `evt_${randomUUID()}`, object: 'event', type: 'customer.subscription.updated', created: seconds(), livemode: false },
    data: { object: { id: 'sub_1', object: 'subscription', customer, status: 'active' } },
    ...more,
  });
const send = (payload: string, header = sign(payload), type = 'application/json') =>
  world.call('/api/v1/payments/webhook', { body: payload, headers: { 'content-type': type, 'stripe-signature': header } });
/** A valid event of so many bytes. */
const padded = (bytes: number) => event(null, { padding: 'x'.repeat(bytes - event(null, { padding: '' }).length) });
const sign = (payload: string, secret = 'whsec_old') =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds() });
const customerOf = async (userId: string): Promise<string> => {
  const [row] = await world.query(
    'select customer_ref from payer join payer_account a on a.payer_id = payer.id where a.account_id = $1',
    [userId],
  );
  return row?.customer_ref as string;
};
const events = () => world.query('select * from provider_event');
const soon = (look: () => Promise<void>) => expect.poll(() => look().then(() => 'so', String), { timeout: 15_000 }).toBe('so');

test('[PAY-3] a webhook without a valid signature is refused and stores nothing', async () => {
  const payload = event('cus_1');
  for (const [body, header] of [
    [payload, ''],
    [payload, sign(payload, 'whsec_else')],
    [`${payload} `, sign(payload)],
    ['', sign('')],
    ['{', `${sign(payload)}x`],
  ] as const)
    expect((await send(body, header)).body).toMatchObject({ error: 'bad_request' });
  expect((await send(padded(256_001))).status).toBe(413);
  expect(await events()).toEqual([]);
});

test('[PAY-4] a webhook is stored once without its content, and the present state is read instead', async () => {
  const member = await world.member('Webhook');
  const { body } = await it.create(member, 500);
  const customer = await customerOf(member.userId);
  // It says that the subscription is active, which it is not.
  const lie = event(customer);
  for (let i = 0; i < 3; i++) expect((await send(lie)).body).toEqual({ received: true });
  await soon(async () => expect(await events()).toMatchObject([{ applied_at: expect.any(Date), customer_ref: customer }]));
  expect(JSON.stringify(await events())).not.toContain('active');
  expect(await it.subscription(member)).toMatchObject({ state: 'pending', activeSubscription: false });
  await it.rehearse(member, body.client_secret, 'visa');
  expect((await send(event(customer))).status).toBe(200);
  await soon(async () => expect(await it.subscription(member)).toMatchObject({ state: 'active' }));
});

test('[PAY-4] unknown types and unknown customers are stored and ignored; a form is taken as bytes, too, and 256 kB of it', async () => {
  const many = [
    ...[event('cus_nobody'), event(null), event(null, { type: 'cryptic.event' }), event(null, { data: { object: {} } })],
    padded(256_000),
  ];
  for (const payload of many) expect((await send(payload, sign(payload, 'whsec_new'), 'text/plain')).status).toBe(200);
  await soon(async () => expect((await events()).filter(({ applied_at }) => applied_at === null)).toEqual([]));
  expect(await events()).toHaveLength(2 + many.length);
});

test('[MEM-3] a trial is never begun here; one that an operator begins at the provider gives rights until it ends', async () => {
  const member = await world.member('Trial');
  expect((await it.create(member, 500)).status).toBe(200);
  const customer = await customerOf(member.userId);
  const [begun] = await world.query(
    `select data from sandbox_object where data->>'object' = 'subscription' and data->>'customer' = $1`,
    [customer],
  );
  const made = begun?.data as { id: string; latest_invoice: string } | undefined;
  expect(made).toMatchObject({ status: 'incomplete', trial_end: null });
  expect(await it.subscription(member)).toMatchObject({ state: 'pending', activeSubscription: false });
  const ends = seconds() + 10 * 86_400;
  const trial = JSON.stringify({ status: 'trialing', trial_end: ends });
  await changeAtProvider(
    world.query,
    `data = jsonb_set(data || $2::jsonb, '{items,data,0,current_period_end}', to_jsonb($3::bigint))`,
    `data->>'id' = $1`,
    [made?.id, trial, ends],
  );
  await changeAtProvider(world.query, `data = data || '{"status": "paid"}'`, `data->>'id' = $1`, [made?.latest_invoice]);
  await send(event(customer));
  await soon(async () => expect(await it.subscription(member)).toMatchObject({ state: 'active', activeSubscription: true }));
  expect(await world.query('select paid_until from membership where account_id = $1', [member.userId])).toEqual([
    { paid_until: new Date(ends * 1_000) },
  ]);
});

test('[PAY-6] a read that began before another and ends after it is not written', async () => {
  const member = await it.paying('Late read');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  // The answer to the first read, of the old price, arrives after the price was changed and read again.
  after = async (path) => {
    if (isHeld || !path.includes('/v1/subscriptions?')) return;
    isHeld = true;
    await held;
  };
  const signal = event(await customerOf(member.userId));
  await send(signal);
  await soon(async () => expect(isHeld).toBe(true));
  expect((await it.post('subscription/updateprice', member, { amount: 900 })).body).toEqual({ success: true });
  release();
  after = async () => {};
  const { id } = JSON.parse(signal);
  await soon(async () => expect((await events()).find((row) => row.id === id)?.applied_at).toEqual(expect.any(Date)));
  expect(await it.subscription(member)).toMatchObject({ subscriptionPrice: 900, state: 'active' });
});

test('[PAY-8] while the provider is away nothing is begun, a cancellation is accepted, and rights stay', async () => {
  const member = await it.paying('Away');
  const other = await world.member('Beginning');
  before = async () => away();
  expect((await it.create(other, 500)).body.error).toBe('unavailable');
  expect((await it.post('subscription/updateprice', member, { amount: 900 })).body.error).toBe('unavailable');
  expect(await it.subscription(member)).toMatchObject({ state: 'active', methodsUnavailable: true, paymentMethods: [] });
  expect((await it.post('subscription/cancel', member)).body).toEqual({ success: true });
  expect(await it.subscription(member)).toMatchObject({ state: 'ending' });
  expect((await it.post('subscription/resume', member)).body.error).toBe('unavailable');
  before = async () => {};
  // What failed can be sent again, and is one membership.
  expect((await it.create(other, 500)).status).toBe(200);
});

test('[PAY-8] [PAY-10] an answer that is lost after its execution: sent again, it is the same payment', async () => {
  const member = await world.member('Lost answer');
  after = async (path, method) => {
    if (method === 'POST' && path.startsWith('/v1/subscriptions')) away();
  };
  const attemptID = randomUUID();
  expect((await it.create(member, 500, { attemptID })).body.error).toBe('unavailable');
  after = async () => {};
  const made = () =>
    world.query(`select 1 from sandbox_object where data->>'object' = 'subscription' and data->>'customer' = $1`, [customer]);
  const customer = await customerOf(member.userId);
  expect(await made()).toHaveLength(1);
  const again = await it.create(member, 500, { attemptID });
  expect(again.status).toBe(200);
  expect(await made()).toHaveLength(1);
  await it.rehearse(member, again.body.client_secret, 'visa');
  expect(await it.status(member, again.body.paymentRecordId)).toMatchObject({ paymentSucceded: true });
});

test('[PAY-10] after a day the provider may have forgotten a key: the payment is looked up before it is started again', async () => {
  const member = await world.member('Day later');
  after = async (path, method) => {
    if (method === 'POST' && path.startsWith('/v1/payment_intents')) away();
  };
  const form = { paymentType: 'donation', attemptID: randomUUID() };
  expect((await it.create(member, 700, form)).body.error).toBe('unavailable');
  after = async () => {};
  await changeAtProvider(world.query, 'data = null', `data->>'object' = 'remembered'`);
  world.advance(24 * 3_600_000);
  const again = await it.create(member, 700, form);
  expect(again.status).toBe(200);
  const made = await world.query(
    `select 1 from sandbox_object where data->>'object' = 'payment_intent' and data->'metadata'->>'paymentRecordId' = $1`,
    [again.body.paymentRecordId],
  );
  expect(made).toHaveLength(1);
});

test('[PAY-11] metrics say for how long the provider is silent, and what has not been done there', async () => {
  const watched = await startWorld(
    { DURATIONS: JSON.stringify({ catchUp: 50, membershipDue: 50 }) },
    { rehearsalThrough: stopping },
  );
  const paying = payingOf(watched);
  const metric = async (name: string) => {
    const { body } = await watched.call('/metrics');
    return Number(new RegExp(`^unspoken_${name}\\S* ([\\d.e+-]+)`, 'm').exec(body as string)?.[1]);
  };
  const member = await paying.paying('Watched');
  await soon(async () => expect(await metric('payment_provider_silent_seconds')).toBeLessThan(5));
  isStopped = true;
  await paying.post('subscription/cancel', member);
  // The round that was on its way is over.
  await soon(async () => expect(await metric('payment_provider_silent_seconds')).toBeGreaterThan(0.5));
  watched.advance(2 * 3_600_000);
  await soon(async () => expect(await metric('payment_provider_silent_seconds')).toBeGreaterThan(7_000));
  expect(await metric('payments_undone_seconds')).toBeGreaterThan(7_000);
  isStopped = false;
  await soon(async () => expect(await metric('payments_undone_seconds')).toBe(0));
  await soon(async () => expect(await metric('payment_provider_silent_seconds')).toBeLessThan(100));
  await watched.close();
});

test('[PAY-8] [PAY-10] [MEM-23] what ends while the provider is away stays ended, what was given back is given once, and what is open is given up', async () => {
  const busy = await startWorld(
    { DURATIONS: JSON.stringify({ catchUp: 50, membershipDue: 50 }) },
    { rehearsalThrough: stopping },
  );
  const paying = payingOf(busy);
  const sandbox = (object: string, more = '') =>
    busy.query(`select data from sandbox_object where data->>'object' = $1 ${more}`, [object]);
  // Begun and cancelled while nothing could be reached: the same form does not begin it again.
  const early = await busy.member('Early');
  const attemptID = randomUUID();
  isStopped = true;
  expect((await paying.create(early, 500, { attemptID })).body.error).toBe('unavailable');
  expect((await paying.post('subscription/cancel', early)).body).toEqual({ success: true });
  isStopped = false;
  expect((await paying.create(early, 500, { attemptID })).body.error).toBe('payment_not_found');
  expect((await paying.create(early, 700, { attemptID })).body.error).toBe('validation_failed');
  expect(await sandbox('subscription')).toEqual([]);
  expect((await paying.create(early, 500)).status).toBe(200);

  // The answer to a refund is lost, and the provider is away until it has forgotten the key.
  const member = await paying.paying('Refunded', 1_000);
  loses = /\/v1\/refunds$/;
  expect((await paying.post('subscription/withdraw', member)).body).toEqual({ success: true });
  await soon(async () => expect(await sandbox('refund')).toHaveLength(1));
  isStopped = true;
  loses = undefined;
  // A request that had been let through is answered by now.
  await new Promise((resume) => setTimeout(resume, 500));
  await changeAtProvider(busy.query, 'data = null', `data->>'object' = 'remembered'`);
  busy.advance(2 * 86_400_000);
  isStopped = false;
  await soon(async () => expect(await busy.query('select state from refund')).toEqual([{ state: 'done' }]));
  expect(await sandbox('refund')).toHaveLength(1);

  // A donation that nobody has confirmed goes with the account.
  const giver = await busy.member('Giver');
  const { body } = await paying.create(giver, 900, { paymentType: 'donation' });
  await busy.call('/api/v1/account/deleteaccount', { token: giver.token, body: { password } });
  await soon(async () =>
    expect((await sandbox('payment_intent', `and data->>'id' = '${body.paymentId}'`))[0]?.data).toMatchObject({
      status: 'canceled',
    }),
  );
  await busy.close();
}, 60_000);

test('[PAY-9] in production without a key payments are closed, and say so', async () => {
  const closed = await startWorld({
    ...{ NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9', SECRET: 'x'.repeat(32), LIMITS: 'on', DURATIONS: '' },
    PUBLIC_URL: 'https://unspoken.example',
  });
  expect((await closed.call('/api/v1/payments/countries')).body.payments).toBe('closed');
  const webhook = await closed.call('/api/v1/payments/webhook', {
    ...{ body: event(null), headers: { 'content-type': 'application/json', 'stripe-signature': sign(event(null)) } },
  });
  expect([webhook.status, webhook.body.error]).toEqual([503, 'payments_closed']);
  await closed.close();
});
