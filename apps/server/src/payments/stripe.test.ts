import { StandInResponse } from '@unspoken/stripe-stand-in/http-client';
import { StandIn } from '@unspoken/stripe-stand-in/stand-in';
import { MemoryStore } from '@unspoken/stripe-stand-in/store';
import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { ProviderRefusal, ProviderUnavailable } from './provider.ts';
import { type ProviderUnderTest, providerContract } from './provider-contract.ts';
import { StripeProvider } from './stripe.ts';

const day = 86_400_000;
const webhookSecrets = ['whsec_new', 'whsec_old'];
const keys = { secretKey: 'sk_test_standin', publishableKey: 'pk_test_standin', webhookSecrets, productName: 'Unspoken' };

function standIn() {
  let now = Date.parse('2027-01-31T12:00:00Z');
  let ids = 0;
  const stand = new StandIn({ store: new MemoryStore(), now: () => now, id: (prefix) => `${prefix}${(ids++).toString(36)}` });
  const provider = new StripeProvider({ ...keys, httpClient: stand.httpClient });
  const it: ProviderUnderTest = {
    provider,
    pay: (secret, method) => stand.act((engine) => void engine.confirm(secret, engine.method(method))).catch(() => {}),
    authenticate: (secret, isConfirmed) => stand.act((engine) => void engine.authenticate(secret, isConfirmed)),
    pass: async (days) => {
      now += days * day;
    },
    dispute: (intentRef) =>
      stand.act((engine) => {
        const { latest_charge } = engine.context.state.get('payment_intent', intentRef);
        engine.dispute(latest_charge as string);
      }),
  };
  return { it, stand };
}

providerContract('the stand-in', async () => standIn().it);

/** A provider whose requests end in this way. */
const failing = (fail: () => Promise<never>) => {
  const { stand } = standIn();
  stand.httpClient.makeRequest = fail;
  return new StripeProvider({ ...keys, httpClient: stand.httpClient });
};
const answering = (statusCode: number, error: object) => {
  const { stand } = standIn();
  stand.httpClient.makeRequest = async () => new StandInResponse({ status: statusCode, body: { error } });
  return new StripeProvider({ ...keys, httpClient: stand.httpClient });
};

test('[PAY-2] a provider that cannot be reached is unavailable, as is one that is at fault or busy; what it refuses is a refusal', async () => {
  const lost = failing(async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  await expect(lost.balance()).rejects.toThrow(ProviderUnavailable);
  await expect(lost.end('sub_1', 'key')).rejects.toThrow(ProviderUnavailable);
  for (const status of [500, 502, 503, 429, 409, 401, 403])
    await expect(answering(status, { type: 'api_error', message: 'No.' }).balance()).rejects.toThrow(ProviderUnavailable);
  for (const status of [400, 402, 404])
    await expect(answering(status, { type: 'invalid_request_error', message: 'No.' }).balance()).rejects.toThrow(ProviderRefusal);
});

test('[PAY-8] an open invoice that closes while it is given up refuses nothing; one that stays open does', async () => {
  const { it, stand } = standIn();
  const { provider } = it;
  const customer = { email: 'ada@example.org', name: 'Ada Example', postalCode: '10115', country: 'DE', language: 'de' } as const;
  const customerRef = await provider.createCustomer(customer, 'customer');
  const started = await provider.startSubscription({ customerRef, cents: 500, paymentRecordId: 'record' }, 'start');
  await it.pay(started.clientSecret, 'visa');
  const [method] = await provider.methods(customerRef);
  await provider.deleteMethod(method?.ref as string, 'delete');
  await it.pass(32);
  const send = stand.httpClient.makeRequest.bind(stand.httpClient);
  type Sent = Parameters<typeof send>;
  let voided = 0;
  const onVoid = (act: (...request: Sent) => ReturnType<typeof send>) => {
    stand.httpClient.makeRequest = async (...request: Sent) => {
      if (!request[2].endsWith('/void')) return send(...request);
      voided++;
      return act(...request);
    };
  };
  const refused = { type: 'invalid_request_error', message: 'No.' };
  onVoid(async () => new StandInResponse({ status: 400, body: { error: refused } }));
  const ref = started.subscriptionRef as string;
  await expect(provider.end(ref, 'first')).rejects.toThrow(ProviderRefusal);
  onVoid(async (...request) => {
    await stand.act((engine) => void engine.billing.void(request[2].split('/').at(-2) as string));
    return send(...request);
  });
  await provider.end(ref, 'second');
  expect(voided).toBe(2);
});

const sent = Date.parse('2027-05-01T12:00:00Z');
const event = (more: object = {}) =>
  JSON.stringify({
    ...{ id: 'evt_1', object: 'event', type: 'invoice.paid', created: sent / 1_000, livemode: false, ...more },
    data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1', amount_paid: 1 } },
  });
const stripe = new Stripe('sk_test_tests');
const signed = (payload: string, { secret = 'whsec_new', at = sent } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at / 1_000 });
const signalIn = (payload: string, header: string, receivedAt = sent) =>
  standIn().it.provider.signalIn(Buffer.from(payload), header, receivedAt);

