import type Stripe from 'stripe';
import { type Context, emit, schedule } from './context.ts';
import { bounce, collect } from './money.ts';
import { newCharge } from './money-objects.ts';
import { behaviourId, idOf } from './state.ts';
import type { Outcome } from './test-methods.ts';

/** What a payment of an invoice means for its subscription. */
export interface Billed {
  readonly onSucceeded: (intent: Stripe.PaymentIntent) => void;
  readonly onProcessing: (intent: Stripe.PaymentIntent) => void;
  readonly onFailed: (intent: Stripe.PaymentIntent) => void;
}

const declined = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
} as const;

type Failure = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'message' | 'type'>;
const notAuthenticated: Failure = {
  ...{ type: 'card_error', code: 'payment_intent_authentication_failure' },
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};
const bounced: Failure = {
  ...{ type: 'card_error', code: 'debit_not_authorized' as never },
  message: 'The bank of the customer has returned the debit.',
};

/** Payments by payment intents. Source: https://docs.stripe.com/payments/paymentintents/lifecycle */
export class Paying {
  readonly #it: Context;
  readonly #billed: Billed;
  constructor(it: Context, billed: Billed) {
    this.#it = it;
    this.#billed = billed;
  }

  /** Tries to pay with a method, with the holder present or not. */
  attempt(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, holder: 'present' | 'absent'): Stripe.PaymentIntent {
    const { state } = this.#it;
    const behaviour = state.get('behaviour', behaviourId(method.id));
    const outcome: Outcome = behaviour[holder];
    const with_ = state.set('payment_intent', intent, { payment_method: method.id, last_payment_error: null, next_action: null });
    if (outcome === 'authenticates') return this.#ask(with_);
    const code = behaviour.declineCode ?? 'generic_decline';
    const decline: Failure = { type: 'card_error', code: 'card_declined', decline_code: code, message: declined[code] };
    if (outcome === 'declines') return this.#fail(with_, decline, { refuses: true });
    return behaviour.settlesAfter === undefined ? this.#succeed(with_) : this.#process(with_, behaviour.settlesAfter);
  }

  /** The holder has confirmed with their bank, or has failed to. */
  authenticate(intent: Stripe.PaymentIntent, isConfirmed: boolean): Stripe.PaymentIntent {
    const { state } = this.#it;
    if (intent.status !== 'requires_action') return intent;
    const cleared = state.set('payment_intent', intent, { next_action: null });
    return isConfirmed ? this.#succeed(cleared) : this.#fail(cleared, notAuthenticated, { refuses: true });
  }

  /** A debit has been processed. */
  settle(ref: string): void {
    const { state } = this.#it;
    const intent = state.get('payment_intent', ref);
    if (intent.status !== 'processing') return;
    const charge = state.get('charge', intent.latest_charge);
    const { bounces } = state.get('behaviour', behaviourId(charge.payment_method as string));
    if (bounces === true) {
      const failed = { status: 'failed', failure_code: 'insufficient_funds', failure_message: bounced.message ?? null } as const;
      emit(this.#it, 'charge.failed', state.set('charge', charge, failed));
      this.#fail(intent, bounced);
    } else this.#succeed(intent);
  }

  /** A debit that had succeeded is returned. */
  bounce(ref: string): void {
    const charge = this.#it.state.get('charge', ref);
    if (charge.status === 'succeeded' && !charge.disputed && !charge.refunded) bounce(this.#it, charge);
  }

  cancel(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const fields = { status: 'canceled', canceled_at: this.#it.now(), next_action: null } as const;
    const canceled = this.#it.state.set('payment_intent', intent, fields);
    emit(this.#it, 'payment_intent.canceled', canceled);
    return canceled;
  }

  #ask(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} } as Stripe.PaymentIntent.NextAction;
    const asked = this.#it.state.set('payment_intent', intent, { status: 'requires_action', next_action });
    emit(this.#it, 'payment_intent.requires_action', asked);
    this.#billed.onFailed(asked);
    return asked;
  }

  #fail(intent: Stripe.PaymentIntent, failure: Failure, { refuses = false } = {}): Stripe.PaymentIntent {
    const { state } = this.#it;
    const latest_charge = refuses ? this.#refused(intent, failure) : intent.latest_charge;
    const status = 'requires_payment_method';
    const failed = state.set('payment_intent', intent, {
      status,
      last_payment_error: failure,
      latest_charge,
      payment_method: null,
    });
    emit(this.#it, 'payment_intent.payment_failed', failed);
    this.#billed.onFailed(failed);
    return failed;
  }

  #refused(intent: Stripe.PaymentIntent, { code, message }: Failure): string {
    const { state } = this.#it;
    const charge = newCharge(this.#it, intent, state.get('payment_method', intent.payment_method));
    const failure = { status: 'failed', failure_code: code ?? null, failure_message: message ?? null } as const;
    emit(this.#it, 'charge.failed', state.put('charge', { ...charge, ...failure }));
    return charge.id;
  }

  #process(intent: Stripe.PaymentIntent, after: number): Stripe.PaymentIntent {
    const { state } = this.#it;
    const charge = state.put('charge', newCharge(this.#it, intent, state.get('payment_method', intent.payment_method)));
    const processing = state.set('payment_intent', intent, { status: 'processing', latest_charge: charge.id });
    schedule(this.#it, 'settle', intent.id, after);
    emit(this.#it, 'charge.pending', charge);
    emit(this.#it, 'payment_intent.processing', processing);
    this.#keep(processing);
    this.#billed.onProcessing(processing);
    return processing;
  }

  #succeed(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const { state } = this.#it;
    const method = state.get('payment_method', intent.payment_method);
    const charge =
      intent.status === 'processing'
        ? state.get('charge', intent.latest_charge)
        : state.put('charge', newCharge(this.#it, intent, method));
    collect(this.#it, charge);
    const fields = { status: 'succeeded', latest_charge: charge.id, amount_received: intent.amount } as const;
    const paid = state.set('payment_intent', intent, fields);
    emit(this.#it, 'payment_intent.succeeded', paid);
    const { bounces, disputesAfter } = state.get('behaviour', behaviourId(method.id));
    if (typeof bounces === 'number') schedule(this.#it, 'bounce', charge.id, bounces);
    if (disputesAfter !== undefined) schedule(this.#it, 'dispute', charge.id, disputesAfter);
    this.#keep(paid);
    this.#billed.onSucceeded(paid);
    return paid;
  }

  /** Attaches the method to the customer, if the intent is set up to be paid again with it. */
  #keep({ setup_future_usage, customer, payment_method }: Stripe.PaymentIntent): void {
    if (setup_future_usage === null || customer === null) return;
    this.#it.state.set('payment_method', payment_method, { customer: idOf(customer) });
  }
}
