import type { PaymentType } from '@unspoken/contract/payments';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Who pays, as the provider knows them. It outlives the account, because books are kept. */
export const payer = pgTable(
  'payer',
  {
    id: uuid().primaryKey(),
    /** `sandbox`, or an account of the provider with its mode. */
    providerAccount: text().notNull(),
    customerRef: text(),
    /** Reads of the provider's state are numbered; one that is older than what has been written is not written. */
    readSeq: integer().notNull().default(0),
    writtenSeq: integer().notNull().default(0),
  },
  (table) => [unique().on(table.providerAccount, table.customerRef)],
);

/** Whose payer it is; deleted with the account. */
export const payerAccount = pgTable(
  'payer_account',
  {
    payerId: uuid()
      .primaryKey()
      .references(() => payer.id),
    accountId: uuid().notNull(),
    providerAccount: text().notNull(),
  },
  (table) => [unique().on(table.accountId, table.providerAccount)],
);

/** The details for bills; deleted with the account. */
export const billing = pgTable('billing', {
  payerId: uuid()
    .primaryKey()
    .references(() => payer.id),
  email: text().notNull(),
  firstName: text().notNull(),
  lastName: text().notNull(),
  postalCode: text().notNull(),
  country: text().notNull(),
  language: text().notNull(),
});

/** The first payment of a membership, one of its renewals, a donation, or the adding of a payment method, of 0 cents. */
export type PaymentKind = PaymentType | 'renewal' | 'method';
/** Nothing is paid yet; a debit is processed; paid; nothing can be paid any more. */
export type PaymentState = 'open' | 'settling' | 'paid' | 'over';

export const payment = pgTable(
  'payment',
  {
    /** The paymentRecordId. */
    id: uuid().primaryKey(),
    payerId: uuid()
      .notNull()
      .references(() => payer.id),
    kind: text().$type<PaymentKind>().notNull(),
    /** Sent by the form, the same for each try to send it. */
    attempt: uuid(),
    cents: integer().notNull(),
    purpose: text().$type<'membership' | 'donation' | 'places'>().notNull(),
    /** The payment at the provider. */
    intentRef: text(),
    subscriptionRef: text(),
    state: text().$type<PaymentState>().notNull().default('open'),
    createdAt: instant().notNull(),
    /** When it was collected: a debit settles days later. */
    collectedAt: instant(),
    /** When it was ended because too many attempts of its payer were declined. */
    declinedAt: instant(),
    /** When the money came, and when the payer's bank has taken it back. */
    paidAt: instant(),
    bouncedAt: instant(),
  },
  (table) => [
    unique().on(table.payerId, table.attempt),
    unique().on(table.intentRef),
    index().on(table.subscriptionRef),
    index().on(table.state),
    index('payment_bounced').on(table.bouncedAt).where(sql`${table.bouncedAt} is not null`),
  ],
);

/** That something has happened at the provider. Of its content only what it is about is stored. */
export const providerEvent = pgTable(
  'provider_event',
  {
    id: text().primaryKey(),
    providerAccount: text().notNull(),
    type: text().notNull(),
    objectRef: text().notNull(),
    customerRef: text(),
    created: instant().notNull(),
    receivedAt: instant().notNull(),
    appliedAt: instant(),
  },
  (table) => [index().on(table.appliedAt), index().on(table.receivedAt), index().on(table.customerRef, table.created)],
);

/** What lowers an obligation, in the order in which it was accepted. */
export type RequestKind = 'cancel' | 'end' | 'pause' | 'unpause' | 'cancel intent' | 'forget customer';

/** What was accepted and is done at the provider as soon as that can be reached. */
export const providerRequest = pgTable(
  'provider_request',
  {
    id: uuid().primaryKey(),
    /** The order in which they were accepted: clocks differ. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    payerId: uuid()
      .notNull()
      .references(() => payer.id),
    kind: text().$type<RequestKind>().notNull(),
    /** The subscription, the payment, or the customer, at the provider. */
    objectRef: text().notNull(),
    acceptedAt: instant().notNull(),
    /** Since when it has been done. */
    doneAt: instant(),
  },
  (table) => [index().on(table.doneAt), index().on(table.objectRef)],
);

export const refundReasons = ['withdrawal', 'duplicate', 'error', 'goodwill', 'reinstated', 'unused'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Money that is given back. */
export const refund = pgTable(
  'refund',
  {
    id: uuid().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payment.id),
    cents: integer().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    /** Proposed, and to be approved; decided, and to be done; done; refused by the provider, or failed at the payer's bank. */
    state: text().$type<'proposed' | 'due' | 'done' | 'failed'>().notNull().default('due'),
    ref: text(),
    decidedAt: instant().notNull(),
    /** The administrator who decided or proposed it; null for what the rules decide. */
    decidedBy: uuid(),
  },
  (table) => [index().on(table.paymentId), index().on(table.state), index().on(table.ref)],
);

/** Money that a holder has reclaimed by their bank. */
export const dispute = pgTable(
  'dispute',
  {
    ref: text().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payment.id),
    cents: integer().notNull(),
    state: text().$type<'inquiry' | 'open' | 'won' | 'lost'>().notNull(),
    openedAt: instant().notNull(),
    dueAt: instant(),
  },
  (table) => [index().on(table.paymentId)],
);

export type CursorKind = 'signals' | 'movements' | 'heard';

/** Up to when something has been read from the provider, and when it last answered. */
export const providerCursor = pgTable(
  'provider_cursor',
  {
    providerAccount: text().notNull(),
    kind: text().$type<CursorKind>().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerAccount, table.kind] })],
);

/** Our account at the provider by a hash of the key, so that it is known while the provider cannot be reached. */
export const providerIdentity = pgTable('provider_identity', {
  keyHash: text().primaryKey(),
  account: text().notNull(),
});

/** The objects of the sandbox. `version` grows with every change, so that processes learn what others have changed. */
export const sandboxObject = pgTable(
  'sandbox_object',
  {
    id: text().primaryKey(),
    version: bigint({ mode: 'number' }).notNull(),
    /** The object as the stand-in for the provider has it; null when it was deleted. */
    data: jsonb(),
  },
  (table) => [index().on(table.version)],
);
