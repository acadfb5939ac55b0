import type { Change } from '@unspoken/contract/feelings';
import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import type { WeekOfAnswers } from './rules.ts';
import { feelingsAnswered, feelingsCount } from './tables.ts';

/** All SQL about how people feel after a minute. */
export const feelingsStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** Records that an answer was given; false if one was given before. */
  async answered(tx: Database, row: typeof feelingsAnswered.$inferInsert): Promise<boolean> {
    const added = await tx
      .insert(feelingsAnswered)
      .values(row)
      .onConflictDoNothing()
      .returning({ roomID: feelingsAnswered.roomID });
    return added.length > 0;
  },

  /** Counts an answer in its week. All three counts are written, whichever has changed. */
  async count(tx: Database, week: string, change: Change): Promise<void> {
    const one = { worse: 0, same: 0, better: 0, [change]: 1 };
    const { worse, same, better } = feelingsCount;
    const set = {
      worse: sql`${worse} + excluded.worse`,
      same: sql`${same} + excluded.same`,
      better: sql`${better} + excluded.better`,
    };
    await tx
      .insert(feelingsCount)
      .values({ week, ...one })
      .onConflictDoUpdate({ target: feelingsCount.week, set });
  },

  /** The answers of every week, oldest first. */
  async weeks(): Promise<readonly WeekOfAnswers[]> {
    return db.select().from(feelingsCount).orderBy(feelingsCount.week);
  },

  /** When the minutes ended after which the account has answered, epoch ms, oldest first. */
  async of(accountId: string): Promise<readonly number[]> {
    const own = await db
      .select({ endedAt: feelingsAnswered.endedAt })
      .from(feelingsAnswered)
      .where(eq(feelingsAnswered.accountId, accountId))
      .orderBy(feelingsAnswered.endedAt);
    return own.map(({ endedAt }) => endedAt.getTime());
  },

  async erase(tx: Database, accountId: string): Promise<void> {
    await tx.delete(feelingsAnswered).where(eq(feelingsAnswered.accountId, accountId));
  },

  async forget(endedBefore: Date): Promise<void> {
    await deleteInBatches(db, feelingsAnswered, lt(feelingsAnswered.endedAt, endedBefore));
  },
});

export type FeelingsStore = ReturnType<typeof feelingsStore>;
