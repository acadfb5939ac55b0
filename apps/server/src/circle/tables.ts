import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Who has added whom. Both ways is a match; there is no other record of one. */
export const circleAdd = pgTable(
  'circle_add',
  {
    adder: uuid().notNull(),
    added: uuid().notNull(),
    /** Names the entry to its owner, so that nobody's account id crosses the wire. */
    friendId: uuid().notNull().unique(),
    note: text().notNull().default(''),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.adder, table.added] }), index().on(table.added)],
);
