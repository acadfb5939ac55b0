import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';

/** Pairs made in the pool `anyone` of a space, from an instant on and before another. */
export interface SpacePeriod {
  readonly groupSpace: string;
  readonly from: Date;
  readonly to: Date;
}

/** How many confirmed rooms of a space and period have not ended, and how many of its minutes were completed. */
export async function countInSpace(
  db: Database,
  { groupSpace, from, to }: SpacePeriod,
): Promise<{ readonly running: number; readonly completed: number }> {
  const { rows } = await db.execute<{ running: number; completed: number }>(sql`
    select count(*) filter (where confirmed_at is not null and ended_at is null)::int as running,
      count(*) filter (where completed)::int as completed
    from encounter
    where pool_type = 'anyone' and group_space = ${groupSpace} and paired_at >= ${from} and paired_at < ${to}`);
  return rows[0] ?? { running: 0, completed: 0 };
}
