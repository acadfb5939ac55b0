import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ownedByAccount } from '../accounts/service.ts';
import { instant } from '../platform/database/columns.ts';

/** An answered questionnaire of the waiting list, and the decision on it. */
export const application = pgTable(
  'application',
  {
    accountId: ownedByAccount().primaryKey(),
    motivation: text().notNull(),
    reference: text().notNull(),
    explanation: text().notNull(),
    submittedAt: instant().notNull(),
    decision: text(),
    reason: text(),
    decidedBy: text(),
    decidedAt: instant(),
    /** When an administrator last asked the applicant a question. */
    askedAt: instant(),
    /** Who is reviewing it now, and since when. */
    claimedBy: uuid(),
    claimedAt: instant(),
  },
  (table) => [index('application_undecided').on(table.submittedAt).where(sql`${table.decision} is null`)],
);
