import { eq, lt } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { signInAttempt } from './tables.ts';

export type Attempts = Omit<typeof signInAttempt.$inferSelect, 'key'>;

/** The only SQL for sign-in attempts. */
export const attemptStore = (db: Database) => ({
  /** Replaces the attempts on a key by the result of `next`, unless undefined. Parallel calls for a key are serialised. */
  async change(key: string, next: (found: Attempts) => Attempts | undefined): Promise<void> {
    await db.transaction(async (tx) => {
      const never = new Date(0);
      const none = { key, count: 0, lastAt: never, nextAt: never };
      await tx.insert(signInAttempt).values(none).onConflictDoNothing();
      const [row = none] = await tx.select().from(signInAttempt).where(eq(signInAttempt.key, key)).for('update');
      const changed = next(row);
      if (changed) await tx.update(signInAttempt).set(changed).where(eq(signInAttempt.key, key));
    });
  },

  async remove(tx: Database, key: string): Promise<void> {
    await tx.delete(signInAttempt).where(eq(signInAttempt.key, key));
  },

  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, signInAttempt, lt(signInAttempt.lastAt, before));
  },
});

export type AttemptStore = ReturnType<typeof attemptStore>;
