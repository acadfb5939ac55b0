import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Who has added whom. A match is two adds; it is not stored otherwise. */
export const circleAdd = pgTable(
  'circle_add',
  {
    adder: uuid().notNull(),
    added: uuid().notNull(),
    /** Identifies the entry to its owner, so that no account id is sent to clients. */
    friendId: uuid().notNull().unique(),
    note: text().notNull().default(''),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.adder, table.added] }), index().on(table.added)],
);