test('[PAY-3] a webhook is taken with a signature by either secret, 300 s before and after, in the configured mode', () => {
  const payload = event();
  expect(signalIn(payload, signed(payload))).toEqual({
    ...{ id: 'evt_1', type: 'invoice.paid', objectRef: 'in_1', customerRef: 'cus_1', at: new Date(sent) },
  });
  expect(signalIn(payload, signed(payload, { secret: 'whsec_old' }))).toBeDefined();
  expect(signalIn(payload, signed(payload, { secret: 'whsec_other' }))).toBeUndefined();
  for (const [ms, isTaken] of [
    [300_000, true],
    [301_000, false],
    [-300_000, true],
    [-301_000, false],
  ] as const)
    expect([ms, signalIn(payload, signed(payload), sent + ms) !== undefined]).toEqual([ms, isTaken]);
  const live = event({ livemode: true });
  expect(signalIn(live, signed(live))).toBeUndefined();
  expect(signalIn(event({ id: 'evt_2' }), signed(payload))).toBeUndefined();
});

test('[PAY-3] of 100,000 forged signatures none is taken', () => {
  const payload = event();
  const header = signed(payload);
  const { provider } = standIn().it;
  const [, time, signature = ''] = /^t=(\d+),v1=(\w+)$/.exec(header) ?? [];
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
  const near = fc.tuple(fc.nat(63), fc.integer({ min: 1, max: 15 })).map(([at, by]) => {
    const digit = (Number.parseInt(signature[at] as string, 16) ^ by).toString(16);
    return signature.slice(0, at) + digit + signature.slice(at + 1);
  });
  const forged = fc.oneof(
    hex.map((value) => `t=${time},v1=${value}`),
    near.map((value) => `t=${time},v1=${value}`),
    fc
      .integer({ min: -299, max: 299 })
      .filter((s) => s !== 0)
      .map((s) => `t=${Number(time) + s},v1=${signature}`),
    fc.constantFrom('v0', 'v2', 'v11', 'V1', '').map((scheme) => `t=${time},${scheme}=${signature}`),
    fc.nat(63).map((length) => `t=${time},v1=${signature.slice(0, length)}`),
    fc.string({ maxLength: 120 }),
    fc.string({ maxLength: 40 }).map((more) => `t=${time},${more}`),
    fc.constantFrom(`v1=${signature}`, `t=,v1=${signature}`, `t=NaN,v1=${signature}`, `t=1e999,v1=${signature}`, ''),
  );
  const payloads = Buffer.from(payload);
  fc.assert(
    fc.property(forged, (value) => provider.signalIn(payloads, value, sent) === undefined),
    { numRuns: 100_000 },
  );
  expect(provider.signalIn(payloads, header, sent)).toBeDefined();
}, 120_000);
