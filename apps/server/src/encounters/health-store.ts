import type { EncounterDay, EncounterHealth } from '@unspoken/contract/administration';
import { type ConnectionPath, connectionPaths, type EndReason, endReasons } from '@unspoken/contract/encounters';
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';

type Row<T> = T & Record<string, unknown>;
const counted = <T extends string>(rows: readonly { name: string; n: number }[], names: readonly T[]): Record<T, number> =>
  Object.fromEntries(names.map((name) => [name, rows.find((row) => row.name === name)?.n ?? 0])) as Record<T, number>;

/** A wait in the pool `anyone` that led to a confirmed room; waits for particular people are not comparable. */
const waited = sql`confirmed_at is not null and pool_type = 'anyone' and waited_ms is not null`;
/** Days with fewer waits show no percentile: single people could be recognised. */
const fewestWaits = 5;

/**
 * How encounters have gone since an instant, counted in the database: by day (UTC) how many pairings reached which stage, and
 * how long position 1 had waited, ms; the end reasons of both sides; the connection paths. Aggregates only.
 */
export async function healthOf(db: Database, since: Date): Promise<EncounterHealth> {
  const [days, ends, paths] = await Promise.all([
    db.execute<Row<EncounterDay>>(sql`
      select to_char(paired_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as paired,
        count(confirmed_at)::int as confirmed, count(connected_at)::int as met, count(*) filter (where completed)::int as completed,
        case when count(*) filter (where ${waited}) >= ${fewestWaits} then
          (percentile_cont(0.5) within group (order by waited_ms) filter (where ${waited}))::int end as "medianWait",
        case when count(*) filter (where ${waited}) >= ${fewestWaits} then
          (percentile_cont(0.95) within group (order by waited_ms) filter (where ${waited}))::int end as "p95Wait"
      from encounter where paired_at >= ${since} group by 1 order by 1`),
    db.execute<Row<{ name: string; n: number }>>(sql`
      select reason as name, count(*)::int as n
      from encounter, unnest(array[end_reason_a, end_reason_b]) as reason
      where paired_at >= ${since} and confirmed_at is not null and reason is not null group by 1`),
    db.execute<Row<{ name: string; n: number }>>(sql`
      select path as name, count(*)::int as n
      from encounter where paired_at >= ${since} and confirmed_at is not null and path is not null group by 1`),
  ]);
  return {
    days: days.rows,
    ends: counted<EndReason>(ends.rows, endReasons),
    paths: counted<ConnectionPath>(paths.rows, connectionPaths),
  };
}
