import type { WelcomingState } from '@unspoken/contract/welcoming';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ownedByAccount } from '../accounts/service.ts';
import { instant } from '../platform/database/columns.ts';

/** A member's request to welcome newcomers, and what became of it. */
export const welcoming = pgTable(
  'welcoming',
  {
    accountId: ownedByAccount().primaryKey(),
    state: text().$type<WelcomingState>().notNull(),
    askedAt: instant().notNull(),
    /** Since when it is in this state. */
    changedAt: instant().notNull(),
    /** The administrator who decided last; null before, and after a withdrawal. */
    decidedBy: uuid(),
    reason: text().notNull().default(''),
  },
  (table) => [index().on(table.state, table.changedAt)],
);
