import type { HeldBack } from '@unspoken/contract/cases';
import type { ReportReason } from '@unspoken/contract/reports';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database/database.ts';
import { type DecidingAct, decidingActs, decidingOf } from './deciding-store.ts';
import { forgettingStore } from './forgetting-store.ts';
import type { ActKind, ReporterRecord } from './rules.ts';
import { act, actText, formerPerson, moderationCase, notice, report, reportOrigin, reportText } from './tables.ts';

export type Case = typeof moderationCase.$inferSelect;
export type Notice = typeof notice.$inferSelect;
type ActRow = typeof act.$inferSelect;
export interface Act extends ActRow {
  readonly kind: ActKind;
  readonly words: string | null;
}
export type NewAct = Omit<typeof act.$inferInsert, 'kind'> & { readonly kind: ActKind };

/** One report of a case. */
export interface CaseReport {
  readonly id: string;
  readonly roomID: string;
  readonly reporter: string;
  readonly reasons: ReportReason[];
  readonly at: Date;
  readonly explanation: string | null;
  readonly network: string | null;
  readonly heldBack: HeldBack | null;
}

const open = isNull(moderationCase.closedAt);
/** The month of an instant in UTC, as 2026-11. */
const monthOf = (column: AnyPgColumn) => sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM')`;
const decided = sql`d.kind in ('warned', 'suspended', 'banned')`;

