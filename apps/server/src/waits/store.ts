import { lt } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { wait } from './tables.ts';

export type RecordedWait = typeof wait.$inferInsert;

/** All SQL about waits. */
export const waitStore = (db: Database) => ({
  /** A wait that is recorded already is left as it is. */
  async add(rows: readonly RecordedWait[]): Promise<void> {
    await db
      .insert(wait)
      .values([...rows])
      .onConflictDoNothing();
  },

  async eraseBefore(at: Date): Promise<void> {
    await db.delete(wait).where(lt(wait.minute, at));
  },
});

export type WaitStore = ReturnType<typeof waitStore>;
