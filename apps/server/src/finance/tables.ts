import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** What was last counted of the money, to be published. */
export const publishedFigures = pgTable('published_figures', {
  providerAccount: text().primaryKey(),
  /** The month in which it was counted, as `2026-11`, in UTC. It is not over, and not published yet. */
  month: text().notNull(),
  at: instant().notNull(),
  /** `PublicFigures`, as the version of the product that counted them has it. */
  figures: jsonb().notNull(),
});
