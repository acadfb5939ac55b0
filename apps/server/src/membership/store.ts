import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { freeTry, subscription } from './tables.ts';

type FreeTry = typeof freeTry.$inferSelect;

/** The free try of an account; read for everybody who opens the application, and so in batches. */
function triesOf(db: Database): (accountId: string) => Promise<readonly FreeTry[]> {
  const ofMany = db
    .select()
    .from(freeTry)
    .where(sql`${freeTry.accountId} = any(${sql.placeholder('accountIds')}::uuid[])`)
    .prepare('free tries of many');
  return batchedRows<FreeTry>(
    (accountIds) => ofMany.execute({ accountIds }),
    ({ accountId }) => accountId,
  );
}

/** All SQL about memberships. */
export const membershipStore = (db: Database, tries = triesOf(db)) => ({
  async tryOf(accountId: string, from?: Database): Promise<FreeTry | undefined> {
    const found = from ? await from.select().from(freeTry).where(eq(freeTry.accountId, accountId)) : await tries(accountId);
    return found[0];
  },

  /** The account's one row is its lock: of two rooms that claim it, one gets it. */
  async claimTry(tx: Database, row: typeof freeTry.$inferInsert): Promise<boolean> {
    const claimed = await tx.insert(freeTry).values(row).onConflictDoNothing().returning({ roomID: freeTry.roomID });
    return claimed.length > 0;
  },

  async markTryUsed(tx: Database, accountId: string, roomID: string, at: Date): Promise<void> {
    await tx
      .update(freeTry)
      .set({ usedAt: at })
      .where(and(eq(freeTry.accountId, accountId), eq(freeTry.roomID, roomID), isNull(freeTry.usedAt)));
  },

  async releaseTry(tx: Database, accountId: string, roomID: string): Promise<void> {
    await tx.delete(freeTry).where(and(eq(freeTry.accountId, accountId), eq(freeTry.roomID, roomID), isNull(freeTry.usedAt)));
  },

  async releaseTriesOf(tx: Database, rooms: readonly string[]): Promise<void> {
    await tx.delete(freeTry).where(and(inArray(freeTry.roomID, [...rooms]), isNull(freeTry.usedAt)));
  },

  async erase(tx: Database, accountId: string): Promise<void> {
    await tx.delete(subscription).where(eq(subscription.accountId, accountId));
    await tx.delete(freeTry).where(eq(freeTry.accountId, accountId));
  },
});

export type MembershipStore = ReturnType<typeof membershipStore>;
