import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** How long somebody waited for a partner, and what came of it. It holds no account and no exact time. */
export const wait = pgTable(
  'wait',
  {
    id: uuid().primaryKey(),
    /** The key of the pool. A private space is only called `group`. */
    pool: text().notNull(),
    /** When the wait began, cut to the minute. */
    minute: instant().notNull(),
    waitedMs: integer().notNull(),
    outcome: text().$type<'met' | 'gave_up' | 'refused' | 'lost'>().notNull(),
  },
  (table) => [
    // `wait_at_hour` begins alike and holds more; this one stays while a version that expects it may run beside.
    index().on(table.pool, table.minute),
    index('wait_at_hour').on(table.pool, table.minute, table.outcome, table.waitedMs),
    index().on(table.minute),
  ],
);
