import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { Posting } from './movements.ts';
import { entry, posting } from './tables.ts';

/** All SQL about the books. */
export const booksStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** Waits until no other transaction books for this account of the provider: what is in places is read, and then taken. */
  async lock(tx: Database, providerAccount: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`books of ${providerAccount}`}, 0))`);
  },

  /** Appends an entry with its postings, unless its movement has been booked. Whether it did. */
  async add(tx: Database, row: typeof entry.$inferInsert, postings: readonly Posting[]): Promise<boolean> {
    const [added] = await tx.insert(entry).values(row).onConflictDoNothing().returning({ seq: entry.seq });
    if (!added) return false;
    if (postings.length > 0) await tx.insert(posting).values(postings.map((each) => ({ entrySeq: added.seq, ...each })));
    return true;
  },

  /** The balance of each account, in cents. */
  async balances(providerAccount: string, tx: Database = db): Promise<ReadonlyMap<string, number>> {
    const rows = await tx
      .select({ account: posting.account, cents: sql<string>`sum(${posting.cents})` })
      .from(posting)
      .innerJoin(entry, eq(entry.seq, posting.entrySeq))
      .where(eq(entry.providerAccount, providerAccount))
      .groupBy(posting.account);
    return new Map(rows.map(({ account, cents }) => [account, Number(cents)]));
  },

  async inPlaces(tx: Database, providerAccount: string): Promise<number> {
    const [row] = await tx
      .select({ cents: sql<string>`coalesce(sum(${posting.cents}), 0)` })
      .from(posting)
      .innerJoin(entry, eq(entry.seq, posting.entrySeq))
      .where(and(eq(posting.account, 'places'), eq(entry.providerAccount, providerAccount)));
    return 0 - Number(row?.cents ?? 0);
  },

  /** The numbers of entries whose postings do not sum to 0. */
  async unbalanced(): Promise<number[]> {
    const rows = await db
      .select({ seq: posting.entrySeq })
      .from(posting)
      .groupBy(posting.entrySeq)
      .having(sql`sum(${posting.cents}) <> 0`);
    return rows.map(({ seq }) => seq);
  },

  /** The accounts of the provider for which anything has been booked. */
  async providerAccounts(): Promise<string[]> {
    const rows = await db.selectDistinct({ of: entry.providerAccount }).from(entry);
    return rows.map(({ of }) => of);
  },

  /** Deletes entries from before an instant, which the database then allows. */
  async forget(before: Date): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('unspoken.forget_before', ${before.toISOString()}, true)`);
      const old = tx.select({ seq: entry.seq }).from(entry).where(lt(entry.at, before));
      await tx.delete(posting).where(sql`${posting.entrySeq} in ${old}`);
      await tx.delete(entry).where(lt(entry.at, before));
    });
  },
});

export type BooksStore = ReturnType<typeof booksStore>;
