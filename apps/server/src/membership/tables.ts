import { boolean, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** A membership. Amounts in euro cents. */
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
