import type Stripe from 'stripe';
import type {
  DisputeRead,
  IntentRead,
  IntentState,
  MethodRead,
  MovementRead,
  RefundRead,
  Signal,
  SubscriptionRead,
  SubscriptionStatus,
} from './provider.ts';

/** Stripe's objects in the words of the product. */

/** Whether a key moves real money. */
export const isLive = (secretKey: string): boolean => /^(sk|rk)_live_/.test(secretKey);

export const idOf = (reference: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;
export const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

const intentStates: Readonly<Record<string, IntentState>> = {
  ...{ requires_action: 'confirming', processing: 'settling', succeeded: 'paid', canceled: 'cancelled' },
};

export const intentRead = (intent: Stripe.PaymentIntent): IntentRead => ({
  ref: intent.id,
  state: intentStates[intent.status] ?? 'unpaid',
  cents: intent.amount,
  clientSecret: intent.client_secret ?? '',
  failure: intent.last_payment_error?.message,
});

export const setupRead = ({ id, status, client_secret, last_setup_error }: Stripe.SetupIntent): IntentRead => ({
  ref: id,
  state: status === 'succeeded' ? 'paid' : status === 'canceled' ? 'cancelled' : status === 'processing' ? 'settling' : 'unpaid',
  ...{ cents: 0, clientSecret: client_secret ?? '', failure: last_setup_error?.message },
});

const subscriptionStates: Readonly<Record<string, SubscriptionStatus>> = {
  ...{ incomplete: 'incomplete', trialing: 'trialing', active: 'active', past_due: 'pastDue', unpaid: 'pastDue' },
  ...{ paused: 'pastDue', canceled: 'ended', incomplete_expired: 'ended' },
};

export const hasEnded = (status: string): boolean => subscriptionStates[status] === 'ended';

export function subscriptionRead(of: Stripe.Subscription, invoice: SubscriptionRead['invoice']): SubscriptionRead {
  const [item] = of.items.data;
  if (!item) throw new Error('a subscription without an item');
  const status = subscriptionStates[of.status];
  if (!status) throw new Error(`a subscription that is ${of.status}`);
  return {
    ref: of.id,
    paymentRecordId: of.metadata.paymentRecordId,
    status,
    itemRef: item.id,
    cents: of.items.data.reduce((sum, { price }) => sum + (price.unit_amount ?? 0), 0),
    createdAt: dateOf(of.created),
    periodEndsAt: dateOf(item.current_period_end),
    // In flexible billing a date may stand for the end of the period.
    cancelsAtPeriodEnd: of.cancel_at_period_end || of.cancel_at !== null,
    endedAt: of.ended_at === null ? undefined : dateOf(of.ended_at),
    isPaused: of.pause_collection !== null,
    invoice,
  };
}

export const invoiceState = ({ status }: Stripe.Invoice): 'open' | 'paid' | 'void' => {
  if (status === 'paid') return 'paid';
  // What Stripe has written off can still be paid, and given up.
  return status === 'open' || status === 'draft' || status === 'uncollectible' ? 'open' : 'void';
};

export function methodRead(method: Stripe.PaymentMethod): MethodRead {
  const { id: ref, card, sepa_debit: debit } = method;
  if (card) {
    const expires = `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`;
    return { ref, type: 'card', brand: card.brand, last4: card.last4, expires };
  }
  return { ref, type: debit ? 'debit' : 'other', brand: undefined, last4: debit?.last4 ?? '', expires: undefined };
}

/** By Stripe's categories for accounting; by type where there is none. */
const kinds: Readonly<Record<string, MovementRead['kind']>> = {
  ...{ charge: 'charge', payment: 'charge', refund: 'refund', payment_refund: 'refund', refund_failure: 'refund failed' },
  ...{ charge_failure: 'bounced', payment_failure_refund: 'bounced', dispute: 'dispute', dispute_reversal: 'dispute won' },
  ...{ payout: 'payout', payout_reversal: 'payout failed', payout_failure: 'payout failed', payout_cancel: 'payout failed' },
  ...{ fee: 'fee', stripe_fee: 'fee', tax_fee: 'fee', stripe_fx_fee: 'fee' },
};

/** Source: https://docs.stripe.com/reports/reporting-categories, https://docs.stripe.com/reports/balance-transaction-types */
export function movementRead(of: Stripe.BalanceTransaction): MovementRead {
  const source = typeof of.source === 'object' ? of.source : null;
  const kind = kinds[of.reporting_category] ?? kinds[of.type] ?? adjusted(of, source?.object) ?? 'unknown';
  const method = source?.object === 'charge' ? source.payment_method_details : undefined;
  const owned = source && 'payment_intent' in source ? source.payment_intent : null;
  return {
    ...{ ref: of.id, at: dateOf(of.created), cents: of.amount, feeCents: of.fee, kind, intentRef: idOf(owned) },
    refundRef: source?.object === 'refund' && kind === 'refund failed' ? idOf(source.balance_transaction) : undefined,
    collectedAt: source?.object === 'charge' ? dateOf(source.created) : undefined,
    country: method?.card?.country ?? method?.sepa_debit?.country ?? undefined,
  };
}

const adjusted = ({ type, amount }: Stripe.BalanceTransaction, source: string | undefined): MovementRead['kind'] | undefined => {
  if (type !== 'adjustment') return undefined;
  if (source === 'refund') return 'refund failed';
  return source === 'dispute' ? (amount < 0 ? 'dispute' : 'dispute won') : undefined;
};

export const refundRead = ({ id, status }: Stripe.Refund): RefundRead => {
  if (status === 'succeeded') return { ref: id, state: 'done' };
  return { ref: id, state: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' };
};

/** An inquiry of the bank takes no money, and what was prevented has given it back. */
const disputeStates: Readonly<Record<string, DisputeRead['state']>> = {
  ...{ won: 'won', lost: 'lost', prevented: 'won', warning_closed: 'won' },
  ...{ warning_needs_response: 'inquiry', warning_under_review: 'inquiry' },
};

export const disputeRead = (of: Stripe.Dispute): DisputeRead => ({
  ...{ ref: of.id, intentRef: idOf(of.payment_intent), cents: of.amount, openedAt: dateOf(of.created) },
  state: disputeStates[of.status] ?? 'open',
  dueAt: of.evidence_details.due_by === null ? undefined : dateOf(of.evidence_details.due_by),
});

/** Of an event only what it points at; the rest of its content is not believed. */
export function signalRead(event: Pick<Stripe.Event, 'id' | 'type' | 'created'> & { data: { object: unknown } }): Signal {
  const object = event.data.object as { id?: unknown; object?: unknown; customer?: string | { id: string } | null };
  const objectRef = typeof object.id === 'string' ? object.id : '';
  const customer = object.object === 'customer' ? objectRef : idOf(object.customer);
  return {
    ...{ id: event.id, type: event.type, objectRef, at: dateOf(event.created) },
    customerRef: typeof customer === 'string' ? customer : undefined,
  };
}
