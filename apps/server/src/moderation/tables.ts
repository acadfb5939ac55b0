import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** A report: ids, codes and times only. What was written stands in `report_text`. */
export const report = pgTable(
  'report',
  {
    id: uuid().primaryKey(),
    roomId: text().notNull(),
    reporter: uuid().notNull(),
    reported: uuid().notNull(),
    reasons: text().array().notNull(),
    /** The wish of the form; the two are kept apart whatever it says. */
    noRepeat: boolean().notNull(),
    at: instant().notNull(),
  },
  (table) => [unique().on(table.roomId, table.reporter), index().on(table.reported, table.at)],
);

export const reportText = pgTable('report_text', {
  reportId: uuid()
    .primaryKey()
    .references(() => report.id),
  explanation: text().notNull(),
});

/** Two people who never meet again, in any pool. One row for both directions: the lower id comes first. */
export const separation = pgTable(
  'separation',
  {
    one: uuid().notNull(),
    other: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.one, table.other] }),
    check('in_order', sql`${table.one} < ${table.other}`),
    index().on(table.other),
  ],
);
