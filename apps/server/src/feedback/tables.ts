import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What people told us. Without an account it was anonymous. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey(),
    accountId: uuid(),
    content: text().notNull(),
    circleAnswer: text().notNull(),
    experiencesAnswer: text().notNull(),
    membershipAnswer: text().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [index().on(table.accountId)],
);
