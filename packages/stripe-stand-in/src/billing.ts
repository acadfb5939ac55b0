import type Stripe from 'stripe';
import { type Context, emit, schedule, unschedule } from './context.ts';
import { invalid, missing } from './failure.ts';
import { newIntent, newInvoice, newInvoicePayment, newItem, newSubscription, repriced } from './objects.ts';
import { type Billed, Paying } from './paying.ts';
import { behaviourId, idOf } from './state.ts';

const [hour, day] = [3_600, 86_400];
/** How long the invoice of a renewal stays a draft. */
const draft = hour;
/** How long the first payment may take. Source: https://docs.stripe.com/billing/subscriptions/overview */
const firstPayment = 23 * hour;
/** After how long a renewal that failed is tried again, each time. */
const retries = [3 * day, 5 * day, 7 * day];

/** The instant so many months after the anchor; on the last day of a shorter month. */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1_000);
  const month = from.getUTCMonth() + months;
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), last));
  return to.getTime() / 1_000;
}

const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

/** Subscriptions and their invoices. Source: https://docs.stripe.com/billing/subscriptions/overview */
export class Billing {
  readonly #it: Context;
  readonly paying: Paying;

  constructor(it: Context) {
    this.#it = it;
    const forInvoice = (act: (subscription: Stripe.Subscription, invoice: Stripe.Invoice, of: Stripe.PaymentIntent) => void) => {
      return (intent: Stripe.PaymentIntent) => {
        const invoice = this.invoiceOf(intent.id);
        if (invoice) act(this.#subscriptionOf(invoice), invoice, intent);
      };
    };
    const billed: Billed = {
      onSucceeded: forInvoice((subscription, invoice, intent) => this.#paid(subscription, invoice, intent)),
      onProcessing: forInvoice((subscription, _invoice, intent) => this.#processing(subscription, intent)),
      onFailed: forInvoice((subscription, invoice, intent) => this.#failed(subscription, invoice, intent)),
    };
    this.paying = new Paying(it, billed);
  }

  create(params: Stripe.SubscriptionCreateParams): Stripe.Subscription {
    const { state, now, id } = this.#it;
    const customer = state.find('customer', params.customer ?? '');
    if (!customer) throw missing('customer', params.customer ?? '');
    const price = params.items?.[0]?.price_data;
    if (!price || params.items?.length !== 1) throw invalid('Give one item with price_data.', { param: 'items' });
    if (!state.find('product', price.product)) throw missing('product', price.product);
    const own = id('sub_');
    const [from, until] = [now(), monthsAfter(now(), 1)];
    const item = newItem(this.#it, {
      ...{ subscription: own, product: price.product, cents: price.unit_amount ?? 0, from, until },
    });
    const subscription = state.put(
      'subscription',
      newSubscription(this.#it, {
        ...{ id: own, customer: customer.id, items: [item], metadata: (params.metadata || {}) as Stripe.Metadata },
        types: params.payment_settings?.payment_method_types || null,
        keepsMethod: params.payment_settings?.save_default_payment_method === 'on_subscription',
      }),
    );
    const billed = this.#bill(subscription, 'subscription_create');
    schedule(this.#it, 'expire', own, firstPayment);
    emit(this.#it, 'customer.subscription.created', billed);
    return billed;
  }

  /** Source: https://docs.stripe.com/api/subscriptions/update */
  update(id: string, params: Stripe.SubscriptionUpdateParams): Stripe.Subscription {
    const { state } = this.#it;
    const subscription = state.find('subscription', id);
    if (!subscription) throw missing('subscription', id);
    if (hasEnded(subscription))
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
        code: 'invalid_canceled_subscription_fields',
      });
    if (subscription.status === 'incomplete')
      throw invalid('A subscription with status incomplete can only update its metadata and default source.');
    const updated = state.set('subscription', subscription, {
      ...(params.items && { items: this.#itemsWith(subscription, params) }),
      ...(params.cancel_at_period_end !== undefined && this.#ending(subscription, params.cancel_at_period_end)),
      ...(params.pause_collection !== undefined && {
        pause_collection: params.pause_collection ? { behavior: params.pause_collection.behavior, resumes_at: null } : null,
      }),
      ...(params.default_payment_method !== undefined && { default_payment_method: params.default_payment_method || null }),
    });
    emit(this.#it, 'customer.subscription.updated', updated);
    return updated;
  }

  /** Ends a subscription at once. Its open invoice stays, and is no longer collected. */
  cancel(id: string): Stripe.Subscription {
    const { state, now } = this.#it;
    const subscription = state.find('subscription', id);
    if (!subscription || hasEnded(subscription)) throw missing('subscription', id);
    const wasFirst = subscription.status === 'incomplete';
    for (const kind of ['renew', 'expire'] as const) unschedule(this.#it, kind, id);
    const invoice = state.get('invoice', subscription.latest_invoice as string);
    unschedule(this.#it, 'retry', invoice.id);
    // The draft of a renewal is finalized all the same, and collected if nobody gives it up.
    if (invoice.status === 'open') state.set('invoice', invoice, { auto_advance: false, next_payment_attempt: null });
    if (invoice.status === 'open' && wasFirst && this.intentOf(invoice.id).status !== 'processing') this.void(invoice.id);
    const status = wasFirst ? 'incomplete_expired' : 'canceled';
    const ended = state.set('subscription', subscription, { status, canceled_at: now(), ended_at: now() });
    emit(this.#it, 'customer.subscription.deleted', ended);
    return ended;
  }

  /** An open invoice is given up; a payment of it that can still be stopped is. */
  void(id: string): Stripe.Invoice {
    const { state, now } = this.#it;
    const invoice = state.find('invoice', id);
    if (!invoice) throw missing('invoice', id);
    if (invoice.status !== 'open') throw invalid("You can only pass in open invoices. This invoice isn't open.");
    const intent = this.intentOf(id);
    if (intent.status === 'processing') throw invalid('You cannot void an invoice with a payment that is processing.');
    unschedule(this.#it, 'retry', id);
    if (['requires_payment_method', 'requires_action'].includes(intent.status)) this.paying.cancel(intent);
    const status_transitions = { ...invoice.status_transitions, voided_at: now() };
    const fields = { status: 'void', status_transitions, auto_advance: false, next_payment_attempt: null } as const;
    const voided = state.set('invoice', invoice, fields);
    emit(this.#it, 'invoice.voided', voided);
    return voided;
  }

  /** Tries to pay an open invoice now, with a method or with the subscription's own. */
  pay(id: string, params: Stripe.InvoicePayParams): Stripe.PaymentIntent {
    const { state } = this.#it;
    const invoice = state.find('invoice', id);
    if (!invoice) throw missing('invoice', id);
    if (invoice.status !== 'open') throw invalid(`Invoice is ${invoice.status}.`);
    const intent = this.intentOf(id);
    if (intent.status === 'processing') throw invalid('A payment of this invoice is processing.');
    const method = params.payment_method ?? this.#methodOf(this.#subscriptionOf(invoice));
    if (method === null) throw invalid('There is no payment method.', { code: 'payment_method_missing' });
    const holder = params.off_session === false ? 'present' : 'absent';
    return this.paying.attempt(intent, state.get('payment_method', method), holder);
  }

  /** The first payment was not made in time. */
  expire(id: string): void {
    const { state, now } = this.#it;
    const subscription = state.get('subscription', id);
    if (subscription.status !== 'incomplete') return;
    this.void(idOf(subscription.latest_invoice as string));
    const expired = state.set('subscription', subscription, { status: 'incomplete_expired', ended_at: now() });
    emit(this.#it, 'customer.subscription.updated', expired);
  }

  /** A period has ended: the subscription ends with it, or the next one is billed. */
  renew(id: string): void {
    const { state, now } = this.#it;
    const subscription = state.get('subscription', id);
    if (hasEnded(subscription)) return;
    if (subscription.cancel_at_period_end) {
      const ended = state.set('subscription', subscription, { status: 'canceled', ended_at: now() });
      emit(this.#it, 'customer.subscription.deleted', ended);
      return;
    }
    const [item] = subscription.items.data as [Stripe.SubscriptionItem];
    const months = Math.round((item.current_period_end - subscription.billing_cycle_anchor) / (30.44 * day));
    const until = monthsAfter(subscription.billing_cycle_anchor, months + 1);
    const next = { ...item, current_period_start: item.current_period_end, current_period_end: until };
    const renewed = state.set('subscription', subscription, { items: { ...subscription.items, data: [next] } });
    schedule(this.#it, 'renew', id, until - now());
    const billed = this.#bill(renewed, 'subscription_cycle');
    emit(this.#it, 'customer.subscription.updated', billed);
    schedule(this.#it, 'finalize', idOf(billed.latest_invoice as string), draft);
  }

  /** The invoice of a renewal is no draft any more, and is collected unless that is paused, or the subscription has ended. */
  finalizeDue(id: string): void {
    const invoice = this.#it.state.get('invoice', id);
    if (invoice.status !== 'draft') return;
    const subscription = this.#subscriptionOf(invoice);
    this.finalize(id);
    if (subscription.pause_collection) this.void(id);
    else if (invoice.auto_advance) this.#try(id);
  }

  /** Source: https://docs.stripe.com/api/invoices/finalize */
  finalize(id: string): Stripe.Invoice {
    const { state, now } = this.#it;
    const invoice = state.find('invoice', id);
    if (!invoice) throw missing('invoice', id);
    if (invoice.status !== 'draft')
      throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
    unschedule(this.#it, 'finalize', id);
    const types = this.#subscriptionOf(invoice).payment_settings?.payment_method_types ?? ['card'];
    this.#addIntent(invoice, types);
    const status_transitions = { ...invoice.status_transitions, finalized_at: now() };
    const open = state.set('invoice', invoice, { status: 'open', status_transitions });
    emit(this.#it, 'invoice.finalized', open);
    return open;
  }

  /** A renewal that had failed is tried again. */
  retry(id: string): void {
    const { status, auto_advance } = this.#it.state.get('invoice', id);
    if (status === 'open' && auto_advance) this.#try(id);
  }

  intentOf(invoice: string): Stripe.PaymentIntent {
    const { state } = this.#it;
    const payment = state.all('invoice_payment').find((each) => each.invoice === invoice);
    return state.get('payment_intent', payment?.payment.payment_intent ?? null);
  }

  invoiceOf(intent: string): Stripe.Invoice | undefined {
    const { state } = this.#it;
    const payment = state.all('invoice_payment').find((each) => each.payment.payment_intent === intent);
    return payment && state.get('invoice', payment.invoice as string);
  }

  #subscriptionOf(invoice: Stripe.Invoice): Stripe.Subscription {
    return this.#it.state.get('subscription', invoice.parent?.subscription_details?.subscription ?? null);
  }

  #methodOf(subscription: Stripe.Subscription): string | null {
    const customer = this.#it.state.get('customer', subscription.customer as string);
    const method = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
    return method && idOf(method);
  }

  #itemsWith(subscription: Stripe.Subscription, { items = [], proration_behavior }: Stripe.SubscriptionUpdateParams) {
    const [item] = subscription.items.data as [Stripe.SubscriptionItem];
    const data = items.flatMap((each) => {
      const price = each.price_data;
      if (!price) throw invalid('Give price_data.', { param: 'items' });
      if (each.id === item.id) return [repriced(this.#it, item, price.product, price.unit_amount ?? 0)];
      const from = { from: item.current_period_start, until: item.current_period_end };
      const more = { subscription: subscription.id, product: price.product, cents: price.unit_amount ?? 0, ...from };
      return [item, newItem(this.#it, more)];
    });
    if (proration_behavior !== 'none') throw invalid('The stand-in does not prorate.', { param: 'proration_behavior' });
    return { ...subscription.items, data };
  }

  #ending(subscription: Stripe.Subscription, isEnding: boolean): Partial<Stripe.Subscription> {
    const at = subscription.items.data[0]?.current_period_end ?? null;
    return { cancel_at_period_end: isEnding, cancel_at: isEnding ? at : null, canceled_at: isEnding ? this.#it.now() : null };
  }

  /** Makes the invoice of a period: the first one is open at once, that of a renewal is a draft. */
  #bill(subscription: Stripe.Subscription, reason: 'subscription_create' | 'subscription_cycle'): Stripe.Subscription {
    const { state } = this.#it;
    const customer = state.get('customer', subscription.customer as string);
    const cents = subscription.items.data.reduce((sum, { price }) => sum + (price.unit_amount ?? 0), 0);
    const made = state.put('invoice', newInvoice(this.#it, { subscription, customer, cents, reason }));
    const invoice = state.set('invoice', made, { status: 'draft' });
    if (reason === 'subscription_create') this.finalize(invoice.id);
    return state.set('subscription', subscription, { latest_invoice: invoice.id });
  }

  #addIntent(invoice: Stripe.Invoice, types: readonly string[]): void {
    const { state } = this.#it;
    const keeps = this.#subscriptionOf(invoice).payment_settings?.save_default_payment_method === 'on_subscription';
    const customer = invoice.customer as string;
    const intent = newIntent(this.#it, { amount: invoice.amount_due, customer, types, isKept: keeps });
    state.put('payment_intent', intent);
    state.put('invoice_payment', newInvoicePayment(this.#it, invoice, intent.id));
  }

  #try(invoice: string): void {
    const { state } = this.#it;
    const subscription = this.#subscriptionOf(state.get('invoice', invoice));
    const method = this.#methodOf(subscription);
    const intent = this.intentOf(invoice);
    if (method) this.paying.attempt(intent, state.get('payment_method', method), 'absent');
    else this.#failed(subscription, state.get('invoice', invoice), intent);
  }

  #paid(of: Stripe.Subscription, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
    const { state, now } = this.#it;
    unschedule(this.#it, 'retry', invoice.id);
    const { total } = invoice;
    emit(
      this.#it,
      'invoice.paid',
      state.set('invoice', invoice, {
        ...{ status: 'paid', amount_paid: total, amount_remaining: 0, attempted: true, next_payment_attempt: null },
        status_transitions: { ...invoice.status_transitions, paid_at: now() },
      }),
    );
    const payment = state.all('invoice_payment').find((each) => each.invoice === invoice.id) as Stripe.InvoicePayment;
    state.set('invoice_payment', payment, { status: 'paid', amount_paid: total });
    this.#activate(of, intent);
  }

  /** A debit that is being processed counts as paid until it bounces. */
  #processing(subscription: Stripe.Subscription, intent: Stripe.PaymentIntent): void {
    const method = this.#it.state.get('behaviour', behaviourId(idOf(intent.payment_method as string)));
    // Stripe documents either: the stand-in does one with some debits and the other with others.
    if (subscription.status !== 'incomplete' || method.activates === true) this.#activate(subscription, undefined);
    else unschedule(this.#it, 'expire', subscription.id);
  }

  /** `intent` is what has been paid; its method becomes the default one. */
  #activate(of: Stripe.Subscription, intent: Stripe.PaymentIntent | undefined): void {
    const { state, now } = this.#it;
    const subscription = state.get('subscription', of.id);
    if (hasEnded(subscription)) return;
    if (subscription.status === 'incomplete') {
      unschedule(this.#it, 'expire', subscription.id);
      const end = subscription.items.data[0]?.current_period_end as number;
      schedule(this.#it, 'renew', subscription.id, end - now());
    }
    const keeps = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
    const default_payment_method = keeps && intent ? intent.payment_method : subscription.default_payment_method;
    const active = state.set('subscription', subscription, { status: 'active', default_payment_method });
    emit(this.#it, 'customer.subscription.updated', active);
  }

  #failed(of: Stripe.Subscription, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
    const { state, now } = this.#it;
    const subscription = state.get('subscription', of.id);
    const attempt_count = invoice.attempt_count + 1;
    const isOpen = !hasEnded(subscription) && invoice.status === 'open';
    const after = isOpen && invoice.billing_reason === 'subscription_cycle' ? retries[invoice.attempt_count] : undefined;
    const next_payment_attempt = after === undefined ? null : now() + after;
    unschedule(this.#it, 'retry', invoice.id);
    if (after !== undefined) schedule(this.#it, 'retry', invoice.id, after);
    const failed = state.set('invoice', invoice, { attempted: true, attempt_count, next_payment_attempt });
    const type = intent.status === 'requires_action' ? 'invoice.payment_action_required' : 'invoice.payment_failed';
    emit(this.#it, type, failed);
    if (subscription.status !== 'active') return;
    emit(this.#it, 'customer.subscription.updated', state.set('subscription', subscription, { status: 'past_due' }));
  }
}
