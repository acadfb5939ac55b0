import type { WelcomingState } from '@unspoken/contract/welcoming';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { welcoming } from './tables.ts';

export type WelcomingRow = typeof welcoming.$inferSelect;

/** All SQL about welcomers. */
export const welcomingStore = (db: Database) => ({
  async of(accountId: string, tx: Database = db): Promise<WelcomingRow | undefined> {
    return (await tx.select().from(welcoming).where(eq(welcoming.accountId, accountId)).limit(1))[0];
  },

  /** Stores a request in place of an earlier one. */
  async ask(tx: Database, accountId: string, at: Date): Promise<void> {
    const asked = { state: 'asked', askedAt: at, changedAt: at, decidedBy: null, reason: '' } as const;
    await tx
      .insert(welcoming)
      .values({ accountId, ...asked })
      .onConflictDoUpdate({ target: welcoming.accountId, set: asked });
  },

  async change(tx: Database, accountId: string, values: Partial<WelcomingRow>): Promise<void> {
    await tx.update(welcoming).set(values).where(eq(welcoming.accountId, accountId));
  },

  async isAnyApproved(): Promise<boolean> {
    const approved = db.select({ state: welcoming.state }).from(welcoming).where(eq(welcoming.state, 'approved'));
    return (await approved.limit(1)).length > 0;
  },

  /** The requests in a state, longest first. */
  async inState(state: WelcomingState, limit?: number): Promise<WelcomingRow[]> {
    const found = db
      .select()
      .from(welcoming)
      .where(eq(welcoming.state, state))
      .orderBy(asc(welcoming.changedAt), asc(welcoming.accountId));
    return limit === undefined ? found : found.limit(limit);
  },

  /** Deletes the approvals of these accounts. */
  async removeApproved(accountIds: readonly string[]): Promise<void> {
    await db.delete(welcoming).where(and(inArray(welcoming.accountId, [...accountIds]), eq(welcoming.state, 'approved')));
  },

  /** Deletes what was declined, withdrawn or ended before an instant. */
  async forget(before: Date): Promise<void> {
    const isOver = inArray(welcoming.state, ['declined', 'withdrawn', 'ended']);
    await db.delete(welcoming).where(and(isOver, lt(welcoming.changedAt, before)));
  },
});
export type WelcomingStore = ReturnType<typeof welcomingStore>;
