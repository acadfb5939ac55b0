import { desc, eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { feedback } from './tables.ts';

/** All SQL about feedback. */
export const feedbackStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  async add(tx: Database, row: typeof feedback.$inferInsert): Promise<void> {
    await tx.insert(feedback).values(row);
  },

  async by(accountId: string): Promise<(typeof feedback.$inferSelect)[]> {
    return db.select().from(feedback).where(eq(feedback.accountId, accountId)).orderBy(feedback.createdAt);
  },

  async latest(atMost: number): Promise<(typeof feedback.$inferSelect)[]> {
    return db.select().from(feedback).orderBy(desc(feedback.createdAt)).limit(atMost);
  },

  async erase(tx: Database, accountId: string): Promise<void> {
    await tx.delete(feedback).where(eq(feedback.accountId, accountId));
  },
});

export type FeedbackStore = ReturnType<typeof feedbackStore>;
