import { type SQL, sql } from 'drizzle-orm';

/**
 * Who was paired since an instant: a query with a row (`account_id`, `at`) for each side of each encounter. It is part of other
 * domains' statements, so that counts are made in the database and no person's row leaves it.
 */
export const participations = (since: Date): SQL => sql`
  select a as account_id, paired_at as at from encounter where paired_at >= ${since}
  union all
  select b, paired_at from encounter where paired_at >= ${since}`;
