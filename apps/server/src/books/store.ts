import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, max, min, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { type Posting, paymentKinds } from './movements.ts';
import { booksCheck, entry, posting, receipt, type Sums } from './tables.ts';

export type ReceiptRow = typeof receipt.$inferSelect;

/** How many entries, each with its postings, one transaction deletes. */
const forgetBatchSize = 200;

export type BooksCheck = typeof booksCheck.$inferSelect;

/** All SQL about the books. */
export const booksStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** Waits until no other transaction books for this account of the provider: what is in places is read, and then taken. */
  async lock(tx: Database, providerAccount: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`books of ${providerAccount}`}, 0))`);
  },

  /** Appends an entry with its postings, unless its movement has been booked. Its number; undefined if it had been. */
  async add(tx: Database, row: typeof entry.$inferInsert, postings: readonly Posting[]): Promise<number | undefined> {
    const [added] = await tx.insert(entry).values(row).onConflictDoNothing().returning({ seq: entry.seq });
    if (added && postings.length > 0) await tx.insert(posting).values(postings.map((each) => ({ entrySeq: added.seq, ...each })));
    return added?.seq;
  },

  /** Appends a receipt under the next number of its year. The caller holds the lock of the account. */
  async issue(tx: Database, row: Omit<typeof receipt.$inferInsert, 'number'>): Promise<ReceiptRow> {
    const [last] = await tx
      .select({ number: max(receipt.number) })
      .from(receipt)
      .where(and(eq(receipt.providerAccount, row.providerAccount), eq(receipt.year, row.year)));
    const issued = await tx
      .insert(receipt)
      .values({ ...row, number: (last?.number ?? 0) + 1 })
      .returning();
    return issued[0] as ReceiptRow;
  },

  /** The receipts of these payments, the earliest first. */
  async receiptsOf(providerAccount: string, paymentIds: readonly string[], tx: Database = db): Promise<ReceiptRow[]> {
    const isOfThese = sql`${receipt.paymentId} = any(${sql.param([...paymentIds])}::uuid[])`;
    return tx
      .select()
      .from(receipt)
      .where(and(eq(receipt.providerAccount, providerAccount), isOfThese))
      .orderBy(asc(receipt.entrySeq));
  },

  async receiptByNumber(providerAccount: string, year: number, number: number): Promise<ReceiptRow | undefined> {
    const isIt = and(eq(receipt.providerAccount, providerAccount), eq(receipt.year, year), eq(receipt.number, number));
    return (await db.select().from(receipt).where(isIt))[0];
  },

  /** The years whose receipts are not numbered from 1 without a gap. */
  async yearsWithGaps(providerAccount: string): Promise<number[]> {
    const rows = await db
      .select({ year: receipt.year })
      .from(receipt)
      .where(eq(receipt.providerAccount, providerAccount))
      .groupBy(receipt.year)
      .having(sql`count(*) <> max(${receipt.number})`);
    return rows.map(({ year }) => year);
  },

  /** The receipt for a movement of the provider. */
  async receiptOf(providerAccount: string, movementRef: string, tx: Database = db): Promise<ReceiptRow | undefined> {
    const rows = await tx
      .select(getTableColumns(receipt))
      .from(receipt)
      .innerJoin(entry, eq(entry.seq, receipt.entrySeq))
      .where(and(eq(entry.providerAccount, providerAccount), eq(entry.movementRef, movementRef)));
    return rows[0];
  },

  /** The postings of the entry of a movement. */
  async postingsOf(tx: Database, providerAccount: string, movementRef: string): Promise<Posting[]> {
    return tx
      .select({ account: posting.account, cents: posting.cents })
      .from(posting)
      .innerJoin(entry, eq(entry.seq, posting.entrySeq))
      .where(and(eq(entry.providerAccount, providerAccount), eq(entry.movementRef, movementRef)));
  },

  /** The numbers of entries of payments that have no receipt, or one of another amount. */
  async withoutReceipt(providerAccount: string): Promise<number[]> {
    const { rows } = await db.execute<{ seq: string }>(sql`
      select e.seq from entry e
        join posting p on p.entry_seq = e.seq and p.account not in ('provider', 'fees')
        left join receipt r on r.entry_seq = e.seq
      where e.provider_account = ${providerAccount} and e.kind = any(${sql.param([...paymentKinds])}::text[])
      group by e.seq, r.gross_cents having r.gross_cents is distinct from -sum(p.cents) order by e.seq`);
    return rows.map(({ seq }) => Number(seq));
  },

  /** The balance of each account, in cents: what the last check summed, and what has been booked since. */
  async balances(providerAccount: string, tx: Database = db): Promise<ReadonlyMap<string, number>> {
    const [kept] = await tx
      .select({ sums: booksCheck.sums })
      .from(booksCheck)
      .where(eq(booksCheck.first, sql`(select coalesce(min(${entry.seq}), 0) from ${entry})`))
      .orderBy(desc(booksCheck.at))
      .limit(1);
    const summed = kept?.sums[providerAccount] ?? { last: 0, balances: {} };
    const since = await this.sums(providerAccount, summed.last, tx);
    const balances = new Map(Object.entries(summed.balances));
    for (const [account, cents] of Object.entries(since.balances)) balances.set(account, (balances.get(account) ?? 0) + cents);
    return balances;
  },

  /**
   * Sums what has been posted after an entry. All entries of an account of the provider are booked under its lock, and so committed in the order
   * of their numbers: none up to `last` can still come.
   */
  async sums(providerAccount: string, after = 0, tx: Database = db): Promise<Sums> {
    const rows = await tx
      .select({ account: posting.account, cents: sql<string>`sum(${posting.cents})`, last: max(posting.entrySeq) })
      .from(posting)
      .innerJoin(entry, eq(entry.seq, posting.entrySeq))
      .where(and(gt(entry.seq, after), gt(posting.entrySeq, after), eq(entry.providerAccount, providerAccount)))
      .groupBy(posting.account);
    return {
      last: Math.max(after, ...rows.map(({ last }) => last ?? 0)),
      balances: Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)])),
    };
  },

  /** The number of the first entry of all; 0 if there is none. */
  async firstEntry(): Promise<number> {
    const [row] = await db.select({ seq: min(entry.seq) }).from(entry);
    return row?.seq ?? 0;
  },

  async lastCheck(): Promise<BooksCheck | undefined> {
    return (await db.select().from(booksCheck).orderBy(desc(booksCheck.at)).limit(1))[0];
  },

  /** Keeps a check, in place of earlier ones. */
  async keepCheck(check: BooksCheck): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.insert(booksCheck).values(check).onConflictDoNothing();
      await tx.delete(booksCheck).where(lt(booksCheck.at, check.at));
    });
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
    // From one to the next in the index: there are few, and many entries of each.
    const { rows } = await db.execute<{ of: string }>(sql`
      with recursive account as (
        select min(provider_account) as of from entry
        union all
        select (select min(provider_account) from entry where provider_account > account.of) from account where account.of is not null)
      select of from account where of is not null`);
    return rows.map(({ of }) => of);
  },

  /**
   * Deletes entries from before an instant, which the database then allows, a few in each transaction. Within a year the receipts with the
   * highest numbers go first, so that those that are left have no gap.
   */
  async forget(before: Date): Promise<void> {
    const remove = (seqs: readonly number[]) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('unspoken.forget_before', ${before.toISOString()}, true)`);
        // Its sums contain what is deleted here; those of a check that is running now are recognised by the first entry of all.
        await tx.delete(booksCheck);
        await tx.delete(receipt).where(inArray(receipt.entrySeq, [...seqs]));
        await tx.delete(posting).where(inArray(posting.entrySeq, [...seqs]));
        await tx.delete(entry).where(inArray(entry.seq, [...seqs]));
      });
    const removeAll = async (next: () => Promise<readonly { readonly seq: number }[]>) => {
      for (let some = await next(); some.length > 0; some = await next()) await remove(some.map(({ seq }) => seq));
    };
    for (const account of await this.providerAccounts())
      await removeAll(() =>
        db
          .select({ seq: receipt.entrySeq })
          .from(receipt)
          .where(and(eq(receipt.providerAccount, account), lte(receipt.year, before.getUTCFullYear()), lt(receipt.at, before)))
          .orderBy(desc(receipt.year), desc(receipt.number))
          .limit(forgetBatchSize),
      );
    await removeAll(() => db.select({ seq: entry.seq }).from(entry).where(lt(entry.at, before)).limit(forgetBatchSize));
  },
});

export type BooksStore = ReturnType<typeof booksStore>;
