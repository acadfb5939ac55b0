import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Counted visits. No column identifies the visitor: no account, no address, no browser. */
export const visit = pgTable(
  'visit',
  {
    id: uuid().primaryKey(),
    event: text().notNull(),
    page: text().notNull(),
    language: text().notNull(),
    by: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [index().on(table.at)],
);
