import { and, count, eq, inArray } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { GatheringRow } from './store.ts';
import { gathering, gatheringAttendance } from './tables.ts';

export type Attended = typeof gatheringAttendance.$inferSelect;

/** The SQL about who came to gatherings. */
export const attendanceStore = (db: Database) => ({
  /** Records who came, and the gatherings among these that are only `computed` so far. Again changes nothing. */
  async add(tx: Database, computed: readonly GatheringRow[], rows: readonly Attended[]): Promise<void> {
    if (computed.length > 0)
      await tx
        .insert(gathering)
        .values([...computed])
        .onConflictDoNothing();
    if (rows.length === 0) return;
    await tx
      .insert(gatheringAttendance)
      .values([...rows])
      .onConflictDoNothing();
  },

  /** Which of these accounts came to one of these gatherings. */
  async among(gatheringIds: readonly string[], accountIds: readonly string[]): Promise<string[]> {
    const { gatheringId, accountId } = gatheringAttendance;
    const rows = await db
      .selectDistinct({ accountId })
      .from(gatheringAttendance)
      .where(and(inArray(gatheringId, [...gatheringIds]), inArray(accountId, [...accountIds])));
    return rows.map((row) => row.accountId);
  },

  /** How many came. */
  async came(gatheringId: string): Promise<number> {
    const of = eq(gatheringAttendance.gatheringId, gatheringId);
    const [row] = await db.select({ people: count() }).from(gatheringAttendance).where(of);
    return row?.people ?? 0;
  },

  /** When a person came to which gatherings. */
  async ofAccount(accountId: string): Promise<Attended[]> {
    return db
      .select()
      .from(gatheringAttendance)
      .where(eq(gatheringAttendance.accountId, accountId))
      .orderBy(gatheringAttendance.cameAt);
  },
});
export type AttendanceStore = ReturnType<typeof attendanceStore>;
