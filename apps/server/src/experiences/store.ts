import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { experienceGuest, personalInvitation } from './tables.ts';

export type Guest = typeof experienceGuest.$inferSelect;
export type PersonalInvitation = typeof personalInvitation.$inferSelect;

/** The only SQL about personal invitations. */
export const experienceStore = (db: Database) => ({
  async add(row: typeof personalInvitation.$inferInsert): Promise<void> {
    await db.insert(personalInvitation).values(row);
  },

  async of(host: string): Promise<PersonalInvitation[]> {
    return db.select().from(personalInvitation).where(eq(personalInvitation.host, host)).orderBy(personalInvitation.createdAt);
  },

  /** The cancelled invitation; undefined if it was not this host's, or was cancelled before. */
  async cancel(codeHash: string, host: string, at: Date): Promise<PersonalInvitation | undefined> {
    const cancelled = await db
      .update(personalInvitation)
      .set({ cancelledAt: at })
      .where(
        and(eq(personalInvitation.codeHash, codeHash), eq(personalInvitation.host, host), isNull(personalInvitation.cancelledAt)),
      )
      .returning();
    return cancelled[0];
  },

  /** The invitation, if it had not been used before. */
  async use(codeHash: string, at: Date): Promise<PersonalInvitation | undefined> {
    const used = await db
      .update(personalInvitation)
      .set({ usedAt: at })
      .where(and(eq(personalInvitation.codeHash, codeHash), isNull(personalInvitation.usedAt)))
      .returning();
    return used[0];
  },

  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, personalInvitation, lte(personalInvitation.createdAt, before));
  },

  /** The invitation, if it can still be followed. */
  async live(codeHash: string, now: Date): Promise<PersonalInvitation | undefined> {
    const rows = await db
      .select()
      .from(personalInvitation)
      .where(
        and(
          eq(personalInvitation.codeHash, codeHash),
          isNull(personalInvitation.cancelledAt),
          isNull(personalInvitation.usedAt),
          gt(personalInvitation.expiresAt, now),
        ),
      )
      .limit(1);
    return rows[0];
  },

  /** Whether the invitation could still be followed at this instant, or at any later one. */
  async liveSince(codeHash: string, since: Date): Promise<boolean> {
    const { cancelledAt, usedAt, expiresAt } = personalInvitation;
    const notBefore = (end: typeof cancelledAt | typeof usedAt) => or(isNull(end), gt(end, since));
    const rows = await db
      .select({ host: personalInvitation.host })
      .from(personalInvitation)
      .where(and(eq(personalInvitation.codeHash, codeHash), gt(expiresAt, since), notBefore(cancelledAt), notBefore(usedAt)));
    return rows.length > 0;
  },

  /** An invitation, also one that is over. */
  async invitation(codeHash: string, from: Database = db): Promise<PersonalInvitation | undefined> {
    return (await from.select().from(personalInvitation).where(eq(personalInvitation.codeHash, codeHash)).limit(1))[0];
  },

  async bindGuest(tx: Database, row: typeof experienceGuest.$inferInsert): Promise<void> {
    await tx.insert(experienceGuest).values(row);
  },

  /** The guest row of an account; undefined if it is not a guest's. */
  async guest(accountId: string): Promise<Guest | undefined> {
    return (await db.select().from(experienceGuest).where(eq(experienceGuest.accountId, accountId)).limit(1))[0];
  },

  async guestsBefore(instant: Date): Promise<string[]> {
    const rows = await db.select().from(experienceGuest).where(lte(experienceGuest.createdAt, instant));
    return rows.map(({ accountId }) => accountId);
  },

  async erase(tx: Database, accountId: string): Promise<void> {
    await tx
      .delete(personalInvitation)
      .where(or(eq(personalInvitation.host, accountId), eq(personalInvitation.invited, accountId)));
    await tx.delete(experienceGuest).where(eq(experienceGuest.accountId, accountId));
  },
});
export type ExperienceStore = ReturnType<typeof experienceStore>;
