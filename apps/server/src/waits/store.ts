import { and, between, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import type { WaitsOfLength } from './rules.ts';
import { wait } from './tables.ts';

export type RecordedWait = typeof wait.$inferInsert;

const day = 24 * 3_600_000;
/** How far from the present time of day a wait may have begun, ms, and on how many days, to say something about the next one. */
const around = 30 * 60_000;
export const days = 14;

type WaitsAtHour = WaitsOfLength & { readonly pool: string; readonly [column: string]: unknown };

/** All SQL about waits. */
export const waitStore = (db: Database) => ({
  /** A wait that is recorded already is left as it is. */
  async add(rows: readonly RecordedWait[]): Promise<void> {
    await db
      .insert(wait)
      .values([...rows])
      .onConflictDoNothing();
  },

  /** The waits in these pools at this time of day, today and on the days before, by the key of the pool. Source: requirements/waits 3.1. */
  async atThisHour(pools: readonly string[], now: Date): Promise<ReadonlyMap<string, readonly WaitsOfLength[]>> {
    const at = now.getTime();
    const middles = Array.from({ length: days + 1 }, (_, ago) => at - ago * day);
    const from = sql.param(middles.map((middle) => new Date(middle - around)));
    const to = sql.param(middles.map((middle) => new Date(Math.min(at, middle + around))));
    // One hour after another, each from the index alone; with the hours as alternatives PostgreSQL reads the rows.
    const { rows } = await db.execute<WaitsAtHour>(sql`
      select ${wait.pool}, ${wait.waitedMs} / 1000 as seconds, ${wait.outcome} = 'met' as met, ago = 2 as yesterday, count(*)::int as count
      from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as hour(begins, ends, ago)
      join ${wait} on ${wait.minute} between begins and ends
      where ${wait.pool} = any(${sql.param([...pools])}::text[])
      group by 1, 2, 3, 4`);
    return Map.groupBy(rows, ({ pool }) => pool);
  },

  /**
   * How many waits of the last days began within `around` ms of each quarter of the day in UTC, by its number, over all these days.
   * Source: requirements/waits 2.2.
   */
  async byQuarter(
    pool: string,
    now: Date,
    near: number,
  ): Promise<readonly { readonly quarter: number; readonly count: number }[]> {
    const seconds = sql`extract(epoch from ${wait.minute})::bigint`;
    const nearest = sql`(${seconds} + 450) / 900`;
    const { rows } = await db.execute<{ quarter: number; count: number }>(sql`
      select (${nearest} % 96)::int as quarter, count(*)::int as count from ${wait}
      where ${and(eq(wait.pool, pool), between(wait.minute, new Date(now.getTime() - days * day), now))}
        and abs(${seconds} - ${nearest} * 900) <= ${near / 1_000}::int
      group by 1`);
    return rows;
  },

  async eraseBefore(at: Date): Promise<void> {
    await deleteInBatches(db, wait, lt(wait.minute, at));
  },
});

export type WaitStore = ReturnType<typeof waitStore>;
