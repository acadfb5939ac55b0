import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { together } from '../platform/database/together.ts';
import { report, reportText, separation } from './tables.ts';

export type NewReport = typeof report.$inferInsert;

/** Whom somebody never meets again: asked for everybody who is to meet somebody, and so for many at once. */
function apartFrom(db: Database): (accountId: string) => Promise<string[]> {
  const asked = sql`any(${sql.placeholder('asked')}::uuid[])`;
  const separations = db
    .select({ one: separation.one, other: separation.other })
    .from(separation)
    .where(sql`${separation.one} = ${asked} or ${separation.other} = ${asked}`)
    .prepare('separations of many');
  return together(async (accountIds) => {
    const of = new Map<string, string[]>(accountIds.map((id) => [id, []]));
    for (const { one, other } of await separations.execute({ asked: [...of.keys()] })) {
      of.get(one)?.push(other);
      of.get(other)?.push(one);
    }
    return accountIds.map((id) => of.get(id) ?? []);
  });
}

/** The one place that speaks SQL about reports and separations. */
export const moderationStore = (db: Database, apart = apartFrom(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** False if this side has reported already; nothing is stored then. */
  async report(tx: Database, row: NewReport, explanation: string): Promise<boolean> {
    const added = await tx.insert(report).values(row).onConflictDoNothing().returning({ id: report.id });
    if (added.length > 0 && explanation !== '') await tx.insert(reportText).values({ reportId: row.id, explanation });
    return added.length > 0;
  },

  async hasReported(tx: Database, roomId: string, reporter: string): Promise<boolean> {
    const rows = await tx
      .select({ id: report.id })
      .from(report)
      .where(and(eq(report.roomId, roomId), eq(report.reporter, reporter)))
      .limit(1);
    return rows.length > 0;
  },

  /** Parts two people for ever; `by` wishes it. */
  async separate(tx: Database, by: string, other: string, at: Date): Promise<void> {
    const row = by < other ? { one: by, other, byOne: true } : { one: other, other: by, byOther: true };
    const { one: _, other: __, ...wished } = row;
    await tx
      .insert(separation)
      .values({ ...row, at })
      .onConflictDoUpdate({ target: [separation.one, separation.other], set: wished });
  },

  /** Whom somebody has wished never to meet again. */
  async separatedBy(accountId: string): Promise<string[]> {
    const rows = await db
      .select()
      .from(separation)
      .where(
        or(
          and(eq(separation.one, accountId), eq(separation.byOne, true)),
          and(eq(separation.other, accountId), eq(separation.byOther, true)),
        ),
      );
    return rows.map(({ one, other }) => (one === accountId ? other : one));
  },

  separatedFrom: apart,

  async reportedRooms(reporter: string, roomIds: readonly string[]): Promise<string[]> {
    if (roomIds.length === 0) return [];
    const rows = await db
      .select({ roomId: report.roomId })
      .from(report)
      .where(and(eq(report.reporter, reporter), inArray(report.roomId, [...roomIds])));
    return rows.map(({ roomId }) => roomId);
  },

  async by(reporter: string): Promise<{ at: Date; reasons: string[]; explanation: string | null }[]> {
    return db
      .select({ at: report.at, reasons: report.reasons, explanation: reportText.explanation })
      .from(report)
      .leftJoin(reportText, eq(reportText.reportId, report.id))
      .where(eq(report.reporter, reporter))
      .orderBy(report.at);
  },

  /** What the person wrote goes; that there was a report stays, with ids that lead nowhere any more. */
  async erase(tx: Database, accountId: string): Promise<void> {
    const own = tx.select({ id: report.id }).from(report).where(eq(report.reporter, accountId));
    await tx.delete(reportText).where(inArray(reportText.reportId, own));
    await tx.delete(separation).where(or(eq(separation.one, accountId), eq(separation.other, accountId)));
  },
});
export type ModerationStore = ReturnType<typeof moderationStore>;
