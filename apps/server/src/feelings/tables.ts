import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** That somebody has answered after a minute, so that no answer counts twice; not what they answered. */
export const feelingsAnswered = pgTable(
  'feelings_answered',
  {
    roomID: text().notNull(),
    accountId: uuid().notNull(),
    /** When the minute ended; when the answer came is not kept. */
    endedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.roomID, table.accountId] }), index().on(table.accountId), index().on(table.endedAt)],
);

/**
 * How many randomised answers came in a week, of each kind. All three are in one row: otherwise the database would reveal, by its own
 * transaction ids, which of them the last answer in `feelings_answered` was.
 */
export const feelingsCount = pgTable('feelings_count', {
  /** Its Monday, in UTC: 2026-11-23. */
  week: text().primaryKey(),
  worse: integer().notNull(),
  same: integer().notNull(),
  better: integer().notNull(),
});
