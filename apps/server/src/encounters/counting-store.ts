import type { EncounterCounters } from '@unspoken/contract/accounts';
import { type SQL, sql } from 'drizzle-orm';
import { batch } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { encounter, encounterTotal, thank } from './tables.ts';

const anyOf = (accountIds: readonly string[]): SQL => sql`any(${sql.param([...new Set(accountIds)])}::uuid[])`;

/** The completed encounters on record of each of these accounts, of each side by itself: each side has an index. */
const completedOf = (ids: SQL): SQL => sql`
  select ${encounter.a} as account_id, count(*) as n from ${encounter} where ${encounter.a} = ${ids} and ${encounter.completed} group by 1
  union all
  select ${encounter.b}, count(*) from ${encounter} where ${encounter.b} = ${ids} and ${encounter.completed} group by 1`;

/**
 * Counts what an account has come to: with the records that are there, and the totals of those that have been deleted. Everybody who opens
 * the application asks, and thousands do after the exchange of a process, so concurrent readers share a statement.
 */
export function counting(db: Database): (accountId: string) => Promise<EncounterCounters> {
  return batch(async (accountIds) => {
    const ids = anyOf(accountIds);
    // One index for each side.
    const { rows } = await db.execute<{ of: string; completed: string; thanks: string; ends: string }>(sql`
      select account_id as of, sum(completed) as completed, sum(thanks) as thanks, sum(ends) as ends from (
        select ${encounterTotal.accountId} as account_id, ${encounterTotal.completedMinutes} as completed,
          ${encounterTotal.thanksReceived} as thanks, ${encounterTotal.manualEnds} as ends from ${encounterTotal}
          where ${encounterTotal.accountId} = ${ids}
        union all
        select account_id, n, 0, 0 from (${completedOf(ids)}) as met
        union all
        select ${thank.receiver}, 0, count(*), 0 from ${thank} where ${thank.receiver} = ${ids} group by 1
        union all
        select ${encounter.a}, 0, 0, count(*) from ${encounter}
          where ${encounter.a} = ${ids} and ${encounter.endReasonA} = 'manual_self' group by 1
        union all
        select ${encounter.b}, 0, 0, count(*) from ${encounter}
          where ${encounter.b} = ${ids} and ${encounter.endReasonB} = 'manual_self' group by 1
      ) as part group by 1`);
    const found = new Map(rows.map((row) => [row.of, row]));
    return accountIds.map((id) => {
      const { completed = 0, thanks = 0, ends = 0 } = found.get(id) ?? {};
      return { completedMinutes: Number(completed), thanksReceived: Number(thanks), manualEnds: Number(ends) };
    });
  });
}

/** The completed minutes of each of these accounts, also of those that have none, in one statement. */
export async function completedMinutesOf(db: Database, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const ids = anyOf(accountIds);
  const { rows } = await db.execute<{ of: string; n: string }>(sql`
    select account_id as of, sum(n) as n from (
      select ${encounterTotal.accountId} as account_id, ${encounterTotal.completedMinutes} as n from ${encounterTotal}
        where ${encounterTotal.accountId} = ${ids}
      union all
      select account_id, n from (${completedOf(ids)}) as met
    ) as part group by 1`);
  const found = new Map(rows.map(({ of, n }) => [of, Number(n)]));
  return new Map(accountIds.map((id) => [id, found.get(id) ?? 0]));
}

/** Whether the account has completed a minute; cheaper than counting. */
export async function hasCompletedMinute(db: Database, accountId: string): Promise<boolean> {
  // One index for each side.
  const { rows } = await db.execute<{ has: boolean }>(sql`select
    exists (select 1 from ${encounterTotal} where ${encounterTotal.accountId} = ${accountId} and ${encounterTotal.completedMinutes} > 0)
    or exists (select 1 from ${encounter} where ${encounter.a} = ${accountId} and ${encounter.completed})
    or exists (select 1 from ${encounter} where ${encounter.b} = ${accountId} and ${encounter.completed}) as has`);
  return rows[0]?.has === true;
}
