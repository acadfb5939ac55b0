import type Stripe from 'stripe';
import { emit } from './context.ts';
import type { Engine } from './engine.ts';
import { invalid, missing, notPaid } from './failure.ts';
import { refund } from './money.ts';
import { listOf, newCustomer, newIntent, newProduct, newSetup } from './objects.ts';
import type { RequestType } from './requests.ts';
import { idOf, type Kind, type Kinds } from './state.ts';

/** What a request asks for; the parameters are those that the schema of its type has let through. */
export interface Request {
  readonly id: string;
  readonly params: Readonly<Record<string, unknown>>;
}
interface StripeCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /** The type of its parameters in Stripe's library. */
  readonly params: RequestType;
  readonly answer: (engine: Engine, request: Request) => unknown;
}

const found = <K extends Kind>({ context }: Engine, kind: K, id: string): Kinds[K] => {
  const object = context.state.find(kind, id);
  if (!object) throw missing(kind, id);
  return object;
};

const read = <K extends Kind>(path: string, params: RequestType, kind: K): StripeCall => ({
  ...{ method: 'GET', path: new RegExp(`^/v1/${path}/([^/]+)$`), params },
  answer: (engine, { id }) => found(engine, kind, id),
});

interface ListParams {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly created?: number | { readonly gte?: number; readonly gt?: number; readonly lte?: number; readonly lt?: number };
}

/** The newest first, a page of at most `limit`. Source: https://docs.stripe.com/api/pagination */
function page<T extends { readonly id: string; readonly created: number }>(all: readonly T[], params: ListParams, url: string) {
  const { limit = 10, starting_after, created } = params;
  if (limit > 100) throw invalid('The limit is at most 100.', { param: 'limit' });
  const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {});
  const { gte = 0, gt = -1, lte = Number.POSITIVE_INFINITY, lt = Number.POSITIVE_INFINITY } = range;
  const matching = all.filter(({ created: at }) => at >= gte && at > gt && at <= lte && at < lt).toReversed();
  matching.sort((a, b) => b.created - a.created);
  const from = starting_after === undefined ? 0 : matching.findIndex(({ id }) => id === starting_after) + 1;
  if (from === 0 && starting_after !== undefined) throw invalid('There is no such object.', { param: 'starting_after' });
  return listOf(matching.slice(from, from + limit), url, matching.length > from + limit);
}

const list = <K extends Kind>(
  path: string,
  params: RequestType,
  kind: K,
  matches: (object: Kinds[K], params: Readonly<Record<string, unknown>>) => boolean = () => true,
): StripeCall => ({
  ...{ method: 'GET', path: new RegExp(`^/v1/${path}$`), params },
  answer: ({ context }, request) => {
    const all = context.state.all(kind).filter((object) => matches(object, request.params));
    return page(all as unknown as { id: string; created: number }[], request.params as ListParams, `/v1/${path}`);
  },
});

const post = (path: string, params: RequestType, answer: StripeCall['answer']): StripeCall => ({
  ...{ method: 'POST', path: new RegExp(`^/v1/${path}$`), params, answer },
});

const isAt = (reference: string | { id: string } | null, id: unknown): boolean =>
  id === undefined || (reference !== null && idOf(reference) === id);

