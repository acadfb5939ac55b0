import type { RendezvousPool } from '@unspoken/contract/rendezvous';
import { and, asc, between, eq, gt, inArray, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import { batch } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { iso, statementOfRows } from '../platform/database/statement.ts';
import { rendezvous } from './tables.ts';

export type RendezvousRow = typeof rendezvous.$inferSelect;

/** Whose rendezvous count: all but those of some people, or with `among` only those of these people. */
interface Others {
  readonly poolType: RendezvousPool;
  readonly except: readonly string[];
  readonly among?: readonly string[] | undefined;
}

/** A member connected in this pool at an instant, and whatever they have there between two instants is kept; epoch ms. */
interface Arrival {
  readonly accountId: string;
  readonly poolType: RendezvousPool;
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

const recordArrivals = statementOfRows<Arrival>('record arrivals')(
  {
    account: ({ accountId }) => accountId,
    poolType: ({ poolType }) => poolType,
    from: ({ from }) => iso(from),
    to: ({ to }) => iso(to),
    at: ({ at }) => iso(at),
  },
  (of) => sql`
    update rendezvous set came_at = input.at
    from unnest(${of.account}::uuid[], ${of.poolType}::text[], ${of.from}::timestamptz[], ${of.to}::timestamptz[], ${of.at}::timestamptz[])
      as input (account_id, pool_type, earliest, latest, at)
    where rendezvous.account_id = input.account_id and rendezvous.pool_type = input.pool_type
      and rendezvous.starts_at between input.earliest and input.latest and rendezvous.came_at is null`,
);

/** How many are claimed by one statement. */
export const claimBatch = 200;

/** All SQL about rendezvous. */
export const rendezvousStore = (db: Database) => ({
  /** An account's rendezvous that began after an instant, by start. */
  async of(accountId: string, { after }: { after: Date }, tx: Database = db): Promise<RendezvousRow[]> {
    return tx
      .select()
      .from(rendezvous)
      .where(and(eq(rendezvous.accountId, accountId), gt(rendezvous.startsAt, after)))
      .orderBy(asc(rendezvous.startsAt));
  },

  /** How many others have chosen each quarter between two instants and have not come yet, by its start, epoch ms. */
  async chosen(
    { from, to }: { from: Date; to: Date },
    { poolType, except, among }: Others,
  ): Promise<ReadonlyMap<number, number>> {
    if (among?.length === 0) return new Map();
    const rows = await db
      .select({ startsAt: rendezvous.startsAt, others: sql<number>`count(*)::int` })
      .from(rendezvous)
      .where(
        and(
          eq(rendezvous.poolType, poolType),
          between(rendezvous.startsAt, from, to),
          isNull(rendezvous.cameAt),
          notInArray(rendezvous.accountId, [...except]),
          among ? inArray(rendezvous.accountId, [...among]) : undefined,
        ),
      )
      .groupBy(rendezvous.startsAt);
    return new Map(rows.map(({ startsAt, others }) => [startsAt.getTime(), others]));
  },

  async add(tx: Database, row: typeof rendezvous.$inferInsert): Promise<void> {
    await tx.insert(rendezvous).values(row).onConflictDoNothing();
  },

  async move(tx: Database, id: string, startsAt: Date, chosenAt: Date): Promise<void> {
    await tx.update(rendezvous).set({ startsAt, chosenAt, checkedAt: null, calledAt: null }).where(eq(rendezvous.id, id));
  },

  /** Cancels a rendezvous of this account that began after an instant: one that was missed stays so. */
  async remove(accountId: string, id: string, { after }: { after: Date }): Promise<void> {
    await db
      .delete(rendezvous)
      .where(and(eq(rendezvous.accountId, accountId), sql`${rendezvous.id}::text = ${id}`, gt(rendezvous.startsAt, after)));
  },

  /** Cancels all that an account has after an instant. */
  async removeAll(accountId: string, { after }: { after: Date }): Promise<void> {
    await db.delete(rendezvous).where(and(eq(rendezvous.accountId, accountId), gt(rendezvous.startsAt, after)));
  },

  /** Notes that a member came: to each of their rendezvous in this pool between two instants. Every pairing calls it, hence in batches. */
  came: batch<Arrival, void>((arrivals) => recordArrivals(db, arrivals).then(() => [])),

  /**
   * Claims and stamps those that begin between two instants, that their members have not come to, and of which this has not been done:
   * of several processes one gets each.
   */
  async claim(
    what: 'checkedAt' | 'calledAt',
    { after, until }: { after: Date; until: Date },
    at: Date,
  ): Promise<RendezvousRow[]> {
    const due = db
      .select({ id: rendezvous.id })
      .from(rendezvous)
      .where(
        and(isNull(rendezvous[what]), isNull(rendezvous.cameAt), gt(rendezvous.startsAt, after), lte(rendezvous.startsAt, until)),
      )
      .orderBy(asc(rendezvous.startsAt))
      .limit(claimBatch)
      .for('update', { skipLocked: true });
    return db
      .update(rendezvous)
      .set({ [what]: at })
      .where(inArray(rendezvous.id, due))
      .returning();
  },

  /** Takes back a claim, unless the rendezvous was moved since: then it is one of another time. */
  async release(id: string, startsAt: Date, what: 'checkedAt' | 'calledAt'): Promise<void> {
    await db
      .update(rendezvous)
      .set({ [what]: null })
      .where(and(eq(rendezvous.id, id), eq(rendezvous.startsAt, startsAt)));
  },

  async isStillDue(id: string, startsAt: Date): Promise<boolean> {
    const standing = and(eq(rendezvous.id, id), eq(rendezvous.startsAt, startsAt), isNull(rendezvous.cameAt));
    return (await db.select({ id: rendezvous.id }).from(rendezvous).where(standing)).length > 0;
  },

  async all(accountId: string): Promise<RendezvousRow[]> {
    return db.select().from(rendezvous).where(eq(rendezvous.accountId, accountId)).orderBy(asc(rendezvous.startsAt));
  },

  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, rendezvous, lt(rendezvous.startsAt, before));
  },
});
export type RendezvousStore = ReturnType<typeof rendezvousStore>;
