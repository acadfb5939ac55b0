import type { EncounterCounters } from '@unspoken/contract/accounts';
import { count, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { encounter, encounterTotal, thank } from './tables.ts';

/** What an account has come to: with the records that are there, and the totals of those that have been deleted. */
export async function countersOf(db: Database, accountId: string): Promise<EncounterCounters> {
  const [[total], completed, left, [thanked]] = await Promise.all([
    db.select().from(encounterTotal).where(eq(encounterTotal.accountId, accountId)).limit(1),
    completedMinutesOf(db, [accountId]),
    leftBy(db, accountId),
    db.select({ n: count() }).from(thank).where(eq(thank.receiver, accountId)),
  ]);
  return {
    completedMinutes: completed.get(accountId) ?? 0,
    thanksReceived: (thanked?.n ?? 0) + (total?.thanksReceived ?? 0),
    manualEnds: left + (total?.manualEnds ?? 0),
  };
}

/** How many of the encounters on record the account has ended by hand. */
async function leftBy(db: Database, accountId: string): Promise<number> {
  // One index for each side.
  const { rows } = await db.execute<{ n: string }>(sql`select
    (select count(*) from ${encounter} where ${encounter.a} = ${accountId} and ${encounter.endReasonA} = 'manual_self')
    + (select count(*) from ${encounter} where ${encounter.b} = ${accountId} and ${encounter.endReasonB} = 'manual_self') as n`);
  return Number(rows[0]?.n ?? 0);
}

/** The completed minutes of each of these accounts, also of those that have none, in one statement. */
export async function completedMinutesOf(db: Database, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const ids = sql`any(${sql.param([...accountIds])}::uuid[])`;
  // One index for each side.
  const { rows } = await db.execute<{ of: string; n: string }>(sql`
    select account_id as of, sum(n) as n from (
      select ${encounterTotal.accountId} as account_id, ${encounterTotal.completedMinutes} as n from ${encounterTotal}
        where ${encounterTotal.accountId} = ${ids}
      union all
      select ${encounter.a}, count(*) from ${encounter} where ${encounter.a} = ${ids} and ${encounter.completed} group by 1
      union all
      select ${encounter.b}, count(*) from ${encounter} where ${encounter.b} = ${ids} and ${encounter.completed} group by 1
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
