import { lt } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { visit } from './tables.ts';

/** All SQL about visits. */
export const visitStore = (db: Database) => ({
  async add(row: typeof visit.$inferInsert): Promise<void> {
    await db.insert(visit).values(row);
  },

  async eraseBefore(at: Date): Promise<void> {
    await deleteInBatches(db, visit, lt(visit.at, at));
  },
});

export type VisitStore = ReturnType<typeof visitStore>;
