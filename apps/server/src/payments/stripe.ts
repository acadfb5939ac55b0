import Stripe from 'stripe';
import {
  type Customer,
  type DisputeRead,
  type IntentRead,
  type InvoiceRead,
  type MethodRead,
  type MovementRead,
  type PaymentProvider,
  ProviderRefusal,
  type RefundRead,
  type Signal,
  type Started,
  type SubscriptionRead,
} from './provider.ts';
import { asked, codeOf } from './stripe-errors.ts';
import {
  dateOf,
  disputeRead,
  hasEnded,
  idOf,
  intentRead,
  invoiceState,
  isLive,
  methodRead,
  movementRead,
  refundRead,
  setupRead,
  signalRead,
  subscriptionRead,
} from './stripe-reads.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Signing secrets of the webhook; two while they are rotated. */
  readonly webhookSecrets: readonly string[];
  /** What members buy, as Stripe shows it on bills. */
  readonly productName: string;
  /** Where the API is, if it is not Stripe's. */
  readonly apiUrl?: string | undefined;
  /** What carries the requests, if it is not the network. */
  readonly httpClient?: Stripe.HttpClient | undefined;
}

/** How long a request may take, ms; how far the time of a webhook may differ, s. */
const patience = 10_000;
const tolerance = 300;
/** What is ours at Stripe, the same in each of its accounts. */
const product = 'unspoken_membership';
const methods = ['card', 'sepa_debit'] as const;
const most = 100;

/** Stripe by its own library. Source: https://docs.stripe.com/api, version 2026-10-28.endive */
export class StripeProvider implements PaymentProvider {
  readonly #stripe: Stripe;
  readonly #options: StripeOptions;
  readonly publishableKey: string;

