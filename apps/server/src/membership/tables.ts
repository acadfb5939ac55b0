import type { DeclarationKind } from '@unspoken/contract/declarations';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Superseded by `place`. The previous release reads it during an upgrade; the next release drops it. Amounts in euro cents. */
export const subscription = pgTable('subscription', {
  accountId: uuid().primaryKey(),
  amount: integer(),
  initialPaymentSucceeded: boolean().notNull().default(false),
  trialUsed: boolean().notNull().default(false),
  active: boolean().notNull().default(false),
  freeExperienceUsed: boolean().notNull().default(false),
  pendingInvoice: boolean().notNull().default(false),
  cancelsAt: instant(),
  trialEnds: instant(),
});

/** The one experience that a member may try without a membership: claimed by a room, and used up, or free again, when that room ends. */
export const freeTry = pgTable('free_try', {
  accountId: uuid().primaryKey(),
  roomID: text().notNull(),
  claimedAt: instant().notNull(),
  usedAt: instant(),
});

export type PlaceKind = 'solidarity' | 'trial' | 'gift';

/** A membership without a payment, for some time; it ends by itself. Source: requirements/membership 7. */
export const place = pgTable(
  'place',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    kind: text().$type<PlaceKind>().notNull(),
    /** The provider's account whose money has paid for it; null for a trial and a gift. */
    providerAccount: text(),
    beginsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** When its end was mailed, and when other parts learned of it. */
    remindedAt: instant(),
    closedAt: instant(),
  },
  (table) => [index().on(table.accountId), index().on(table.closedAt), index().on(table.endsAt)],
);

/** Who has had a trial and deleted the account since, as a keyed hash of each of its addresses. */
export const formerTrial = pgTable(
  'former_trial',
  {
    hash: text().primaryKey(),
    at: instant().notNull(),
  },
  (table) => [index().on(table.at)],
);

/** Who has asked for a place that others have paid for. */
export const placeQueue = pgTable('place_queue', {
  accountId: uuid().primaryKey(),
  since: instant().notNull(),
});

/** Why a membership has ended. */
export type EndCause = 'cancelled' | 'unpaid' | 'bounced' | 'replaced' | 'withdrawn' | 'banned' | 'deleted' | 'disputed';

/** A paid membership: what was read of its subscription at the provider, and what was accepted here. Amounts in euro cents. */
export const membership = pgTable(
  'membership',
  {
    id: uuid().primaryKey(),
    /** Null once the account was deleted. */
    accountId: uuid(),
    providerAccount: text().notNull(),
    payerId: uuid().notNull(),
    /** Its first payment. */
    paymentId: uuid().notNull().unique(),
    subscriptionRef: text().unique(),
    /** What was chosen, or paid last; what is paid from the next time on. */
    cents: integer().notNull(),
    nextCents: integer().notNull(),
    createdAt: instant().notNull(),
    /** The first payment is a debit that is being processed. */
    isSettling: boolean().notNull().default(false),
    firstPaidAt: instant(),
    paidUntil: instant(),
    /** When the renewal that is not paid first failed. */
    failingSince: instant(),
    openInvoice: text(),
    /** When a cancellation was accepted, and what it takes effect at. */
    cancelledAt: instant(),
    cancelsAt: instant(),
    /** Since when it is not collected, because the account is suspended. */
    pausedSince: instant(),
    endedAt: instant(),
    cause: text().$type<EndCause>(),
    /** What other parts were last told about its rights. */
    hadRights: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('membership_live').on(table.accountId, table.providerAccount).where(sql`${table.endedAt} is null`),
    index().on(table.payerId),
    index().on(table.endedAt),
    index().on(table.accountId),
    index('membership_unfinished').on(table.providerAccount).where(sql`${table.endedAt} is null or ${table.hadRights}`),
  ],
);

/** What a declaration says, as it was typed; `at` is a day, or empty for as soon as possible. */
export interface DeclaredFields {
  readonly type: 'ordinary' | 'extraordinary';
  readonly reason: string;
  readonly name: string;
  readonly contract: string;
  readonly at: string;
  readonly email: string;
  readonly language: string;
}

/** Which mail about an invoice: that of a day after the first failure, or because the bank wants the holder to confirm. */
export type DunningStep = '0' | '3' | '7' | '12' | 'confirm';

/** A mail that was sent about an invoice that is not paid. */
export const dunningMail = pgTable(
  'dunning_mail',
  {
    /** The invoice at the provider. */
    invoice: text().notNull(),
    step: text().$type<DunningStep>().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoice, table.step] }), index().on(table.at)],
);

/** A cancellation or a withdrawal that was declared without signing in. */
export const declaration = pgTable(
  'declaration',
  {
    id: uuid().primaryKey(),
    kind: text().$type<DeclarationKind>().notNull(),
    /** What was declared. */
    fields: jsonb().$type<DeclaredFields>().notNull(),
    receivedAt: instant().notNull(),
    /** The account of the confirmed address, if it pays, and its membership. */
    accountId: uuid(),
    membershipId: uuid(),
    /** Received; to be confirmed by its owner; for an administrator to look at; dealt with. */
    state: text().$type<'received' | 'awaiting' | 'console' | 'done'>().notNull().default('received'),
    /** The keyed hash of the mailed token; null once it was redeemed. */
    tokenHash: text().unique(),
    /** When the membership was cancelled or withdrawn from by it. */
    doneAt: instant(),
  },
  (table) => [index().on(table.state), index().on(table.receivedAt), index().on(table.accountId)],
);

/** A time in which a membership is not collected, because its owner is suspended. */
export const membershipPause = pgTable(
  'membership_pause',
  {
    membershipId: uuid()
      .notNull()
      .references(() => membership.id),
    since: instant().notNull(),
    until: instant(),
  },
  (table) => [primaryKey({ columns: [table.membershipId, table.since] }), index().on(table.until)],
);
