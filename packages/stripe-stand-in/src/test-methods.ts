const day = 86_400;

/** What happens when a payment method is to pay. */
export type Outcome = 'succeeds' | 'declines' | 'authenticates';

/** How a payment method behaves. Durations in s. */
export interface Behaviour {
  /** With the holder at the keyboard, and without. */
  readonly present: Outcome;
  readonly absent: Outcome;
  /** Why it declines, as Stripe names it. */
  readonly declineCode?: 'generic_decline' | 'insufficient_funds';
  /** A debit is processed for so long. */
  readonly settlesAfter?: number;
  /** A subscription is active while its first debit is processed. */
  readonly activates?: boolean;
  /** A debit bounces when it settles, or so long after it has succeeded. */
  readonly bounces?: boolean | number;
  /** The holder disputes each payment, so long after it. */
  readonly disputesAfter?: number;
}

export interface TestMethod extends Behaviour {
  readonly type: 'card' | 'sepa_debit';
  /** As Stripe's documentation of testing prints it. */
  readonly number: string;
  readonly brand?: string;
  readonly country: string;
}

const card = { type: 'card', brand: 'visa', country: 'US', present: 'succeeds', absent: 'succeeds' } as const;
const debit = { type: 'sepa_debit', country: 'DE', present: 'succeeds', absent: 'succeeds', settlesAfter: 5 * day } as const;
const declines = { present: 'declines', absent: 'declines' } as const;

/** The cards and accounts that Stripe documents for tests, https://docs.stripe.com/testing, by what they do. */
export const testMethods = {
  visa: { ...card, number: '4242424242424242' },
  visaGermany: { ...card, country: 'DE', number: '4000002760000016' },
  visaFrance: { ...card, country: 'FR', number: '4000002500000003' },
  authenticatesOnce: { ...card, country: 'FR', present: 'authenticates', number: '4000002500003155' },
  authenticatesAlways: { ...card, country: 'DE', present: 'authenticates', absent: 'authenticates', number: '4000002760003184' },
  declines: { ...card, ...declines, declineCode: 'generic_decline', number: '4000000000000002' },
  insufficientFunds: { ...card, ...declines, declineCode: 'insufficient_funds', number: '4000000000009995' },
  disputes: { ...card, disputesAfter: 3_600, number: '4000000000000259' },
  debit: { ...debit, activates: true, number: 'DE89370400440532013000' },
  debitBounces: { ...debit, bounces: true, number: 'DE62370400440532013001' },
  debitDisputed: { ...debit, disputesAfter: day, number: 'DE35370400440532013002' },
} as const satisfies Record<string, TestMethod>;
export type TestMethodName = keyof typeof testMethods;
