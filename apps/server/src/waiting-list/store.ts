import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { application } from './tables.ts';

export type Application = typeof application.$inferSelect;
type Decision = Pick<Application, 'decision' | 'reason' | 'decidedBy' | 'decidedAt'>;

/** All SQL about applications. A function that is given a `tx` runs in that transaction. */
export const waitingListStore = (db: Database) => ({
  async add(tx: Database, row: typeof application.$inferInsert): Promise<void> {
    await tx.insert(application).values(row);
  },

  async application(accountId: string, tx: Database = db): Promise<Application | undefined> {
    return (await tx.select().from(application).where(eq(application.accountId, accountId)).limit(1))[0];
  },

  /** Applications without a decision, longest waiting first. */
  async undecided(): Promise<Application[]> {
    return db.select().from(application).where(isNull(application.decision)).orderBy(asc(application.submittedAt));
  },

  /** False if someone else claimed it after `staleBefore`. */
  async claim(tx: Database, accountId: string, claimedBy: string, claimedAt: Date, staleBefore: Date): Promise<boolean> {
    const free = or(isNull(application.claimedBy), eq(application.claimedBy, claimedBy), lt(application.claimedAt, staleBefore));
    const open = and(eq(application.accountId, accountId), free);
    return (await tx.update(application).set({ claimedBy, claimedAt }).where(open).returning()).length > 0;
  },

  async decide(tx: Database, accountId: string, decision: Decision): Promise<void> {
    await tx.update(application).set(decision).where(eq(application.accountId, accountId));
  },

  async noteAsked(tx: Database, accountId: string, askedAt: Date): Promise<void> {
    await tx.update(application).set({ askedAt }).where(eq(application.accountId, accountId));
  },
});

export type WaitingListStore = ReturnType<typeof waitingListStore>;
