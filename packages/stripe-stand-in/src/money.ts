import type Stripe from 'stripe';
import { type Context, emit, schedule } from './context.ts';
import { invalid } from './failure.ts';
import { newBalanceTransaction, newDispute, newPayout, newRefund } from './money-objects.ts';

/** What Stripe takes of a payment, cents: cards of the European Economic Area, and SEPA debits. */
const feeOf = (method: string | undefined, amount: number): number =>
  method === 'sepa_debit' ? 35 : Math.round(amount * 0.015) + 25;
const disputeFee = 2_000;

/** Moves money on the balance. */
function move(it: Context, movement: Parameters<typeof newBalanceTransaction>[1]): string {
  return it.state.put('balance_transaction', newBalanceTransaction(it, movement)).id;
}

/** What is on the balance, cents. */
export const balanceOf = ({ state }: Context): number => state.all('balance_transaction').reduce((sum, { net }) => sum + net, 0);

export function collect(it: Context, charge: Stripe.Charge): void {
  const method = charge.payment_method_details?.type;
  const type = method === 'sepa_debit' ? 'payment' : 'charge';
  const balance_transaction = move(it, {
    type,
    category: 'charge',
    amount: charge.amount,
    fee: feeOf(method, charge.amount),
    source: charge.id,
  });
  const collected = { balance_transaction, status: 'succeeded', paid: true, amount_captured: charge.amount } as const;
  emit(it, 'charge.succeeded', it.state.set('charge', charge, collected));
}

/** A debit that had succeeded is returned by the bank. */
export function bounce(it: Context, charge: Stripe.Charge): void {
  const amount = 0 - (charge.amount - charge.amount_refunded);
  const failure_balance_transaction = move(it, {
    type: 'payment_failure_refund',
    category: 'charge_failure',
    amount,
    source: charge.id,
  });
  const failed = { failure_balance_transaction, status: 'failed', paid: false, failure_code: 'insufficient_funds' } as const;
  emit(it, 'charge.failed', it.state.set('charge', charge, failed));
}

/** Source: https://docs.stripe.com/api/refunds/create */
export function refund(it: Context, params: Stripe.RefundCreateParams): Stripe.Refund {
  const charges = it.state.all('charge').filter(({ status }) => status === 'succeeded');
  const charge = charges.find(({ id, payment_intent }) => id === params.charge || payment_intent === params.payment_intent);
  if (!charge) throw invalid('This payment has no charge that could be refunded.', { code: 'charge_not_refundable' });
  if (charge.disputed) throw invalid('This charge is disputed.', { code: 'charge_disputed' });
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
  if (amount > left || amount < 1) throw invalid('The refund is greater than what is left of the charge.', { param: 'amount' });
  const metadata = (params.metadata || {}) as Stripe.Metadata;
  const made = it.state.put('refund', newRefund(it, charge, { amount, metadata, reason: params.reason ?? null }));
  const type = charge.payment_method_details?.type === 'sepa_debit' ? 'payment_refund' : 'refund';
  const balance_transaction = move(it, { type, category: 'refund', amount: 0 - amount, source: made.id });
  const amount_refunded = charge.amount_refunded + amount;
  emit(it, 'charge.refunded', it.state.set('charge', charge, { amount_refunded, refunded: amount_refunded === charge.amount }));
  const done = it.state.set('refund', made, { balance_transaction, status: 'succeeded' });
  emit(it, 'refund.created', done);
  return done;
}

/** The bank of the payer does not take a refund: the money is back on the balance. */
export function failRefund(it: Context, ref: string): void {
  const failed = it.state.get('refund', ref);
  const failure_balance_transaction = move(it, {
    type: 'adjustment',
    category: 'refund_failure',
    amount: failed.amount,
    source: failed.id,
  });
  const charge = it.state.get('charge', failed.charge);
  it.state.set('charge', charge, { amount_refunded: charge.amount_refunded - failed.amount, refunded: false });
  const fields = { failure_balance_transaction, status: 'failed', failure_reason: 'lost_or_stolen_card' };
  emit(it, 'refund.failed', it.state.set('refund', failed, fields));
}

/** The holder disputes a charge: amount and fee are taken from the balance at once. */
export function dispute(it: Context, charge: Stripe.Charge): void {
  if (charge.disputed || charge.status !== 'succeeded') return;
  const opened = it.state.put('dispute', { ...newDispute(it, charge), amount: charge.amount - charge.amount_refunded });
  if (opened.amount === 0) {
    it.state.delete('dispute', opened.id);
    return;
  }
  const taken = move(it, {
    type: 'adjustment',
    category: 'dispute',
    amount: 0 - opened.amount,
    fee: disputeFee,
    source: opened.id,
  });
  it.state.set('charge', charge, { disputed: true });
  const balance_transactions = [it.state.get('balance_transaction', taken)];
  emit(it, 'charge.dispute.created', it.state.set('dispute', opened, { balance_transactions }));
}

/** The bank decides a dispute: won, amount and fee come back. */
export function closeDispute(it: Context, ref: string, status: 'won' | 'lost'): void {
  const open = it.state.get('dispute', ref);
  if (open.status === 'won' || open.status === 'lost') return;
  const back =
    status === 'won'
      ? [
          move(it, {
            type: 'adjustment',
            category: 'dispute_reversal',
            amount: open.amount,
            fee: 0 - disputeFee,
            source: open.id,
          }),
        ]
      : [];
  const balance_transactions = [...open.balance_transactions, ...back.map((id) => it.state.get('balance_transaction', id))];
  emit(it, 'charge.dispute.closed', it.state.set('dispute', open, { status, balance_transactions }));
}

/** Sends what is on the balance to the bank; undefined if there is nothing. */
export function payOut(it: Context): Stripe.Payout | undefined {
  const amount = balanceOf(it);
  if (amount <= 0) return undefined;
  const made = it.state.put('payout', newPayout(it, amount));
  const balance_transaction = move(it, { type: 'payout', amount: 0 - amount, source: made.id });
  const sent = it.state.set('payout', made, { balance_transaction });
  emit(it, 'payout.created', sent);
  schedule(it, 'payout', made.id, 2 * 86_400);
  return sent;
}

/** A payout arrives, or fails and comes back. */
export function endPayout(it: Context, ref: string, status: 'paid' | 'failed'): void {
  const open = it.state.get('payout', ref);
  if (open.status !== 'in_transit') return;
  if (status === 'paid') {
    emit(it, 'payout.paid', it.state.set('payout', open, { status }));
    return;
  }
  const failure_balance_transaction = move(it, { type: 'payout_failure', amount: open.amount, source: open.id });
  emit(
    it,
    'payout.failed',
    it.state.set('payout', open, { status, failure_balance_transaction, failure_code: 'account_closed' }),
  );
}
