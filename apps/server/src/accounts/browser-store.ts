import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { knownBrowser } from './tables.ts';

export type KnownBrowser = typeof knownBrowser.$inferSelect;

const keyOf = (accountId: string, markHash: string): string => `${accountId} ${markHash}`;

/** Browsers by account and mark; looked up whenever somebody opens the application, and so in batches. */
function browsersOf(db: Database): (key: string) => Promise<readonly KnownBrowser[]> {
  const ofMany = db
    .select()
    .from(knownBrowser)
    .where(
      sql`(${knownBrowser.accountId}, ${knownBrowser.markHash}) in
        (select * from unnest(${sql.placeholder('accounts')}::uuid[], ${sql.placeholder('hashes')}::text[]))`,
    )
    .prepare('browsers of many');
  return batchedRows<KnownBrowser>(
    (keys) => {
      const [accounts, hashes] = [0, 1].map((part) => keys.map((key) => key.split(' ')[part]));
      return ofMany.execute({ accounts, hashes });
    },
    (row) => keyOf(row.accountId, row.markHash),
  );
}

/** The only SQL for the browsers from which accounts have signed in. */
export const browserStore = (db: Database, known = browsersOf(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** Adds or updates a browser. If there are then more than `keep`, deletes those whose last sign-in is longest ago. */
  async add(tx: Database, row: KnownBrowser, keep: number): Promise<void> {
    const { accountId, markHash, ...set } = row;
    const target = [knownBrowser.accountId, knownBrowser.markHash];
    await tx.insert(knownBrowser).values(row).onConflictDoUpdate({ target, set });
    const mine = eq(knownBrowser.accountId, accountId);
    const surplus = await tx.select().from(knownBrowser).where(mine).orderBy(desc(knownBrowser.signedInAt)).offset(keep);
    const hashes = surplus.map((each) => each.markHash);
    if (hashes.length > 0) await tx.delete(knownBrowser).where(and(mine, inArray(knownBrowser.markHash, hashes)));
  },

  async of(accountId: string, markHash: string): Promise<KnownBrowser | undefined> {
    return (await known(keyOf(accountId, markHash)))[0];
  },

  async all(accountId: string): Promise<KnownBrowser[]> {
    return db.select().from(knownBrowser).where(eq(knownBrowser.accountId, accountId));
  },

  /** The accounts that have signed in with a browser since an instant. */
  async accountsOf(markHash: string, since: Date): Promise<string[]> {
    const recent = and(eq(knownBrowser.markHash, markHash), gt(knownBrowser.signedInAt, since));
    const rows = await db.select({ accountId: knownBrowser.accountId }).from(knownBrowser).where(recent);
    return rows.map(({ accountId }) => accountId);
  },

  async distrust(tx: Database, accountId: string, except: string | undefined): Promise<void> {
    const mine = eq(knownBrowser.accountId, accountId);
    const others = except === undefined ? mine : and(mine, ne(knownBrowser.markHash, except));
    await tx.update(knownBrowser).set({ trusted: false }).where(others);
  },

  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, knownBrowser, lt(knownBrowser.signedInAt, before));
  },
});

export type BrowserStore = ReturnType<typeof browserStore>;