  constructor(options: StripeOptions) {
    this.#options = options;
    this.publishableKey = options.publishableKey;
    this.#stripe = new Stripe(options.secretKey, {
      ...{ apiVersion: '2026-10-28.endive', maxNetworkRetries: 0, telemetry: false, timeout: patience },
      ...(options.httpClient && { httpClient: options.httpClient }),
      ...(options.apiUrl !== undefined && addressOf(new URL(options.apiUrl))),
    });
  }

  account(): Promise<string> {
    return asked(async () => (await this.#stripe.accounts.retrieveCurrent()).id);
  }

  createCustomer(customer: Customer, key: string): Promise<string> {
    return asked(async () => (await this.#stripe.customers.create(fieldsOf(customer), { idempotencyKey: key })).id);
  }

  updateCustomer(ref: string, customer: Customer, key: string): Promise<void> {
    return asked(async () => void (await this.#stripe.customers.update(ref, fieldsOf(customer), { idempotencyKey: key })));
  }

  forgetCustomer(ref: string, key: string): Promise<void> {
    // Stripe removes an address, but neither a name nor an e-mail address: they are overwritten.
    const nobody: Stripe.CustomerUpdateParams = { name: 'Deleted account', email: 'deleted@example.invalid', address: '' };
    return asked(async () => void (await this.#stripe.customers.update(ref, nobody, { idempotencyKey: key })));
  }

  startSubscription(of: { customerRef: string; cents: number; paymentRecordId: string }, key: string): Promise<Started> {
    return asked(async () => {
      await this.#product();
      const subscription = await this.#stripe.subscriptions.create(
        {
          customer: of.customerRef,
          items: [{ price_data: { currency: 'eur', product, recurring: { interval: 'month' }, unit_amount: of.cents } }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: [...methods] },
          metadata: { paymentRecordId: of.paymentRecordId },
          expand: ['latest_invoice.payments'],
        },
        { idempotencyKey: key },
      );
      const intent = await this.#intentOf(subscription.latest_invoice as Stripe.Invoice);
      if (!intent) throw new ProviderRefusal('no_intent', 'The first invoice has no payment.');
      return { subscriptionRef: subscription.id, intentRef: intent.ref, clientSecret: intent.clientSecret };
    });
  }

  startDonation(of: { customerRef: string; cents: number; paymentRecordId: string }, key: string): Promise<Started> {
    return asked(async () => {
      const intent = await this.#stripe.paymentIntents.create(
        {
          ...{ amount: of.cents, currency: 'eur', customer: of.customerRef, allowed_payment_method_types: [...methods] },
          metadata: { paymentRecordId: of.paymentRecordId },
        },
        { idempotencyKey: key },
      );
      return { subscriptionRef: undefined, intentRef: intent.id, clientSecret: intent.client_secret ?? '' };
    });
  }

  startMethod(of: { customerRef: string; paymentRecordId: string }, key: string): Promise<Started> {
    return asked(async () => {
      const metadata = { paymentRecordId: of.paymentRecordId };
      const intent = await this.#stripe.setupIntents.create(
        { customer: of.customerRef, allowed_payment_method_types: [...methods], metadata },
        { idempotencyKey: key },
      );
      return { subscriptionRef: undefined, intentRef: intent.id, clientSecret: intent.client_secret ?? '' };
    });
  }

  subscriptions(customerRef: string): Promise<SubscriptionRead[]> {
    return asked(async () => {
      const reads: SubscriptionRead[] = [];
      const expand = ['data.latest_invoice.payments'];
      const params = { customer: customerRef, status: 'all' as const, limit: most, expand };
      for await (const each of this.#stripe.subscriptions.list(params)) {
        const invoice = hasEnded(each.status) ? undefined : await this.#invoiceRead(each.latest_invoice as Stripe.Invoice | null);
        reads.push(subscriptionRead(each, invoice));
      }
      return reads;
    });
  }

  intent(ref: string): Promise<IntentRead> {
    return asked(async () =>
      ref.startsWith('seti_') ? setupRead(await this.#stripe.setupIntents.retrieve(ref)) : this.#intent(ref),
    );
  }

  intentsOf(customerRef: string): Promise<Map<string, IntentRead>> {
    return asked(async () => {
      const found = new Map<string, IntentRead>();
      for await (const each of this.#stripe.paymentIntents.list({ customer: customerRef, limit: most })) {
        const { paymentRecordId } = each.metadata;
        if (paymentRecordId) found.set(paymentRecordId, intentRead(each));
      }
      return found;
    });
  }

  subscriptionOf(intentRef: string): Promise<string | undefined> {
    return asked(async () => {
      const { data } = await this.#stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: intentRef },
        expand: ['data.invoice'],
      });
      const invoice = data[0]?.invoice;
      const parent = typeof invoice === 'object' && 'parent' in invoice ? invoice.parent : undefined;
      return idOf(parent?.subscription_details?.subscription);
    });
  }

  changePrice({ ref, itemRef }: Pick<SubscriptionRead, 'ref' | 'itemRef'>, cents: number, key: string): Promise<void> {
    const price_data = { currency: 'eur', product, recurring: { interval: 'month' as const }, unit_amount: cents };
    return this.#update(ref, { items: [{ id: itemRef, price_data }], proration_behavior: 'none' }, key);
  }

  cancelAtPeriodEnd(ref: string, key: string): Promise<void> {
    return this.#unlessEnded(ref, () => this.#update(ref, { cancel_at_period_end: true }, key));
  }

  resume(ref: string, key: string): Promise<void> {
    return asked(async () => {
      const { cancel_at_period_end: isEnding, cancel_at: at } = await this.#stripe.subscriptions.retrieve(ref);
      if (isEnding) await this.#update(ref, { cancel_at_period_end: false }, key);
      // An operator who cancels on Stripe's pages sets a date.
      else if (at !== null) await this.#update(ref, { cancel_at: '' }, key);
    });
  }

  pause(ref: string, key: string): Promise<void> {
    return this.#unlessEnded(ref, () => this.#update(ref, { pause_collection: { behavior: 'void' } }, key));
  }

  unpause(ref: string, key: string): Promise<void> {
    return this.#unlessEnded(ref, () => this.#update(ref, { pause_collection: '' }, key));
  }

  async end(ref: string, key: string): Promise<void> {
    await this.#unlessEnded(ref, () =>
      asked(async () => void (await this.#stripe.subscriptions.cancel(ref, {}, { idempotencyKey: key }))),
    );
    await asked(async () => {
      const params = { subscription: ref, limit: most, expand: ['data.payments'] };
      for await (const invoice of this.#stripe.invoices.list(params))
        if (invoiceState(invoice) === 'open') await this.#giveUp(invoice, key);
    });
  }

  async cancelIntent(ref: string, key: string): Promise<void> {
    const intents = ref.startsWith('seti_') ? this.#stripe.setupIntents : this.#stripe.paymentIntents;
    await unlessDone(
      () => asked(async () => void (await intents.cancel(ref, {}, { idempotencyKey: key }))),
      // One that is processed, paid or cancelled cannot be given up.
      async () => ['unpaid', 'confirming'].includes((await this.intent(ref)).state),
    );
  }

  methods(customerRef: string): Promise<MethodRead[]> {
    return asked(async () => {
      const { data } = await this.#stripe.customers.listPaymentMethods(customerRef, { limit: most });
      return data.map(methodRead);
    });
  }

  defaultMethod(subscriptionRef: string): Promise<string | undefined> {
    return asked(async () => {
      const expand = ['latest_invoice.payments'];
      const subscription = await this.#stripe.subscriptions.retrieve(subscriptionRef, { expand });
      if (subscription.default_payment_method) return idOf(subscription.default_payment_method);
      // While a first debit is processed it is not the default yet.
      const ref = intentRefOf(subscription.latest_invoice as Stripe.Invoice | null);
      return ref === undefined ? undefined : idOf((await this.#stripe.paymentIntents.retrieve(ref)).payment_method);
    });
  }

  setDefaultMethod(subscriptionRef: string, methodRef: string, key: string): Promise<void> {
    return this.#update(subscriptionRef, { default_payment_method: methodRef }, key);
  }

  deleteMethod(methodRef: string, key: string): Promise<void> {
    return asked(async () => void (await this.#stripe.paymentMethods.detach(methodRef, {}, { idempotencyKey: key })));
  }

  refund(of: { intentRef: string; cents: number; refundId: string }, key: string): Promise<RefundRead> {
    return asked(async () => {
      const params = { payment_intent: of.intentRef, amount: of.cents, metadata: { refundId: of.refundId } };
      return refundRead(await this.#stripe.refunds.create(params, { idempotencyKey: key }));
    });
  }

  refundState(ref: string): Promise<RefundRead> {
    return asked(async () => refundRead(await this.#stripe.refunds.retrieve(ref)));
  }

  refundsOf(intentRef: string): Promise<Map<string, RefundRead>> {
    return asked(async () => {
      const found = new Map<string, RefundRead>();
      for await (const each of this.#stripe.refunds.list({ payment_intent: intentRef, limit: most }))
        if (each.metadata?.refundId) found.set(each.metadata.refundId, refundRead(each));
      return found;
    });
  }

  dispute(ref: string): Promise<DisputeRead> {
    return asked(async () => disputeRead(await this.#stripe.disputes.retrieve(ref)));
  }

  movementsSince(at: Date): Promise<MovementRead[]> {
    return asked(async () => {
      const found: MovementRead[] = [];
      const params = { created: { gte: secondsOf(at) }, limit: most, expand: ['data.source'] };
      for await (const each of this.#stripe.balanceTransactions.list(params)) found.push(movementRead(each));
      return found.toReversed();
    });
  }

  signalsSince(at: Date): Promise<Signal[]> {
    return asked(async () => {
      const found: Signal[] = [];
      const params = { created: { gte: secondsOf(at) }, limit: most };
      for await (const each of this.#stripe.events.list(params)) found.push(signalRead(each));
      return found.toReversed();
    });
  }

  balance(): Promise<number> {
    return asked(async () => {
      const { available, pending } = await this.#stripe.balance.retrieve();
      return [...available, ...pending].reduce((sum, { amount, currency }) => sum + (currency === 'eur' ? amount : 0), 0);
    });
  }

  signalIn(payload: Buffer, signature: string, receivedAt: number): Signal | undefined {
    const sent = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]) * 1_000;
    // The library refuses what is too old, and accepts any time in the future.
    if (!(sent - receivedAt <= tolerance * 1_000)) return undefined;
    for (const secret of this.#options.webhookSecrets) {
      try {
        const event = this.#stripe.webhooks.constructEvent(payload, signature, secret, tolerance, undefined, receivedAt);
        return event.livemode === isLive(this.#options.secretKey) ? signalRead(event as never) : undefined;
      } catch {
        // Signed with the other secret, or by somebody else.
      }
    }
    return undefined;
  }

  #update(ref: string, params: Stripe.SubscriptionUpdateParams, key: string): Promise<void> {
    return asked(async () => void (await this.#stripe.subscriptions.update(ref, params, { idempotencyKey: key })));
  }

  async #intent(ref: string): Promise<IntentRead> {
    return intentRead(await this.#stripe.paymentIntents.retrieve(ref));
  }

  async #intentOf(invoice: Stripe.Invoice): Promise<IntentRead | undefined> {
    const ref = intentRefOf(invoice);
    return ref === undefined ? undefined : this.#intent(ref);
  }

  /** Makes a request that a subscription which has ended refuses, for which nothing is left to be done then. */
  #unlessEnded(ref: string, request: () => Promise<void>): Promise<void> {
    return unlessDone(request, async () => !hasEnded((await asked(() => this.#stripe.subscriptions.retrieve(ref))).status));
  }

  /** An invoice that is not to be paid any more. One whose debit is being processed cannot be given up: what comes of it is given back. */
  async #giveUp({ id, status }: Stripe.Invoice, key: string): Promise<void> {
    const ref = id as string;
    const under = (what: string) => ({ idempotencyKey: `${key}:${ref}:${what}` });
    // For about an hour it is a draft, which cannot be given up.
    if (status === 'draft')
      await unlessDone(
        () =>
          asked(async () => void (await this.#stripe.invoices.finalizeInvoice(ref, { auto_advance: false }, under('finalize')))),
        // Its hour is over, or another process has done it.
        async () => (await this.#stripe.invoices.retrieve(ref)).status === 'draft',
      );
    if (!(await this.#isOwed(ref))) return;
    await unlessDone(
      () => asked(async () => void (await this.#stripe.invoices.voidInvoice(ref, {}, under('void')))),
      // Between the question and the request it was paid, given up, or a payment of it began.
      () => this.#isOwed(ref),
    );
  }

  /** Whether an invoice is still to be paid, and no payment of it is being processed. */
  async #isOwed(ref: string): Promise<boolean> {
    const invoice = await this.#stripe.invoices.retrieve(ref, { expand: ['payments'] });
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return false;
    return (await this.#intentOf(invoice))?.state !== 'settling';
  }

  async #invoiceRead(invoice: Stripe.Invoice | null): Promise<InvoiceRead | undefined> {
    if (!invoice) return undefined;
    const intent = await this.#intentOf(invoice);
    return { ref: invoice.id as string, state: invoiceState(invoice), createdAt: dateOf(invoice.created), intent };
  }

  /** Makes what members buy, if nobody has yet. */
  async #product(): Promise<void> {
    try {
      await this.#stripe.products.create({ id: product, name: this.#options.productName });
    } catch (error) {
      if (codeOf(error) !== 'resource_already_exists') throw error;
    }
  }
}

/** Makes a request that is refused, among other reasons, when nothing is left to be done: then `isLeft` says so, and that is no fault. */
async function unlessDone(request: () => Promise<void>, isLeft: () => Promise<boolean>): Promise<void> {
  try {
    await request();
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || (await isLeft())) throw error;
  }
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

const fieldsOf = ({ email, name, postalCode, country, language }: Customer) => ({
  ...{ email, name, address: { postal_code: postalCode, country }, preferred_locales: [language] },
});

const intentRefOf = (invoice: Stripe.Invoice | null): string | undefined => {
  const payments = invoice?.payments?.data ?? [];
  return idOf((payments.find(({ is_default }) => is_default) ?? payments[0])?.payment.payment_intent);
};

const addressOf = ({ hostname, port, protocol }: URL): Stripe.StripeConfig => ({
  host: hostname,
  port,
  protocol: protocol === 'http:' ? 'http' : 'https',
});
