import * as z from 'zod/mini';
import { nothing, subscription, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { flag, id, line } from './fields.ts';
import { amount, amountFault } from './payments.ts';

/** The states of a membership. Source: requirements/membership 6. */
export const membershipStates = [
  ...['none', 'pending', 'settling', 'active', 'ending', 'actionRequired', 'paused', 'ended'],
] as const;
export type MembershipState = (typeof membershipStates)[number];

/** Why a place cannot be asked for: there is one, or a membership; the account is too young; no minute was completed yet. */
export const placeRefusals = ['member', 'young', 'minute'] as const;
export type PlaceRefusal = (typeof placeRefusals)[number];

const instant = z.nullable(z.string());
const method = z.object({
  paymentMethodID: z.string(),
  type: z.enum(['card', 'debit', 'other']),
  brand: z.nullable(z.string()),
  last4: z.string(),
  /** `MM/YYYY` */
  expires: z.nullable(z.string()),
  isDefault: z.boolean(),
});

export const ownSubscription = defineCall({
  method: 'GET',
  path: '/api/v1/subscription',
  audience: 'member',
  failureLog: 'Getting subscription failed',
  summary: 'The membership of the account; amounts in cents of euro, instants in ISO 8601.',
  params: nothing,
  body: nothing,
  answer: z.extend(subscription, {
    state: z.enum(membershipStates),
    /** What is paid from the next time on. */
    subscriptionPrice: z.nullable(z.number()),
    paymentMethods: z.array(method),
    /** Whether the methods are missing because the provider cannot be reached. */
    methodsUnavailable: z.boolean(),
    paidUntil: instant,
    /** Until when a payment that has failed can be made good. */
    graceUntil: instant,
    withdrawableUntil: instant,
    nextPayment: instant,
    /** A membership without a payment. Source: requirements/membership 7. */
    place: z.object({
      kind: z.nullable(z.enum(['solidarity', 'trial', 'gift'])),
      endsAt: instant,
      /** Whether a place was asked for, and will come when one is free. */
      isQueued: z.boolean(),
      /** Why none can be asked for now; null if one can. */
      refusal: z.nullable(z.enum(placeRefusals)),
      /** How many days a trial would last; 0 if there is none, or it was used. */
      trialDays: z.number(),
    }),
  }),
  errors: [],
});
export type OwnSubscription = z.output<typeof ownSubscription.answer>;

const paymentPage = z.object({ paymentRecordId: z.string() });
const change = { method: 'POST', audience: 'member', params: nothing } as const;

export const askForPlace = defineCall({
  ...{ ...change, refusesSuspended: true, path: '/api/v1/membership/place', answer: success },
  summary: 'Asks for a membership that others have paid for, or for another month of one; or begins the trial.',
  body: z.object({ kind: z._default(z.optional(z.enum(['solidarity', 'trial'], 'invalid')), 'solidarity') }),
  errors: ['membership_exists', 'place_too_early', 'trial_used'],
});

export const cancelSubscription = defineCall({
  ...{
    ...change,
    path: '/api/v1/subscription/cancel',
    failureLog: 'Cancelling subscription failed',
    body: nothing,
    answer: success,
  },
  summary: 'Cancels the membership at the end of its period; undone by resuming.',
  errors: ['no_membership'],
});

export const resumeSubscription = defineCall({
  ...{ ...change, refusesSuspended: true, path: '/api/v1/subscription/resume', body: nothing, answer: success },
  failureLog: 'Resuming subscription failed',
  summary: 'Takes a cancellation back.',
  errors: ['no_membership', 'payments_closed', 'unavailable'],
});

export const updatePrice = defineCall({
  ...{ ...change, refusesSuspended: true, path: '/api/v1/subscription/updateprice', answer: success },
  failureLog: 'Updating price failed',
  summary: 'Changes what is paid from the next time on.',
  body: z.object({ amount, confirmedAmount: z.optional(flag) }).check((context) => {
    const { amount: cents, confirmedAmount = false } = context.value;
    const fault = amountFault('subscription', cents, confirmedAmount);
    if (fault) context.issues.push({ code: 'custom', input: cents, path: ['amount'], message: fault });
  }),
  errors: ['no_membership', 'invoice_open', 'payments_closed', 'unavailable'],
});

export const addPaymentMethod = defineCall({
  ...{ ...change, refusesSuspended: true, path: '/api/v1/subscription/addpaymentmethod', answer: paymentPage },
  failureLog: 'Adding payment method failed',
  summary: 'Begins to add a payment method; it is entered on the payment page of this record.',
  body: z.object({ attemptID: id }),
  errors: ['too_many_declined', 'no_membership', 'payments_closed', 'unavailable'],
});

const methodBody = z.object({ paymentMethodID: line(200) });

export const setDefaultPaymentMethod = defineCall({
  ...{
    ...change,
    refusesSuspended: true,
    path: '/api/v1/subscription/setdefaultpaymentmethod',
    body: methodBody,
    answer: success,
  },
  failureLog: 'Setting default payment method failed',
  summary: 'The method by which the membership is paid.',
  errors: ['no_membership', 'payment_method_not_found', 'payments_closed', 'unavailable'],
});

export const deletePaymentMethod = defineCall({
  ...{ ...change, refusesSuspended: true, path: '/api/v1/subscription/deletepaymentmethod', body: methodBody, answer: success },
  failureLog: 'Deleting payment method failed',
  summary: 'Removes a payment method that the membership is not paid by.',
  errors: ['payment_method_not_found', 'payment_method_in_use', 'payments_closed', 'unavailable'],
});

export const recoverSubscription = defineCall({
  ...{ ...change, refusesSuspended: true, path: '/api/v1/subscription/recover', body: nothing, answer: paymentPage },
  failureLog: 'Recovering subscription failed',
  summary: 'The payment that has failed, to be made on its payment page.',
  errors: ['no_membership', 'payments_closed', 'unavailable'],
});

export const withdrawSubscription = defineCall({
  ...{ ...change, path: '/api/v1/subscription/withdraw', body: nothing, answer: success },
  failureLog: 'Withdrawing subscription failed',
  summary: 'Withdraws from the membership within 14 days of the first payment: it ends at once, and everything is given back.',
  errors: ['no_membership', 'withdrawal_over'],
});

export const ownReceipts = defineCall({
  method: 'GET',
  path: '/api/v1/receipts',
  audience: 'account',
  summary: 'The receipts of the account, the latest first; amounts in cents of euro.',
  params: nothing,
  body: nothing,
  answer: z.object({
    receipts: z.array(
      z.object({
        number: z.string(),
        at: z.string(),
        purpose: z.enum(['membership', 'donation', 'places']),
        gross: z.number(),
        vat: z.number(),
        vatCountry: z.nullable(z.string()),
        vatBasisPoints: z.nullable(z.number()),
        corrects: z.nullable(z.string()),
        issuer: z.object({
          ...{ name: z.string(), address: z.array(z.string()), taxNumber: z.string() },
          note: z.optional(z.record(z.string(), z.string())),
        }),
        addressee: z.array(z.string()),
        /** No money has moved. */
        rehearsal: z.boolean(),
      }),
    ),
  }),
  errors: [],
});
