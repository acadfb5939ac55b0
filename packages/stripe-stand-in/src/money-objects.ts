import type Stripe from 'stripe';
import type { Context } from './context.ts';

/** New objects about money that has moved, as `objects.ts` has the others. */

export const newCharge = ({ id, now }: Context, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.Charge => ({
  ...{ id: id('ch_'), object: 'charge', amount: intent.amount, amount_captured: 0, amount_refunded: 0, application: null },
  ...{ application_fee: null, application_fee_amount: null, balance_transaction: null, billing_details: method.billing_details },
  ...{ calculated_statement_descriptor: null, captured: true, created: now(), currency: 'eur', customer: intent.customer },
  ...{ description: null, disputed: false, failure_balance_transaction: null, failure_code: null, failure_message: null },
  ...{ fraud_details: {}, livemode: false, metadata: intent.metadata, on_behalf_of: null, outcome: null, paid: false },
  ...{ payment_intent: intent.id, payment_method: method.id, receipt_email: null, receipt_number: null, receipt_url: null },
  payment_method_details: {
    type: method.type,
    ...(method.card && { card: { brand: method.card.brand, country: method.card.country, last4: method.card.last4 } }),
    ...(method.sepa_debit && { sepa_debit: { country: method.sepa_debit.country, last4: method.sepa_debit.last4 } }),
  } as Stripe.Charge.PaymentMethodDetails,
  ...{ refunded: false, review: null, shipping: null, source: null, source_transfer: null, statement_descriptor: null },
  ...{ statement_descriptor_suffix: null, status: 'pending', transfer_data: null, transfer_group: null },
});

interface Movement {
  readonly type: Stripe.BalanceTransaction.Type;
  /** What it adds to the balance before the fee, cents. */
  readonly amount: number;
  readonly fee?: number;
  readonly source: string;
  /** For accounting, where it is not called as the type. */
  readonly category?: string;
}

export const newBalanceTransaction = (
  { id, now }: Context,
  { type, amount, fee = 0, source, category = type }: Movement,
): Stripe.BalanceTransaction => ({
  ...{ id: id('txn_'), object: 'balance_transaction', amount, available_on: now(), balance_type: 'payments', created: now() },
  ...{ currency: 'eur', description: null, exchange_rate: null, fee, net: amount - fee, reporting_category: category, source },
  fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency: 'eur', description: null, type: 'stripe_fee' }],
  ...{ status: 'available', type },
});

export const newRefund = (
  { id, now }: Context,
  charge: Stripe.Charge,
  { amount, metadata, reason }: { amount: number; metadata: Stripe.Metadata; reason: Stripe.Refund.Reason | null },
): Stripe.Refund => ({
  ...{ id: id('re_'), object: 'refund', amount, balance_transaction: null, charge: charge.id, created: now(), currency: 'eur' },
  ...{ customer: charge.customer, customer_account: null, metadata, payment_intent: charge.payment_intent, reason },
  ...{ payment_method: charge.payment_method, receipt_number: null, source_transfer_reversal: null, status: 'pending' },
  transfer_reversal: null,
});

export const newDispute = ({ id, now }: Context, charge: Stripe.Charge): Stripe.Dispute => ({
  ...{ id: id('du_'), object: 'dispute', amount: charge.amount, balance_transactions: [], charge: charge.id, created: now() },
  ...{ currency: 'eur', enhanced_eligibility_types: [], evidence: {} as Stripe.Dispute.Evidence, livemode: false, metadata: {} },
  evidence_details: {
    ...{ due_by: now() + 7 * 86_400, enhanced_eligibility: {}, has_evidence: false, past_due: false, submission_count: 0 },
    submission_method: 'manual',
  },
  ...{ intended_submission_method: 'manual', is_charge_refundable: false, payment_intent: charge.payment_intent },
  ...{ reason: 'fraudulent', status: 'needs_response' },
});

export const newPayout = ({ id, now }: Context, amount: number): Stripe.Payout => ({
  ...{ id: id('po_'), object: 'payout', amount, application_fee: null, application_fee_amount: null, arrival_date: now() },
  ...{ automatic: true, balance_transaction: null, created: now(), currency: 'eur', description: null, destination: null },
  ...{ failure_balance_transaction: null, failure_code: null, failure_message: null, livemode: false, metadata: {} },
  ...{ method: 'standard', original_payout: null, payout_method: null, reconciliation_status: 'completed', reversed_by: null },
  ...{ source_type: 'card', statement_descriptor: null, status: 'in_transit', trace_id: null, type: 'bank_account' },
});
