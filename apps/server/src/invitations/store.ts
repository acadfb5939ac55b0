import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { invitation, invitationCount, invitedAddress } from './tables.ts';

export type Invitation = typeof invitation.$inferSelect;
export type InvitedAddress = typeof invitedAddress.$inferSelect;

/** All SQL about invitations. */
export const invitationStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** Counts one more invitation; false if `most` have been sent. Locks the row until the transaction ends. */
  async count(tx: Database, inviter: string, most: number): Promise<boolean> {
    const counted = await tx
      .insert(invitationCount)
      .values({ inviter, sent: 1 })
      .onConflictDoUpdate({
        target: invitationCount.inviter,
        set: { sent: sql`${invitationCount.sent} + 1` },
        setWhere: sql`${invitationCount.sent} < ${most}`,
      })
      .returning({ sent: invitationCount.sent });
    return counted.length > 0;
  },

  async sent(inviter: string): Promise<number> {
    return (await db.select().from(invitationCount).where(eq(invitationCount.inviter, inviter)).limit(1))[0]?.sent ?? 0;
  },

  async add(tx: Database, row: typeof invitation.$inferInsert): Promise<boolean> {
    const added = await tx.insert(invitation).values(row).onConflictDoNothing().returning({ id: invitation.id });
    return added.length > 0;
  },

  async usable(hash: string, now: Date): Promise<Invitation | undefined> {
    const [row] = await db
      .select()
      .from(invitation)
      .where(and(eq(invitation.hash, hash), isNull(invitation.usedAt), gt(invitation.expiresAt, now)))
      .limit(1);
    return row;
  },

  /** Marks an invitation as used; false if it has been used meanwhile. */
  async use(tx: Database, id: string, at: Date): Promise<boolean> {
    const used = await tx
      .update(invitation)
      .set({ usedAt: at })
      .where(and(eq(invitation.id, id), isNull(invitation.usedAt)))
      .returning({ id: invitation.id });
    return used.length > 0;
  },

  async sentBy(inviter: string): Promise<Invitation[]> {
    return db.select().from(invitation).where(eq(invitation.inviter, inviter)).orderBy(invitation.createdAt);
  },

  /** What is stored about a mailbox. Locks the row until the transaction ends. */
  async holdAddress(tx: Database, hash: string): Promise<InvitedAddress> {
    await tx.insert(invitedAddress).values({ hash }).onConflictDoNothing();
    const [row] = await tx.select().from(invitedAddress).where(eq(invitedAddress.hash, hash)).for('update');
    return row ?? { hash, invitedAt: null, declinedAt: null };
  },

  async noteInvited(tx: Database, hash: string, invitedAt: Date): Promise<void> {
    await tx.update(invitedAddress).set({ invitedAt }).where(eq(invitedAddress.hash, hash));
  },

  /** Records that the owner of a mailbox wants no more invitations; the first time stays. */
  async decline(hash: string, at: Date): Promise<void> {
    await db
      .insert(invitedAddress)
      .values({ hash, declinedAt: at })
      .onConflictDoUpdate({
        target: invitedAddress.hash,
        set: { declinedAt: at, invitedAt: null },
        setWhere: isNull(invitedAddress.declinedAt),
      });
  },

  /** Deletes what is stored about mailboxes that were last invited before an instant, and whose owners have not declined. */
  async forgetAddresses(before: Date): Promise<void> {
    const isOld = or(isNull(invitedAddress.invitedAt), lt(invitedAddress.invitedAt, before));
    await deleteInBatches(db, invitedAddress, and(isNull(invitedAddress.declinedAt), isOld));
  },

  /** Erases the invitations that a person sent, and those sent to their address. */
  async erase(tx: Database, person: { accountId: string; addressKeys: readonly string[] }): Promise<void> {
    await tx
      .delete(invitation)
      .where(or(eq(invitation.inviter, person.accountId), inArray(invitation.addressKey, [...person.addressKeys])));
    await tx.delete(invitationCount).where(eq(invitationCount.inviter, person.accountId));
  },
});

export type InvitationStore = ReturnType<typeof invitationStore>;
