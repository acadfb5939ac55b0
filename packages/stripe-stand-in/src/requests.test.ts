import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { InvalidRequest, parseRequest, type RequestType } from './requests.ts';

/** What the SDK sends for this call: its body, or its query. */
const sent = async (call: (stripe: Stripe) => Promise<unknown>): Promise<string> => {
  let form = '';
  const httpClient: Stripe.HttpClient = {
    getClientName: () => 'capture',
    makeRequest: async (_host, _port, path, method, _headers, body) => {
      form = method === 'GET' ? (path.split('?')[1] ?? '') : body;
      return {
        getStatusCode: () => 200,
        getHeaders: () => ({}),
        getRawResponse: () => ({}),
        toStream: () => undefined,
        toJSON: async () => ({ object: 'list', data: [] }),
      };
    },
  };
  await call(new Stripe('sk_test_x', { httpClient, telemetry: false }));
  return form;
};

const parsed = async (type: RequestType, call: (stripe: Stripe) => Promise<unknown>) => parseRequest(type, await sent(call));

const refused = (type: RequestType, form: string): InvalidRequest => {
  try {
    parseRequest(type, form);
  } catch (error) {
    if (error instanceof InvalidRequest) return error;
    throw error;
  }
  throw new Error(`${form} is accepted`);
};

const subscription: Stripe.SubscriptionCreateParams = {
  customer: 'cus_1',
  items: [
    { price_data: { currency: 'eur', product: 'prod_1', unit_amount: 500, recurring: { interval: 'month', interval_count: 1 } } },
    { price: 'price_1', quantity: 2 },
  ],
  payment_behavior: 'default_incomplete',
  payment_settings: { save_default_payment_method: 'on_subscription' },
  off_session: false,
  trial_end: 'now',
  application_fee_percent: 2.5,
  expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
};

test('a subscription arrives as it was sent: numbers, booleans and lists', async () => {
  expect(await parsed('SubscriptionCreateParams', (stripe) => stripe.subscriptions.create(subscription))).toEqual(subscription);
});

test('a payment, a customer and a refund arrive as they were sent', async () => {
  const payment: Stripe.PaymentIntentCreateParams = {
    amount: 1_250,
    currency: 'eur',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    setup_future_usage: 'off_session',
  };
  expect(await parsed('PaymentIntentCreateParams', (stripe) => stripe.paymentIntents.create(payment))).toEqual(payment);
  const customer: Stripe.CustomerCreateParams = { email: 'a+b@example.org', name: 'Zoë & [Ann]', address: { country: 'DE' } };
  expect(await parsed('CustomerCreateParams', (stripe) => stripe.customers.create(customer))).toEqual(customer);
  const refund: Stripe.RefundCreateParams = { payment_intent: 'pi_1', amount: 1, reason: 'requested_by_customer' };
  expect(await parsed('RefundCreateParams', (stripe) => stripe.refunds.create(refund))).toEqual(refund);
});

test('a decimal remains a text', async () => {
  const unit_amount_decimal = Stripe.Decimal.from('0.125');
  const form = await sent((stripe) =>
    stripe.subscriptions.update('sub_1', {
      items: [{ price_data: { currency: 'eur', product: 'prod_1', recurring: { interval: 'day' }, unit_amount_decimal } }],
    }),
  );
  expect(parseRequest('SubscriptionUpdateParams', form)).toMatchObject({
    items: [{ price_data: { unit_amount_decimal: '0.125' } }],
  });
});

test('a query is read as a body is', async () => {
  const query: Stripe.EventListParams = {
    created: { gte: 1_790_000_000 },
    limit: 100,
    types: ['invoice.paid', 'charge.refunded'],
  };
  expect(await parsed('EventListParams', (stripe) => stripe.events.list(query))).toEqual(query);
  expect(await parsed('BalanceRetrieveParams', (stripe) => stripe.balance.retrieve())).toEqual({});
  expect(await parsed('RefundListParams', (stripe) => stripe.refunds.list({ created: 1_790_000_000 }))).toEqual({
    created: 1_790_000_000,
  });
});

test('metadata remain texts, whatever they look like and however they are named', async () => {
  const metadata = { order: '007', amount: 12, yes: 'true', '0': '1', __proto: 'x' };
  const form = await sent((stripe) => stripe.customers.update('cus_1', { metadata }));
  expect(parseRequest('CustomerUpdateParams', form)).toEqual({ metadata: { ...metadata, amount: '12' } });
});

