import { eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { subscription } from './tables.ts';

/** All SQL about memberships. */
export const membershipStore = (db: Database) => ({
  async of(accountId: string): Promise<typeof subscription.$inferSelect | undefined> {
    return (await db.select().from(subscription).where(eq(subscription.accountId, accountId)).limit(1))[0];
  },

  async erase(tx: Database, accountId: string): Promise<void> {
    await tx.delete(subscription).where(eq(subscription.accountId, accountId));
  },
});

export type MembershipStore = ReturnType<typeof membershipStore>;
