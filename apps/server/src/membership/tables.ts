import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** A membership. Amounts in euro cents. */
export const subscription = pgTable('subscription', {
  accountId: uuid().primaryKey(),
  amount: integer(),
  initialPaymentSucceeded: boolean().notNull().default(false),
  trialUsed: boolean().notNull().default(false),
  active: boolean().notNull().default(false),
  /** Superseded by `free_try`. The previous release reads it during an upgrade; the next release drops it. */
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
