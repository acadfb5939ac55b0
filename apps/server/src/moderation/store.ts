import { and, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import { batch } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { keptSeparation, report, reportText, separation } from './tables.ts';

export type NewReport = typeof report.$inferInsert;

/** The accounts that an account is separated from. Matchmaking reads them for every request, so reads are batched. */
function separationsFrom(db: Database): (accountId: string) => Promise<string[]> {
  const anyOfThese = sql`any(${sql.placeholder('these')}::uuid[])`;
  const separations = db
    .select({ one: separation.one, other: separation.other })
    .from(separation)
    .where(sql`${separation.one} = ${anyOfThese} or ${separation.other} = ${anyOfThese}`)
    .prepare('separations of many');
  return batch(async (accountIds) => {
    const of = new Map<string, string[]>(accountIds.map((id) => [id, []]));
    for (const { one, other } of await separations.execute({ these: [...of.keys()] })) {
      of.get(one)?.push(other);
      of.get(other)?.push(one);
    }
    return accountIds.map((id) => of.get(id) ?? []);
  });
}

/** Stores a separation under the lower id; `byOne` and `byOther` are never reset once they are true. */
async function upsertSeparation(tx: Database, row: typeof separation.$inferSelect): Promise<void> {
  const { one, other, byOne, byOther, at } = row;
  const ordered = one < other ? row : { one: other, other: one, byOne: byOther, byOther: byOne, at };
  const set = {
    byOne: sql`${separation.byOne} or excluded.by_one`,
    byOther: sql`${separation.byOther} or excluded.by_other`,
  };
  await tx
    .insert(separation)
    .values(ordered)
    .onConflictDoUpdate({ target: [separation.one, separation.other], set });
}

/** All SQL of reports and separations. */
export const moderationStore = (db: Database, separatedFrom = separationsFrom(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** Stores a report; returns false, and stores nothing, if this side has reported already. */
  async report(tx: Database, row: NewReport, explanation: string): Promise<boolean> {
    const added = await tx.insert(report).values(row).onConflictDoNothing().returning({ id: report.id });
    if (added.length > 0 && explanation !== '') await tx.insert(reportText).values({ reportId: row.id, explanation });
    return added.length > 0;
  },

  async hasReported(tx: Database, roomID: string, reporter: string): Promise<boolean> {
    const rows = await tx
      .select({ id: report.id })
      .from(report)
      .where(and(eq(report.roomID, roomID), eq(report.reporter, reporter)))
      .limit(1);
    return rows.length > 0;
  },

  /** Separates two people for ever, because `by` asked for it. */
  async separate(tx: Database, by: string, other: string, at: Date): Promise<void> {
    await upsertSeparation(tx, { one: by, other, byOne: true, byOther: false, at });
  },

  /** The accounts that this account asked never to meet again. */
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

  separatedFrom,

  async reportedRooms(reporter: string, roomIds: readonly string[]): Promise<string[]> {
    if (roomIds.length === 0) return [];
    const rows = await db
      .select({ roomID: report.roomID })
      .from(report)
      .where(and(eq(report.reporter, reporter), inArray(report.roomID, [...roomIds])));
    return rows.map(({ roomID }) => roomID);
  },

  async by(reporter: string): Promise<{ at: Date; reasons: string[]; explanation: string | null }[]> {
    return db
      .select({ at: report.at, reasons: report.reasons, explanation: reportText.explanation })
      .from(report)
      .leftJoin(reportText, eq(reportText.reportId, report.id))
      .where(eq(report.reporter, reporter))
      .orderBy(report.at);
  },

  /**
   * Deletes the explanations that the person wrote; the reports stay, with ids that can no longer be resolved. Separations
   * are kept under these hashes in place of the id, as long as the other accounts exist. Returns these accounts.
   */
  async erase(tx: Database, accountId: string, hashes: readonly string[], at: Date): Promise<string[]> {
    const own = tx.select({ id: report.id }).from(report).where(eq(report.reporter, accountId));
    await tx.delete(reportText).where(inArray(reportText.reportId, own));
    // If both accounts are deleted at once, the second waits here for the first, and deletes below what the first has kept.
    const about = or(eq(separation.one, accountId), eq(separation.other, accountId));
    const rows = await tx.select().from(separation).where(about).orderBy(separation.one, separation.other).for('update');
    await tx.delete(separation).where(about);
    await tx.delete(keptSeparation).where(eq(keptSeparation.other, accountId));
    const others = rows.map(({ one, other, byOne, byOther }) =>
      one === accountId ? { other, byFormer: byOne, byOther } : { other: one, byFormer: byOther, byOther: byOne },
    );
    const kept = others.flatMap((each) => hashes.map((hash) => ({ ...each, hash, at })));
    const set = {
      byFormer: sql`${keptSeparation.byFormer} or excluded.by_former`,
      byOther: sql`${keptSeparation.byOther} or excluded.by_other`,
      at,
    };
    if (kept.length > 0)
      await tx
        .insert(keptSeparation)
        .values(kept)
        .onConflictDoUpdate({ target: [keptSeparation.hash, keptSeparation.other], set });
    return others.map(({ other }) => other);
  },

  /**
   * Restores the separations of a person known by these hashes whose former account was deleted after `since`, for their
   * new account.
   */
  async recognise(tx: Database, accountId: string, hashes: readonly string[], since: Date, at: Date): Promise<void> {
    if (hashes.length === 0) return;
    const rows = await tx
      .select()
      .from(keptSeparation)
      .where(and(inArray(keptSeparation.hash, [...hashes]), ne(keptSeparation.other, accountId), gt(keptSeparation.at, since)))
      .orderBy(keptSeparation.other);
    for (const { other, byFormer, byOther } of rows)
      await upsertSeparation(tx, { one: accountId, other, byOne: byFormer, byOther, at });
  },

  /** Deletes the separations kept of accounts that were deleted at or before an instant. */
  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, keptSeparation, lte(keptSeparation.at, before));
  },
});
export type ModerationStore = ReturnType<typeof moderationStore>;
