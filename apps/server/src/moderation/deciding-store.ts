import { and, inArray, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { type StandingAct, standingKinds } from './rules.ts';
import { act } from './tables.ts';

/** A line that decides how its subject stands. */
export type DecidingAct = StandingAct & { readonly subject: string | null };

/** Put together once: it is asked at every call somebody makes. */
export const decidingActs = (from: Database) => {
  const { id, kind, subject, caseId, at, until, code } = act;
  return from
    .select({ id, kind, subject, caseId, at, until, code })
    .from(act)
    .where(and(sql`${act.subject} = any(${sql.placeholder('subjects')}::uuid[])`, inArray(act.kind, [...standingKinds])))
    .orderBy(act.seq)
    .prepare('deciding acts of many');
};

/** The lines that decide how one stands, asked for together with those of others. */
export function decidingOf(db: Database): (subject: string) => Promise<readonly DecidingAct[]> {
  const acts = decidingActs(db);
  return batchedRows(
    async (subjects) => (await acts.execute({ subjects })) as DecidingAct[],
    ({ subject }) => subject,
  );
}
