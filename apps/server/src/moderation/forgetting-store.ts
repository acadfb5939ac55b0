import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { act, actText, formerPerson, moderationCase, notice, report, reportOrigin, reportText } from './tables.ts';

/** How many cases, or lines, one transaction deletes. */
const batchSize = 200;

/** A case or a line from before an instant: the next ones are those after it. */
export interface Aged {
  readonly id: string;
  readonly subject: string | null;
  readonly at: Date;
}

/** What is after this one, in the order of `at` and `id`. */
const after = (at: SQL, id: SQL, last: Aged | undefined): SQL | undefined =>
  last && sql`(${at}, ${id}) > (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`;

/**
 * All SQL of the retention of cases and of the ledger. Each deletion is a transaction of few rows: what is in force against somebody stays, so that
 * what to delete is known only when the standing of the people has been read.
 */
export const forgettingStore = (db: Database) => ({
  /** Some cases that were closed before an instant, the earliest first, after `last`. None is after the last one. */
  async casesClosedBefore(before: Date, last: Aged | undefined): Promise<Aged[]> {
    const { id, subject, closedAt } = moderationCase;
    const rows = await db
      .select({ id, subject, at: closedAt })
      .from(moderationCase)
      .where(and(lt(closedAt, before), after(sql`${closedAt}`, sql`${id}`, last)))
      .orderBy(asc(closedAt), asc(id))
      .limit(batchSize);
    return rows as Aged[];
  },

  /** Deletes the reports and notices of these cases, and those of the cases that are not to stay so that their people can be reinstated. */
  async forgetCases(caseIds: readonly string[], staying: ReadonlySet<string>, before: Date): Promise<void> {
    const [ids, gone] = [[...caseIds], caseIds.filter((id) => !staying.has(id))];
    await db.transaction(async (tx) => {
      await allowDeletion(tx, before);
      const reports = tx.select({ id: report.id }).from(report).where(inArray(report.caseId, ids));
      await tx.delete(reportText).where(inArray(reportText.reportId, reports));
      await tx.delete(report).where(and(inArray(report.caseId, ids), lt(report.at, before)));
      await tx.delete(notice).where(inArray(notice.caseId, ids));
      await tx.delete(moderationCase).where(inArray(moderationCase.id, gone));
    });
  },

  /** Some lines from before an instant whose case is gone, or that have none, the earliest first, after `last`. */
  async linesBefore(before: Date, last: Aged | undefined): Promise<Aged[]> {
    const { id, subject, at, caseId } = act;
    return db
      .select({ id, subject, at })
      .from(act)
      .leftJoin(moderationCase, eq(moderationCase.id, caseId))
      .where(and(lt(at, before), after(sql`${at}`, sql`${id}`, last), isNull(moderationCase.id)))
      .orderBy(asc(at), asc(id))
      .limit(batchSize);
  },

  /** Deletes these lines, which are from before an instant. */
  async forgetLines(ids: readonly string[], before: Date): Promise<void> {
    if (ids.length === 0) return;
    await db.transaction(async (tx) => {
      await allowDeletion(tx, before);
      await tx.delete(actText).where(inArray(actText.actId, [...ids]));
      await tx.delete(act).where(inArray(act.id, [...ids]));
    });
  },

  async forgetOrigins(before: Date): Promise<void> {
    await deleteInBatches(db, reportOrigin, lt(reportOrigin.at, before));
  },

  /** The people of whom a hash was kept before an instant. */
  async formerSubjects(before: Date): Promise<string[]> {
    const rows = await db.selectDistinct({ subject: formerPerson.subject }).from(formerPerson).where(lt(formerPerson.at, before));
    return rows.map(({ subject }) => subject);
  },

  /** Those of these people about whom a case is open. */
  async withOpenCase(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await db
      .selectDistinct({ subject: moderationCase.subject })
      .from(moderationCase)
      .where(and(sql`${moderationCase.subject} = any(${sql.param([...subjects])}::uuid[])`, isNull(moderationCase.closedAt)));
    return new Set(rows.flatMap(({ subject }) => subject ?? []));
  },

  async forgetFormer(subjects: readonly string[], before: Date): Promise<void> {
    const isOne = sql`${formerPerson.subject} = any(${sql.param([...subjects])}::uuid[])`;
    await deleteInBatches(db, formerPerson, and(isOne, lt(formerPerson.at, before)));
  },
});

/** Lets the triggers of the append-only tables pass the deletion of rows from before an instant, in this transaction. */
async function allowDeletion(tx: Database, before: Date): Promise<void> {
  await tx.execute(sql`select set_config('unspoken.forget_before', ${before.toISOString()}, true)`);
}