/** Every request of Stripe's API that the product makes. Source: https://docs.stripe.com/api */
export const calls: readonly StripeCall[] = [
  read('customers', 'CustomerRetrieveParams', 'customer'),
  post('customers', 'CustomerCreateParams', ({ context }, { params }) =>
    context.state.put('customer', newCustomer(context, params as Stripe.CustomerCreateParams)),
  ),
  post('customers/([^/]+)', 'CustomerUpdateParams', (engine, { id, params }) => {
    const customer = found(engine, 'customer', id);
    const { invoice_settings, ...given } = params as Stripe.CustomerUpdateParams;
    // An empty text removes what was there.
    const more = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === '' ? null : value]));
    return engine.context.state.set('customer', id, {
      ...(more as Partial<Stripe.Customer>),
      invoice_settings: { ...customer.invoice_settings, ...(invoice_settings as Partial<Stripe.Customer.InvoiceSettings>) },
    });
  }),
  {
    ...{ method: 'GET', path: /^\/v1\/customers\/([^/]+)\/payment_methods$/, params: 'CustomerListPaymentMethodsParams' },
    answer: (engine, { id, params }) => {
      const { state } = engine.context;
      const all = state.all('payment_method').filter(({ customer }) => customer === found(engine, 'customer', id).id);
      return page(all, params as ListParams, `/v1/customers/${id}/payment_methods`);
    },
  },
  read('products', 'ProductRetrieveParams', 'product'),
  post('products', 'ProductCreateParams', ({ context }, { params }) => {
    const product = params as unknown as Stripe.ProductCreateParams;
    const isTaken = product.id !== undefined && context.state.find('product', product.id) !== undefined;
    if (isTaken) throw invalid('Product already exists.', { code: 'resource_already_exists' });
    return context.state.put('product', newProduct(context, product));
  }),
  list('subscriptions', 'SubscriptionListParams', 'subscription', ({ customer, status }, params) => {
    const wanted = params.status ?? 'not canceled';
    const matches = wanted === 'all' || (wanted === 'not canceled' ? status !== 'canceled' : status === wanted);
    return matches && isAt(customer, params.customer);
  }),
  read('subscriptions', 'SubscriptionRetrieveParams', 'subscription'),
  post('subscriptions', 'SubscriptionCreateParams', ({ billing }, { params }) => billing.create(params)),
  post('subscriptions/([^/]+)', 'SubscriptionUpdateParams', ({ billing }, { id, params }) => billing.update(id, params)),
  {
    ...{ method: 'DELETE', path: /^\/v1\/subscriptions\/([^/]+)$/, params: 'SubscriptionCancelParams' },
    answer: ({ billing }, { id }) => billing.cancel(id),
  },
  list('invoices', 'InvoiceListParams', 'invoice', ({ customer, parent, status }, params) => {
    const subscription = parent?.subscription_details?.subscription ?? null;
    const isWanted = params.status === undefined || params.status === status;
    return isWanted && isAt(customer, params.customer) && isAt(subscription, params.subscription);
  }),
  read('invoices', 'InvoiceRetrieveParams', 'invoice'),
  post('invoices/([^/]+)/finalize', 'InvoiceFinalizeInvoiceParams', ({ billing, context }, { id, params }) => {
    const open = billing.finalize(id);
    return params.auto_advance === false ? context.state.set('invoice', open, { auto_advance: false }) : open;
  }),
  post('invoices/([^/]+)/void', 'InvoiceVoidInvoiceParams', ({ billing }, { id }) => billing.void(id)),
  post('invoices/([^/]+)/pay', 'InvoicePayParams', (engine, { id, params }) => {
    const intent = engine.billing.pay(id, params);
    if (intent.status === 'requires_payment_method' || intent.status === 'requires_action') throw notPaid(intent);
    return found(engine, 'invoice', id);
  }),
  list('invoice_payments', 'InvoicePaymentListParams', 'invoice_payment', ({ invoice, payment }, params) => {
    const { payment_intent } = (params.payment ?? {}) as { payment_intent?: string };
    return isAt(invoice, params.invoice) && isAt(payment.payment_intent ?? null, payment_intent);
  }),
  list('payment_intents', 'PaymentIntentListParams', 'payment_intent', ({ customer }, { customer: of }) => isAt(customer, of)),
  read('payment_intents', 'PaymentIntentRetrieveParams', 'payment_intent'),
  post('payment_intents', 'PaymentIntentCreateParams', ({ context }, { params }) => {
    const { amount, customer = null, ...more } = params as unknown as Stripe.PaymentIntentCreateParams;
    const types = more.allowed_payment_method_types ?? ['card'];
    const isKept = more.setup_future_usage === 'off_session';
    const intent = newIntent(context, { amount, customer, types, isKept, metadata: (more.metadata ?? {}) as Stripe.Metadata });
    return context.state.put('payment_intent', intent);
  }),
  post('payment_intents/([^/]+)/cancel', 'PaymentIntentCancelParams', (engine, { id }) => {
    const intent = found(engine, 'payment_intent', id);
    const isOpen = ['requires_payment_method', 'requires_action'].includes(intent.status);
    if (!isOpen) throw invalid(`This intent is ${intent.status}.`, { code: 'payment_intent_unexpected_state' });
    return engine.billing.paying.cancel(intent);
  }),
  read('setup_intents', 'SetupIntentRetrieveParams', 'setup_intent'),
  post('setup_intents', 'SetupIntentCreateParams', ({ context }, { params }) => {
    const { customer = '', allowed_payment_method_types: types = ['card'] } = params as Stripe.SetupIntentCreateParams;
    const metadata = (params.metadata ?? {}) as Stripe.Metadata;
    return context.state.put('setup_intent', newSetup(context, { customer, types, metadata }));
  }),
  post('setup_intents/([^/]+)/cancel', 'SetupIntentCancelParams', ({ context }, { id }) => {
    const intent = context.state.find('setup_intent', id);
    if (!intent) throw missing('setup_intent', id);
    if (intent.status !== 'requires_payment_method')
      throw invalid(`This intent is ${intent.status}.`, { code: 'setup_intent_unexpected_state' });
    const canceled = context.state.set('setup_intent', intent, { status: 'canceled' });
    emit(context, 'setup_intent.canceled', canceled);
    return canceled;
  }),
  post('payment_methods/([^/]+)/detach', 'PaymentMethodDetachParams', (engine, { id }) => {
    const { context } = engine;
    if (found(engine, 'payment_method', id).customer === null) throw invalid('The payment method is not attached to a customer.');
    for (const each of context.state.all('subscription'))
      if (each.default_payment_method === id) context.state.set('subscription', each, { default_payment_method: null });
    const detached = context.state.set('payment_method', id, { customer: null });
    emit(context, 'payment_method.detached', detached);
    return detached;
  }),
  read('charges', 'ChargeRetrieveParams', 'charge'),
  list('refunds', 'RefundListParams', 'refund', ({ payment_intent, charge }, params) => {
    return isAt(payment_intent, params.payment_intent) && isAt(charge, params.charge);
  }),
  read('refunds', 'RefundRetrieveParams', 'refund'),
  post('refunds', 'RefundCreateParams', ({ context }, { params }) => refund(context, params)),
  list('disputes', 'DisputeListParams', 'dispute', ({ payment_intent }, params) => isAt(payment_intent, params.payment_intent)),
  read('disputes', 'DisputeRetrieveParams', 'dispute'),
  list('balance_transactions', 'BalanceTransactionListParams', 'balance_transaction'),
  read('balance_transactions', 'BalanceTransactionRetrieveParams', 'balance_transaction'),
  list('events', 'EventListParams', 'event'),
  read('payouts', 'PayoutRetrieveParams', 'payout'),
  {
    ...{ method: 'GET', path: /^\/v1\/balance$/, params: 'BalanceRetrieveParams' },
    answer: ({ balance }) => {
      const amount = { amount: balance, currency: 'eur', source_types: { card: balance } };
      return { object: 'balance', available: [amount], pending: [{ amount: 0, currency: 'eur' }], livemode: false };
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\/account$/, params: 'AccountRetrieveParams' },
    answer: () => ({ id: 'acct_standin', object: 'account', country: 'DE', default_currency: 'eur', charges_enabled: true }),
  },
];
