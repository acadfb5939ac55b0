import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { id, line } from './fields.ts';

const cents = z.number();

/** What became of the money in one month, or in several of which none alone had enough payers. Amounts in cents of euro. */
const period = z.object({
  /** The first and the last month, as `2026-11`, in UTC. */
  from: z.string(),
  to: z.string(),
  /** How many different people have paid. */
  payers: z.number(),
  membership: cents,
  donations: cents,
  /** Set aside for the memberships of people who cannot pay, and how many were opened. */
  setAside: cents,
  placesOpened: z.number(),
  vat: cents,
  fees: cents,
  /** What is reclaimed by banks, or not explained yet. */
  other: cents,
  costs: z.array(z.object({ name: z.string(), cents })),
});
export type MoneyPeriod = z.output<typeof period>;

/** What is published: the latest first, and whether there is more, of fewer people than are published. */
export const publicFigures = z.object({ periods: z.array(period), hasMore: z.boolean() });
export type PublicFigures = z.output<typeof publicFigures>;

/** Months with fewer payers are published together with the next ones. Source: requirements/membership 13.6. */
export const fewestPayers = 5;

export const publicMoney = defineCall({
  method: 'GET',
  path: '/api/v1/transparency/money',
  audience: 'anyone',
  summary: 'What was paid and what became of it, the latest first. The same as CSV under `/api/v1/transparency/money.csv`.',
  params: nothing,
  body: nothing,
  answer: z.extend(publicFigures, { rehearsal: z.boolean() }),
  errors: [],
});

export const refundReasonsByHand = ['duplicate', 'error', 'goodwill', 'reinstated'] as const;
/** What one administrator gives back of a payment alone; above this a second one has to agree, in cents. Source: requirements/membership 9.10. */
export const secondAdminAbove = 10_000;

const refundRow = z.object({
  id: z.string(),
  cents,
  reason: z.string(),
  /** Proposed, and to be approved by another administrator; decided, and to be done; done; failed. */
  state: z.enum(['proposed', 'due', 'done', 'failed']),
  decidedAt: z.string(),
  /** Whether the administrator who asks has proposed it. */
  isOwn: z.boolean(),
});

export const moneyOverview = defineCall({
  method: 'GET',
  path: '/api/v1/office/payments',
  audience: 'admin',
  summary: 'How payments are: the provider, what is waiting to be done there, the books, disputes, refunds and places.',
  params: nothing,
  body: nothing,
  answer: z.object({
    payments: z.enum(['open', 'rehearsal', 'closed']),
    account: z.nullable(z.string()),
    /** For how long the provider has not answered, and something has been waiting to be done there, ms. */
    silentFor: z.number(),
    undoneFor: z.number(),
    balances: z.array(z.object({ account: z.string(), cents })),
    /** What the last check found to be wrong with the books, and when that was. */
    faults: z.array(z.string()),
    checkedAt: z.string(),
    disputes: z.array(z.object({ ref: z.string(), cents, state: z.string(), dueAt: z.nullable(z.string()) })),
    refunds: z.array(refundRow),
    places: z.object({ open: z.number(), waiting: z.number() }),
  }),
  errors: [],
});

const act = { method: 'POST', audience: 'admin', params: nothing } as const;

const receiptNumber = z.string('invalid').check(z.regex(/^\d{4}-\d{6}$/, 'invalid'));
const amount = z.pipe(
  z.union([z.number('invalid'), z.string('invalid').check(z.regex(/^[1-9]\d{0,8}$/, 'invalid'))], 'invalid'),
  z.transform(Number),
);

export const findReceipt = defineCall({
  ...act,
  path: '/api/v1/office/receipts',
  summary: 'A receipt, and what has gone back of its payment. That it was looked at is noted in the ledger.',
  body: z.object({ number: receiptNumber }),
  answer: z.object({
    number: z.string(),
    at: z.string(),
    purpose: z.enum(['membership', 'donation', 'places']),
    gross: cents,
    addressee: z.array(z.string()),
    /** What can still be given back. */
    refundable: cents,
    refunds: z.array(refundRow),
  }),
  errors: ['not_found'],
});

export const refundPayment = defineCall({
  ...act,
  path: '/api/v1/office/refunds',
  summary: 'Gives money back, or, above 100 euros, proposes it to another administrator.',
  body: z.object({
    /** The same for each attempt to send it, so that it is done once. */
    id,
    number: receiptNumber,
    amount: amount.check(z.refine((value) => Number.isSafeInteger(value) && value > 0, 'invalid')),
    reason: z.enum(refundReasonsByHand, 'reason_blank'),
  }),
  answer: z.object({ state: z.enum(['proposed', 'due', 'done', 'failed']) }),
  errors: ['not_found', 'refund_too_large'],
});

export const approveRefund = defineCall({
  ...act,
  path: '/api/v1/office/refunds/approve',
  summary: 'Approves a refund that another administrator has proposed.',
  body: z.object({ id }),
  answer: success,
  errors: ['not_found', 'other_person_needed', 'refund_too_large'],
});

export const rejectRefund = defineCall({
  ...act,
  path: '/api/v1/office/refunds/reject',
  summary: 'Refuses a refund that was proposed, or takes the proposal back.',
  body: z.object({ id }),
  answer: success,
  errors: ['not_found'],
});

export const bookCost = defineCall({
  ...act,
  path: '/api/v1/office/costs',
  summary: 'Books a cost that was paid from the bank, once for each id, under the name by which it is published.',
  body: z.object({
    id,
    name: line(60).check(z.refine((value) => value !== '', 'name_blank')),
    amount: amount.check(z.refine((value) => Number.isSafeInteger(value) && value > 0, 'invalid')),
  }),
  answer: success,
  errors: ['payments_closed', 'cost_differs'],
});