test('what can be unset is unset by an empty text, or by null', async () => {
  const form = await sent((stripe) =>
    stripe.subscriptions.update('sub_1', { pause_collection: null, cancel_at: '', discounts: '', metadata: { order: null } }),
  );
  expect(parseRequest('SubscriptionUpdateParams', form)).toEqual({
    pause_collection: '',
    cancel_at: '',
    discounts: '',
    metadata: { order: '' },
  });
});

test('lists without numbers are lists, and numbered ones keep their order', () => {
  expect(parseRequest('ChargeRetrieveParams', 'expand[]=customer&expand[]=invoice')).toEqual({ expand: ['customer', 'invoice'] });
  const eleven = Array.from({ length: 11 }, (_, at) => 10 - at);
  const form = eleven.map((at) => `expand[${at}]=part${at}`).join('&');
  expect(parseRequest('ChargeRetrieveParams', form)).toEqual({ expand: eleven.toReversed().map((at) => `part${at}`) });
});

const item = 'items[0][price_data]';

test.each<[type: RequestType, form: string, param: string, code: string | undefined, message: string]>([
  ['CustomerCreateParams', 'nickname=x', 'nickname', 'parameter_unknown', 'Received unknown parameter: nickname'],
  ['CustomerCreateParams', '__proto__[x]=y', '__proto__', 'parameter_unknown', 'Received unknown parameter: __proto__'],
  ['CustomerCreateParams', 'name]=x', 'name]', 'parameter_unknown', 'Received unknown parameter: name]'],
  [
    'SubscriptionCreateParams',
    `${item}[amount]=5&${item}[currency]=eur&${item}[product]=p&${item}[recurring][interval]=day`,
    `${item}[amount]`,
    'parameter_unknown',
    `Received unknown parameter: ${item}[amount]`,
  ],
  ['PaymentIntentCreateParams', 'amount=500', 'currency', 'parameter_missing', 'Missing required param: currency.'],
  [
    'SubscriptionUpdateParams',
    'pause_collection[resumes_at]=1790000000',
    'pause_collection[behavior]',
    'parameter_missing',
    'Missing required param: pause_collection[behavior].',
  ],
  ['PaymentIntentCreateParams', 'amount=5.5&currency=eur', 'amount', 'parameter_invalid_integer', 'Invalid integer: 5.5'],
  ['PaymentIntentCreateParams', 'amount=NaN&currency=eur', 'amount', 'parameter_invalid_integer', 'Invalid integer: NaN'],
  ['SubscriptionCreateParams', 'trial_end=soon', 'trial_end', 'parameter_invalid_integer', 'Invalid integer: soon'],
  ['SubscriptionCreateParams', 'application_fee_percent=a', 'application_fee_percent', undefined, 'Invalid decimal: a'],
  ['SubscriptionCreateParams', 'off_session=1', 'off_session', undefined, 'Invalid boolean: 1'],
  [
    'RefundCreateParams',
    'reason=angry',
    'reason',
    undefined,
    'Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer',
  ],
  [
    'SubscriptionCreateParams',
    'collection_method=cash',
    'collection_method',
    undefined,
    'Invalid collection_method: must be one of charge_automatically or send_invoice',
  ],
  ['SubscriptionCreateParams', 'items=x', 'items', undefined, 'Invalid array'],
  ['SubscriptionCreateParams', 'customer[id]=x', 'customer', undefined, 'Invalid string'],
  ['SubscriptionUpdateParams', 'pause_collection=x', 'pause_collection', undefined, 'Invalid object'],
  ['SubscriptionUpdateParams', 'metadata=x&metadata[a]=b', 'metadata[a]', undefined, 'Invalid object'],
])('%s with %s is refused', (type, form, param, code, message) => {
  expect(refused(type, form)).toMatchObject({ param, code, message });
});

test('an empty text is refused where nothing can be unset', () => {
  const refusal = refused('CustomerCreateParams', 'email=');
  expect(refusal).toMatchObject({ param: 'email', code: 'parameter_invalid_empty' });
  expect(refusal.message).toMatch(/^You passed an empty string for 'email'\./);
});

test('details of ways to pay, which the product never sends, are refused', async () => {
  const form = await sent((stripe) =>
    stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      payment_method_options: { card: { request_three_d_secure: 'any' } },
    }),
  );
  expect(refused('PaymentIntentCreateParams', form)).toMatchObject({
    param: 'payment_method_options',
    code: 'parameter_unknown',
  });
});

test('what the types of the SDK would not let through is refused when it is sent all the same', async () => {
  const form = await sent((stripe) => stripe.refunds.create({ payment_intent: 'pi_1', amount: '12.50' as unknown as number }));
  expect(refused('RefundCreateParams', form)).toMatchObject({ param: 'amount', code: 'parameter_invalid_integer' });
});