/** All SQL of cases and the ledger. */
export const caseStore = (db: Database, decidingAbout = decidingOf(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  // ---- The ledger: append-only.

  async append(tx: Database, row: NewAct, words = ''): Promise<void> {
    await tx.insert(act).values(row);
    if (words !== '') await tx.insert(actText).values({ actId: row.id, words });
  },

  /** The lines that the standings of these accounts depend on, oldest first, without their text. */
  async deciding(subjects: readonly string[], tx: Database = db): Promise<DecidingAct[]> {
    return (await decidingActs(tx).execute({ subjects })) as DecidingAct[];
  },

  /** The same for one account; concurrent reads share one query, because every call of an account reads them. */
  decidingAbout,

  /** The lines about these accounts, oldest first. */
  async about(subjects: readonly string[], tx: Database = db): Promise<Act[]> {
    return lines(tx, inArray(act.subject, [...subjects]));
  },

  async ofCases(caseIds: readonly string[]): Promise<Act[]> {
    return lines(db, inArray(act.caseId, [...caseIds]));
  },

  /** Lines before a sequence number, newest first. */
  async latest(before: number | undefined, atMost: number): Promise<Omit<Act, 'words'>[]> {
    const rows = await db
      .select()
      .from(act)
      .where(before === undefined ? undefined : lt(act.seq, before))
      .orderBy(desc(act.seq))
      .limit(atMost);
    return rows.map((row) => ({ ...row, kind: row.kind as ActKind }));
  },

  async byId(id: string, tx: Database = db): Promise<Act | undefined> {
    return (await lines(tx, eq(act.id, id)))[0];
  },

  // ---- Cases.

  /** The open case of reports about an account, created if there is none, and locked until the transaction ends. */
  async forReports(tx: Database, fresh: { id: string; subject: string; openedAt: Date }): Promise<Case> {
    const current = and(eq(moderationCase.kind, 'reports'), eq(moderationCase.subject, fresh.subject), open);
    for (;;) {
      await tx
        .insert(moderationCase)
        .values({ ...fresh, kind: 'reports', rank: 1 })
        .onConflictDoNothing();
      const [row] = await tx.select().from(moderationCase).where(current).for('update');
      // No row: the case was closed after the insert had found it. The next round opens a new one.
      if (row) return row;
    }
  },

  /** Creates a case; returns false if it exists already. */
  async open(tx: Database, row: typeof moderationCase.$inferInsert): Promise<boolean> {
    const added = await tx.insert(moderationCase).values(row).onConflictDoNothing().returning({ id: moderationCase.id });
    return added.length > 0;
  },

  async raise(tx: Database, id: string, rank: number): Promise<void> {
    await tx
      .update(moderationCase)
      .set({ rank })
      .where(and(eq(moderationCase.id, id), lt(moderationCase.rank, rank)));
  },

  async find(id: string): Promise<Case | undefined> {
    return (await db.select().from(moderationCase).where(eq(moderationCase.id, id)).limit(1))[0];
  },

  /** The open cases, by rank, then oldest first. */
  async queue(): Promise<Case[]> {
    return db
      .select()
      .from(moderationCase)
      .where(open)
      .orderBy(desc(moderationCase.rank), asc(moderationCase.openedAt), asc(moderationCase.id));
  },

  /** Claims a case that is unclaimed, or whose claim was last renewed before `staleBefore`; undefined if it is claimed. */
  async claim(tx: Database, id: string, by: string, at: Date, staleBefore: Date): Promise<Case | undefined> {
    const free = or(
      isNull(moderationCase.claimedBy),
      eq(moderationCase.claimedBy, by),
      lt(moderationCase.claimedAt, staleBefore),
    );
    const [row] = await tx
      .update(moderationCase)
      .set({ claimedBy: by, claimedAt: at })
      .where(and(eq(moderationCase.id, id), open, free))
      .returning();
    return row;
  },

  /** Extends a claim, because the claimant has acted. */
  async renewClaim(tx: Database, id: string, by: string, claimedAt: Date): Promise<void> {
    await updateClaimed(tx, id, by, { claimedAt });
  },

  /** Releases a claim; returns false if the case is not claimed by this moderator. */
  async release(tx: Database, id: string, by: string): Promise<boolean> {
    return updateClaimed(tx, id, by, { claimedBy: null, claimedAt: null });
  },

  /** Closes a decided case; returns false if the case is no longer claimed by this moderator. */
  async close(tx: Database, id: string, by: string, closedAt: Date): Promise<boolean> {
    return updateClaimed(tx, id, by, { closedAt });
  },

  // ---- Reports.

  async noteOrigin(tx: Database, row: typeof reportOrigin.$inferInsert): Promise<void> {
    await tx.insert(reportOrigin).values(row);
  },

  async reportsOf(caseId: string, tx: Database = db): Promise<CaseReport[]> {
    const rows = await tx
      .select({
        id: report.id,
        roomID: report.roomID,
        reporter: report.reporter,
        reasons: report.reasons,
        at: report.at,
        explanation: reportText.explanation,
        network: reportOrigin.network,
        heldBack: report.heldBack,
      })
      .from(report)
      .leftJoin(reportText, eq(reportText.reportId, report.id))
      .leftJoin(reportOrigin, eq(reportOrigin.reportId, report.id))
      .where(eq(report.caseId, caseId))
      .orderBy(report.at, report.id);
    return rows as CaseReport[];
  },

  async reportCounts(caseIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (caseIds.length === 0) return new Map();
    const rows = await db
      .select({ caseId: report.caseId, reports: count() })
      .from(report)
      .where(inArray(report.caseId, [...caseIds]))
      .groupBy(report.caseId);
    return new Map(rows.map(({ caseId, reports }) => [caseId, reports]));
  },

  /** How many reports of each of these accounts were upheld or dismissed; the last decision of a case counts, unless reversed. */
  async recordsOf(reporters: readonly string[], tx: Database = db): Promise<ReadonlyMap<string, ReporterRecord>> {
    if (reporters.length === 0) return new Map();
    const { rows } = await tx.execute<{ reporter: string; upheld: number; dismissed: number }>(sql`
      select r.reporter, count(*) filter (where ${decided})::int as upheld,
        count(*) filter (where d.kind = 'dismissed')::int as dismissed
      from report r
      cross join lateral (
        select kind from act
        where act.case_id = r.case_id and act.kind in ('dismissed', 'warned', 'suspended', 'banned', 'appeal reversed')
        order by act.seq desc limit 1
      ) d
      where ${inArray(sql`r.reporter`, [...reporters])}
      group by r.reporter`);
    return new Map(rows.map(({ reporter, upheld, dismissed }) => [reporter, { upheld, dismissed }]));
  },

  /** The reports that an account has made, newest first, with the state of the case of each. */
  async reportsBy(
    reporter: string,
  ): Promise<{ id: string; at: Date; reasons: string[]; claimed: boolean; outcome: string | null }[]> {
    const { rows } = await db.execute<{ id: string; at: Date; reasons: string[]; claimed: boolean; outcome: string | null }>(sql`
      select r.id, r.at, r.reasons, c.claimed_by is not null as claimed,
        case when c.closed_at is not null then (
          select kind from act where act.case_id = c.id and act.kind in ('dismissed', 'warned', 'suspended', 'banned')
          order by act.seq desc limit 1
        ) end as outcome
      from report r join moderation_case c on c.id = r.case_id
      where r.reporter = ${reporter}
      order by r.at desc`);
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  },

  // ---- Notices.

  async addNotice(tx: Database, row: typeof notice.$inferInsert): Promise<void> {
    await tx.insert(notice).values(row);
  },

  async notice(caseId: string, tx: Database = db): Promise<Notice | undefined> {
    return (await tx.select().from(notice).where(eq(notice.caseId, caseId)).limit(1))[0];
  },

  // ---- Deleted accounts.

  async hasOpenCase(subject: string, tx: Database = db): Promise<boolean> {
    const rows = await tx
      .select({ id: moderationCase.id })
      .from(moderationCase)
      .where(and(eq(moderationCase.subject, subject), open))
      .limit(1);
    return rows.length > 0;
  },

  async keepHash(tx: Database, row: typeof formerPerson.$inferInsert): Promise<void> {
    await tx.insert(formerPerson).values(row).onConflictDoNothing();
  },

  /** The subjects with one of these hashes. */
  async formerPeople(hashes: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectDistinct({ subject: formerPerson.subject })
      .from(formerPerson)
      .where(inArray(formerPerson.hash, [...hashes]));
    return rows.map(({ subject }) => subject);
  },

  /** Erases address and text of notices sent with one of these addresses. */
  async eraseNotices(tx: Database, addressKeys: readonly string[]): Promise<void> {
    await tx
      .update(notice)
      .set({ email: null, words: '' })
      .where(inArray(sql`lower(${notice.email})`, [...addressKeys]));
  },

  /** Erases the text of the lines about a person; the lines stay. */
  async eraseWords(tx: Database, subject: string): Promise<void> {
    const own = tx.select({ id: act.id }).from(act).where(eq(act.subject, subject));
    await tx.delete(actText).where(inArray(actText.actId, own));
  },

  ...forgettingStore(db),

  // ---- Figures.

  /** How many lines of each kind were written about an account in each month. */
  async actsByMonth(since: Date): Promise<{ month: string; kind: string; n: number }[]> {
    const month = monthOf(act.at);
    return db
      .select({ month, kind: act.kind, n: count() })
      .from(act)
      .where(and(gt(act.at, since), isNotNull(act.subject)))
      .groupBy(month, act.kind);
  },

  async reportsByMonth(since: Date): Promise<{ month: string; n: number }[]> {
    const month = monthOf(report.at);
    return db.select({ month, n: count() }).from(report).where(gt(report.at, since)).groupBy(month);
  },

  /** Of the cases opened in each month: notices, decided cases, and the median time from opening to decision in hours. */
  async casesByMonth(since: Date): Promise<{ month: string; notices: number; decided: number; medianHours: number | null }[]> {
    const month = monthOf(moderationCase.openedAt);
    const hours = sql`extract(epoch from ${moderationCase.closedAt} - ${moderationCase.openedAt}) / 3600`;
    const ifDecided = sql`filter (where ${moderationCase.closedAt} is not null)`;
    return db
      .select({
        month,
        notices: sql<number>`count(*) filter (where ${moderationCase.kind} = 'notice')::int`,
        decided: sql<number>`count(*) ${ifDecided}::int`,
        medianHours: sql<
          number | null
        >`((array_agg(${hours} order by ${hours}) ${ifDecided})[count(*) ${ifDecided} / 2 + 1])::float`,
      })
      .from(moderationCase)
      .where(gt(moderationCase.openedAt, since))
      .groupBy(month);
  },
});
export type CaseStore = ReturnType<typeof caseStore>;

async function lines(tx: Database, condition: ReturnType<typeof eq>): Promise<Act[]> {
  const rows = await tx
    .select({ line: act, words: actText.words })
    .from(act)
    .leftJoin(actText, eq(actText.actId, act.id))
    .where(condition)
    .orderBy(act.seq);
  return rows.map(({ line, words }) => ({ ...line, kind: line.kind as ActKind, words }));
}

/** Updates an open case that this moderator has claimed; returns false if there is none. */
async function updateClaimed(tx: Database, id: string, by: string, values: Partial<Case>): Promise<boolean> {
  const rows = await tx
    .update(moderationCase)
    .set(values)
    .where(and(eq(moderationCase.id, id), eq(moderationCase.claimedBy, by), open))
    .returning({ id: moderationCase.id });
  return rows.length > 0;
}
