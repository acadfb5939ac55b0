import { and, count, eq, gt, isNull, lt, lte, max, or, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { formerTrial, type PlaceKind, place, placeQueue } from './tables.ts';

export type PlaceRow = typeof place.$inferSelect;

const isOf = (providerAccount: string | undefined) =>
  or(isNull(place.providerAccount), eq(place.providerAccount, providerAccount ?? ''));

/** The place among those of an account that is open at an instant; one that was paid for by another account of the provider is none. */
export const placeAt = (places: readonly PlaceRow[], at: Date, providerAccount: string | undefined): PlaceRow | undefined =>
  places
    .filter((each) => each.beginsAt <= at && each.endsAt > at && countsAt(each, providerAccount))
    .toSorted((one, other) => other.endsAt.getTime() - one.endsAt.getTime())[0];

/** Whether a place counts where payments go to this account of the provider, as `isOf` says in SQL. */
export const countsAt = ({ providerAccount: paidAt }: PlaceRow, providerAccount: string | undefined): boolean =>
  paidAt === null || paidAt === providerAccount;

/** All places of an account; read for everybody who opens the application, and so in batches. */
function placesOf(db: Database): (accountId: string, from?: Database) => Promise<readonly PlaceRow[]> {
  const rows = (from: Database) =>
    from
      .select()
      .from(place)
      .where(sql`${place.accountId} = any(${sql.placeholder('accountIds')}::uuid[])`)
      .prepare('places of many');
  const ofMany = rows(db);
  const batched = batchedRows<PlaceRow>(
    (accountIds) => ofMany.execute({ accountIds }),
    ({ accountId }) => accountId,
  );
  return (accountId, from) => (from ? rows(from).execute({ accountIds: [accountId] }) : batched(accountId));
}

/** All SQL about places. */
export const placeStore = (db: Database, of = placesOf(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** The place that an account has at an instant. */
  async at(accountId: string, at: Date, providerAccount: string | undefined, from?: Database): Promise<PlaceRow | undefined> {
    return placeAt(await of(accountId, from), at, providerAccount);
  },

  /** When the last place of an account ends; undefined if it has had none. */
  async endOfLast(accountId: string, from: Database = db): Promise<Date | undefined> {
    const [row] = await from
      .select({ at: max(place.endsAt) })
      .from(place)
      .where(eq(place.accountId, accountId));
    return row?.at ?? undefined;
  },

  async hasHad(accountId: string, kind: PlaceKind, from?: Database): Promise<boolean> {
    return (await of(accountId, from)).some((each) => each.kind === kind);
  },

  /** Notes that somebody who goes has had a trial. */
  async addFormerTrials(tx: Database, hashes: readonly string[], at: Date): Promise<void> {
    if (hashes.length === 0) return;
    const values = hashes.map((hash) => ({ hash, at }));
    await tx.insert(formerTrial).values(values).onConflictDoNothing();
  },

  async hasFormerTrial(hash: string, from: Database = db): Promise<boolean> {
    return (await from.select({ at: formerTrial.at }).from(formerTrial).where(eq(formerTrial.hash, hash))).length > 0;
  },

  async forgetFormerTrials(before: Date): Promise<void> {
    await deleteInBatches(db, formerTrial, lt(formerTrial.at, before));
  },

  async add(tx: Database, row: typeof place.$inferInsert): Promise<void> {
    await tx.insert(place).values(row);
  },

  async enqueue(tx: Database, accountId: string, since: Date): Promise<void> {
    await tx.insert(placeQueue).values({ accountId, since }).onConflictDoNothing();
  },

  /** Since when an account waits; undefined if it does not. */
  async queuedSince(accountId: string): Promise<Date | undefined> {
    return (await db.select().from(placeQueue).where(eq(placeQueue.accountId, accountId)))[0]?.since;
  },

  /** Removes an account from the queue; false if it was not in it. */
  async dequeue(tx: Database, accountId: string): Promise<boolean> {
    const left = await tx.delete(placeQueue).where(eq(placeQueue.accountId, accountId)).returning();
    return left.length > 0;
  },

  /** Who comes next: those who have never had a place that others paid for, then those who have waited longest. */
  async queue(tx: Database, limit: number): Promise<string[]> {
    const hadOne = sql`exists (select 1 from place p where p.account_id = ${placeQueue.accountId} and p.kind = 'solidarity')`;
    const rows = await tx
      .select({ accountId: placeQueue.accountId })
      .from(placeQueue)
      .orderBy(hadOne, placeQueue.since, placeQueue.accountId)
      .limit(limit);
    return rows.map(({ accountId }) => accountId);
  },

  /** Places that end before an instant and whose owners have not been reminded, unless they have a later one. */
  async toRemind(kinds: readonly PlaceKind[], now: Date, before: Date): Promise<PlaceRow[]> {
    const isLast = sql`not exists (select 1 from place later where later.account_id = ${place.accountId} and later.ends_at > ${place.endsAt})`;
    const isKind = sql`${place.kind} = any(${sql.param([...kinds])}::text[])`;
    const isSoon = and(isNull(place.remindedAt), gt(place.endsAt, now), lt(place.endsAt, before));
    return db
      .select()
      .from(place)
      .where(and(isSoon, isKind, isLast))
      .limit(500);
  },

  /** Notes it; false if that had been done. */
  async note(tx: Database, id: string, field: 'remindedAt' | 'closedAt', at: Date): Promise<boolean> {
    const isNew = and(eq(place.id, id), isNull(place[field]));
    const noted = await tx
      .update(place)
      .set({ [field]: at })
      .where(isNew)
      .returning({ id: place.id });
    return noted.length > 0;
  },

  /** Places that are over, and of which other parts have not learned so. */
  async toClose(now: Date): Promise<PlaceRow[]> {
    return db
      .select()
      .from(place)
      .where(and(isNull(place.closedAt), lte(place.endsAt, now)))
      .limit(500);
  },

  async ofAccount(accountId: string): Promise<PlaceRow[]> {
    return db.select().from(place).where(eq(place.accountId, accountId)).orderBy(place.beginsAt);
  },

  /** How many have one that others paid for, and how many wait. */
  async counts(now: Date, providerAccount: string | undefined): Promise<{ open: number; waiting: number }> {
    const isOpen = and(eq(place.kind, 'solidarity'), isOf(providerAccount), lte(place.beginsAt, now), gt(place.endsAt, now));
    const [open] = await db.select({ n: count() }).from(place).where(isOpen);
    const [waiting] = await db.select({ n: count() }).from(placeQueue);
    return { open: open?.n ?? 0, waiting: waiting?.n ?? 0 };
  },

  async erase(tx: Database, accountId: string): Promise<void> {
    await tx.delete(placeQueue).where(eq(placeQueue.accountId, accountId));
    await tx.delete(place).where(eq(place.accountId, accountId));
  },
});
export type PlaceStore = ReturnType<typeof placeStore>;
