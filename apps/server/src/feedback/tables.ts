import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Feedback. Without an account it is anonymous. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey(),
    accountId: uuid(),
    content: text().notNull(),
    circleAnswer: text().notNull(),
    experiencesAnswer: text().notNull(),
    membershipAnswer: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.accountId), index().on(table.createdAt)],
);
