import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { booksStore } from '@unspoken/server/books/store';
import { membershipRows } from '@unspoken/server/membership/membership-store';
import { placeStore } from '@unspoken/server/membership/place-store';
import { membershipStore } from '@unspoken/server/membership/store';
import { refundStore } from '@unspoken/server/payments/refund-store';
import { paymentStore } from '@unspoken/server/payments/store';
import { type Database, openDatabase } from '@unspoken/server/platform/database/database';
import { memoryTables, type Tables } from './process.ts';

/** Tables in memory, every call of which is also made on the embedded database. */
export interface ComparedTables {
  readonly tables: Tables;
  /** How many calls have not been answered by the database. */
  readonly pending: () => number;
  /** The first call that was answered differently. */
  readonly difference: () => string | undefined;
  close(): Promise<void>;
}

/** What takes back a transaction in memory, with the one of the database beside it. */
type Both = Database & { sql?: Database };
type Method = (...args: unknown[]) => Promise<unknown>;

/** What is answered in an order that is promised. */
const ordered: readonly PropertyKey[] = ['openRequests', 'queue'];

/** An answer so that those of both can be compared: without what is null, and in no order unless one is promised. */
function plain(value: unknown, isOrdered = false): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return plain([...value]);
  if (Array.isArray(value) && isOrdered) return value.map((each) => plain(each));
  if (Array.isArray(value))
    return value.map((each) => plain(each)).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const fields = Object.entries(value).flatMap(([name, each]) => (each == null ? [] : [[name, plain(each)] as const]));
  return Object.fromEntries(fields.toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Shows that the tables in memory answer as PostgreSQL does: a simulation over them proves what is said of the product. `changed` may make them answer differently. */
export async function comparedWithDatabase(changed: (memory: Tables) => void = () => {}): Promise<ComparedTables> {
  const { db, close } = await openDatabase({ url: undefined, dataDir: undefined, fault: () => {} });
  const memory = memoryTables();
  changed(memory);
  let pending = 0;
  let difference: string | undefined;
  /** The embedded database has one session: what is not part of a transaction waits until that has ended. */
  let last: Promise<unknown> = Promise.resolve();
  const within = new AsyncLocalStorage<true>();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    pending++;
    const done = last.then(act).finally(() => pending--);
    last = done.catch(() => {});
    return done;
  };
  const run = <T>(act: (tx: Database) => Promise<T>): Promise<T> => {
    if (within.getStore()) difference ??= 'a transaction begins within another one';
    return inTurn(() =>
      memory.transactions.run((tx) =>
        db.transaction((sql) => {
          (tx as Both).sql = sql;
          return within.run(true, () => act(tx));
        }),
      ),
    );
  };
  const both = <Store extends object>(own: Store, sql: object): Store =>
    new Proxy(own, {
      get(target, name) {
        const [mine, theirs] = [target, sql].map((each) => (each as Record<PropertyKey, unknown>)[name]);
        if (typeof mine !== 'function' || typeof theirs !== 'function') return mine;
        if (name === 'transaction') return run;
        return async (...args: unknown[]) => {
          const transaction = args.find((each) => (each as Both | undefined)?.sql !== undefined);
          const there = args.map((each) => (each as Both | undefined)?.sql ?? each);
          const ask = async () => {
            const [one] = await Promise.allSettled([(mine as Method).apply(target, args)]);
            const [two] = await Promise.allSettled([(theirs as Method).apply(sql, there)]);
            const [a, b] = [one, two].map((each) =>
              each?.status === 'fulfilled' ? plain(each.value, ordered.includes(name)) : 'refused',
            );
            if (!isDeepStrictEqual(a, b))
              difference ??= `${String(name)} of ${JSON.stringify(args)}: ${JSON.stringify(a)} in memory, ${JSON.stringify(b)} there`;
            if (one?.status === 'rejected') throw one.reason;
            return one?.value;
          };
          if (transaction !== undefined) return ask();
          // It would wait for the end of the transaction in which it is made; with several sessions it would read what was before.
          if (within.getStore()) difference ??= `${String(name)} is called in a transaction, and not on it`;
          return within.getStore() ? (mine as Method).apply(target, args) : inTurn(ask);
        };
      },
    });
  const tables = {
    transactions: { run } as Tables['transactions'],
    payments: both(memory.payments, paymentStore(db)),
    refunds: both(memory.refunds, refundStore(db)),
    books: both(memory.books, booksStore(db)),
    rows: both(memory.rows, membershipRows(db)),
    places: both(memory.places, placeStore(db)),
    tries: both(memory.tries, membershipStore(db)),
  };
  return { tables, pending: () => pending, difference: () => difference, close };
}
