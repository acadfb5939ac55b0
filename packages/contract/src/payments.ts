import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';
import { countryCodes } from './countries.ts';
import { email, flag, id, line } from './fields.ts';
import { limits } from './limits.ts';

export const paymentTypes = ['subscription', 'donation'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** What can be paid, in whole cents of euro: a month of membership, and a donation. Source: requirements/membership 2. */
export const amounts = {
  subscription: { least: 500, most: 100_000, confirmedAbove: 10_000 },
  donation: { least: 500, most: 500_000, confirmedAbove: 50_000 },
} as const satisfies Record<PaymentType, object>;

const isWhole = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value > 0
    : typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value);

/** Whole cents, also as a form spells them. */
export const amount = z.pipe(z.unknown().check(z.refine(isWhole, 'amount_small')), z.transform(Number));

/** What is wrong with an amount; undefined if nothing is. A large one has to be confirmed. */
export function amountFault(
  type: PaymentType,
  cents: number,
  isConfirmed: boolean,
): 'amount_small' | 'amount_large' | 'amount_unconfirmed' | undefined {
  const { least, most, confirmedAbove } = amounts[type];
  // Also for what is not a number at all.
  if (!(cents >= least)) return 'amount_small';
  if (cents > most) return 'amount_large';
  return cents > confirmedAbove && !isConfirmed ? 'amount_unconfirmed' : undefined;
}

const required = (code: string) =>
  z.pipe(
    z.optional(z.string(code)),
    z.pipe(
      z.transform((value: string | undefined) => value ?? ''),
      line(limits.name).check(z.refine((value) => value !== '', code)),
    ),
  );

/** Who pays. Source: requirements/membership 14.1. */
export const paymentBody = z
  .object({
    paymentType: z.enum(paymentTypes, 'invalid'),
    amount,
    email,
    first_name: required('first_name_blank'),
    last_name: required('last_name_blank'),
    postal_code: required('postal_code_blank'),
    country: z.pipe(
      required('country_blank'),
      z.string().check(z.refine((code) => countryCodes.includes(code), 'country_blank')),
    ),
    /** The same for every attempt to send one form, so that it is executed once. */
    attemptID: id,
    /** What a donation is for: the enterprise, or places for those who cannot pay. */
    purpose: z.optional(z.enum(['donation', 'places'], 'invalid')),
    /** The person has confirmed the amount a second time. */
    confirmedAmount: z.optional(flag),
  })
  .check((context) => {
    const { paymentType, amount: cents, confirmedAmount = false } = context.value;
    const fault = amountFault(paymentType, cents, confirmedAmount);
    if (fault) context.issues.push({ code: 'custom', input: cents, path: ['amount'], message: fault });
  });

export const paymentCountries = defineCall({
  method: 'GET',
  path: '/api/v1/payments/countries',
  audience: 'anyone',
  summary: 'The countries that a payer can live in, with the amounts suggested there, in cents.',
  params: nothing,
  body: nothing,
  answer: z.object({
    countriesList: z.array(z.object({ code: z.string(), suggestions: z.array(z.number()) })),
    /** Whether payments are open, and whether they are a rehearsal in which no money moves. */
    payments: z.enum(['open', 'rehearsal', 'closed']),
  }),
  errors: [],
});

export const createPayment = defineCall({
  method: 'POST',
  path: '/api/v1/payments/create',
  audience: 'member',
  refusesSuspended: true,
  failureLog: 'Creating payment failed',
  summary: 'Begins a membership or a donation; the answer is what the payment page confirms it with.',
  params: nothing,
  body: paymentBody,
  answer: z.object({
    client_secret: z.string(),
    /** The payment at the provider, and its record here. */
    paymentId: z.string(),
    paymentRecordId: z.string(),
    publishableKey: z.string(),
  }),
  errors: [
    'payments_closed',
    'membership_exists',
    'payment_pending',
    'payment_not_found',
    'too_many_declined',
    'dispute_open',
    'unavailable',
  ],
});

export const paymentStatus = defineCall({
  method: 'GET',
  path: '/api/v1/payments/status',
  audience: 'account',
  summary: 'How far a payment of one’s own is.',
  params: nothing,
  body: z.object({ paymentRecordId: id }),
  answer: z.object({
    paymentSucceded: z.boolean(),
    /** What the provider says of the last attempt, in its words. */
    error: z.optional(z.string()),
    /** A debit is being processed. */
    settling: z.boolean(),
    /** Nothing can be paid any more: it was replaced, has taken too long, or too many attempts were declined. */
    over: z.boolean(),
    /** It is over because too many attempts were declined, and nothing was paid. */
    declined: z.boolean(),
    /** Present for such a payment while nothing new can be begun: from when on it can. */
    beginsAgainAt: z.optional(z.iso.datetime()),
    /** Absent where there is nothing to confirm. */
    client_secret: z.optional(z.string()),
    publishableKey: z.string(),
    kind: z.enum(['subscription', 'renewal', 'donation', 'method']),
    amount: z.number(),
  }),
  errors: ['payment_not_found', 'unavailable'],
});

/** The test cards and accounts of the rehearsal, by what they do. */
export const rehearsedMethods = [
  ...['visa', 'visaGermany', 'visaFrance', 'authenticatesOnce', 'authenticatesAlways', 'declines', 'insufficientFunds'],
  ...['disputes', 'debit', 'debitBounces', 'debitDisputed'],
] as const;

export const rehearsePayment = defineCall({
  method: 'POST',
  path: '/api/v1/payments/rehearse',
  audience: 'member',
  summary: 'In a rehearsal: confirms a payment with a test card, or answers for the bank that asks the holder.',
  params: nothing,
  body: z.object({
    client_secret: line(200),
    method: z.optional(z.enum(rehearsedMethods, 'invalid')),
    /** Whether the holder confirms with their bank. */
    confirmed: z.optional(flag),
  }),
  answer: z.object({
    status: z.string(),
    /** What the provider says of a declined attempt. */
    error: z.optional(z.string()),
  }),
  errors: ['payment_not_found'],
});
