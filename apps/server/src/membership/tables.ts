import { boolean, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** What is known of a membership. Amounts are whole cents of euro. */
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
