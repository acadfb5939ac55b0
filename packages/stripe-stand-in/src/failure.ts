import type Stripe from 'stripe';

/** An error as Stripe answers it. Source: https://docs.stripe.com/api/errors */
export class StripeFailure extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;

  constructor(status: number, error: { readonly type: string; readonly message: string; readonly [field: string]: unknown }) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const invalid = (message: string, more: object = {}): StripeFailure =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...more });

export const missing = (kind: string, id: string): StripeFailure =>
  new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'` });

/** A payment that was tried and did not succeed. */
export const notPaid = (intent: Stripe.PaymentIntent): StripeFailure =>
  new StripeFailure(402, {
    type: 'card_error',
    code: intent.last_payment_error?.code ?? 'authentication_required',
    decline_code: intent.last_payment_error?.decline_code,
    message: intent.last_payment_error?.message ?? 'This payment requires additional user action before it can be completed.',
    payment_intent: intent,
  });
