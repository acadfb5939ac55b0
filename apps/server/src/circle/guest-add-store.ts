import { and, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { guestAdd } from './tables.ts';

export type GuestAdd = typeof guestAdd.$inferSelect;
/** One that somebody with an account has claimed. */
export type ClaimedAdd = GuestAdd & { readonly member: string };

/** The claimed adds that await the answer of a host; read for everybody who opens the application, and so in batches. */
const awaitingOf = (db: Database): ((host: string) => Promise<readonly GuestAdd[]>) =>
  batchedRows<GuestAdd>(
    (hosts) =>
      db
        .select()
        .from(guestAdd)
        .where(and(sql`${guestAdd.host} = any(${sql.param([...hosts])}::uuid[])`, isNotNull(guestAdd.member)))
        .orderBy(desc(guestAdd.createdAt)),
    ({ host }) => host,
  );

/** All SQL about the adds of guests. */
export const guestAddStore = (db: Database, claimedOf = awaitingOf(db)) => ({
  /** Stores an add, or gives the unclaimed one of the same encounter another claim. */
  async add(row: typeof guestAdd.$inferInsert): Promise<void> {
    await db
      .insert(guestAdd)
      .values(row)
      .onConflictDoUpdate({ target: guestAdd.roomId, set: { claimHash: row.claimHash }, setWhere: isNull(guestAdd.member) });
  },

  /** Claims an add made after `since` for an account; undefined if there is none, or it was claimed before. */
  async claim(claimHash: string, member: string, { since, at }: { since: Date; at: Date }): Promise<GuestAdd | undefined> {
    const claimed = await db
      .update(guestAdd)
      .set({ member, claimedAt: at })
      .where(and(eq(guestAdd.claimHash, claimHash), isNull(guestAdd.member), gt(guestAdd.createdAt, since)))
      .returning();
    return claimed[0];
  },

  /** The claimed adds that await the answer of this host, newest first. */
  async awaiting(host: string): Promise<ClaimedAdd[]> {
    return [...(await claimedOf(host))] as ClaimedAdd[];
  },

  /** Removes a claimed add of this host, and returns it. */
  async take(host: string, id: string): Promise<ClaimedAdd | undefined> {
    const taken = await db
      .delete(guestAdd)
      .where(and(eq(guestAdd.host, host), eq(guestAdd.id, id), isNotNull(guestAdd.member)))
      .returning();
    return taken[0] as ClaimedAdd | undefined;
  },

  /** Removes the add of an encounter, and returns it. */
  async takeOf(roomId: string): Promise<GuestAdd | undefined> {
    return (await db.delete(guestAdd).where(eq(guestAdd.roomId, roomId)).returning())[0];
  },

  async by(member: string): Promise<GuestAdd[]> {
    return db.select().from(guestAdd).where(eq(guestAdd.member, member));
  },

  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, guestAdd, lte(sql`coalesce(${guestAdd.claimedAt}, ${guestAdd.createdAt})`, before));
  },

  async erase(tx: Database, accountId: string): Promise<void> {
    await tx.delete(guestAdd).where(or(eq(guestAdd.host, accountId), eq(guestAdd.member, accountId)));
  },
});
export type GuestAddStore = ReturnType<typeof guestAddStore>;
