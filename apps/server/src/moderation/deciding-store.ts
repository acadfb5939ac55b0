import { and, inArray, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { type StandingAct, standingKinds } from './rules.ts';
import { act } from './tables.ts';

/** A ledger line that the standing of its subject depends on. */
export type DecidingAct = StandingAct & { readonly subject: string | null };

/** A prepared statement: every call of an account runs it. */
export const decidingActs = (from: Database) => {
  const { id, kind, subject, caseId, at, until, code } = act;
  return from
    .select({ id, kind, subject, caseId, at, until, code })
    .from(act)
    .where(and(sql`${act.subject} = any(${sql.placeholder('subjects')}::uuid[])`, inArray(act.kind, [...standingKinds])))
    .orderBy(act.seq)
    .prepare('deciding acts of many');
};

/** Reads the lines that the standing of one account depends on; concurrent reads share one query. */
export function decidingOf(db: Database): (subject: string) => Promise<readonly DecidingAct[]> {
  const acts = decidingActs(db);
  return batchedRows(
    async (subjects) => (await acts.execute({ subjects })) as DecidingAct[],
    ({ subject }) => subject,
  );
}
