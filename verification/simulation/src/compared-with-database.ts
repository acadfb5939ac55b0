import { isDeepStrictEqual } from 'node:util';
import { circleStore } from '@unspoken/server/circle/store';
import { SqlEncounterStore } from '@unspoken/server/encounters/store';
import { moderationStore } from '@unspoken/server/moderation/store';
import { openDatabase } from '@unspoken/server/platform/database/database';
import { Violation } from './audit.ts';
import type { Records } from './records.ts';

/** In-memory stores, each call of which is also made on the embedded database. */
export interface RecordsComparedWithDatabase extends Records {
  close(): Promise<void>;
}

/** Turns the short ids of the simulation, such as `person-3`, into UUIDs, as the tables require. */
const kinds = ['person', 'id', 'adversary'];
const toTable = (text: string): string =>
  text.replace(/^(person|id|adversary)(?:-(\d+))?$/, (_, kind: string, n = '') => {
    return `${String(kinds.indexOf(kind)).padStart(8, '0')}-0000-4000-8000-${n.padStart(12, '0')}`;
  });

/** Normalises a value so that the answers of both stores can be compared: whole milliseconds, lists sorted. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Math.floor(value);
  if (typeof value === 'string') return toTable(value);
  if (value instanceof Date) return new Date(Math.floor(value.getTime()));
  if (value instanceof Map) return plain([...value]);
  if (Array.isArray(value)) {
    const all = value.map(plain);
    return all.every((each) => typeof each === 'string' || (typeof each === 'object' && each !== null))
      ? all.sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
      : all;
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined || each === null ? [] : [[name, plain(each)]])),
  );
}

/** The arguments of a call as the tables store them: UUIDs, whole milliseconds. The order is kept. */
function forTable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forTable);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, forTable(each)]));
  return typeof value === 'number' || typeof value === 'string' || value instanceof Date ? plain(value) : value;
}

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Makes every call in memory and on the real tables, one call after another, and compares the answers. This exercises the
 * constraints of the database with everything that happens, and shows that the in-memory stores are equivalent to it.
 */
export async function comparedWithDatabase(records: Records): Promise<RecordsComparedWithDatabase> {
  const database = await openDatabase({ url: undefined, dataDir: undefined, fault: () => {} });
  let pending = 0;
  /** The embedded database has a single connection, so calls queue up. */
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    pending++;
    const done = tail.then(work).finally(() => pending--);
    tail = done.catch(() => {});
    return done;
  };
  let disagreement: Violation | undefined;
  const both = <Store extends object>(name: string, memory: Store, sql: object): Store =>
    new Proxy(memory, {
      get(target, property) {
        const own = (target as Record<PropertyKey, unknown>)[property];
        const other = (sql as Record<PropertyKey, unknown>)[property];
        if (typeof own !== 'function' || typeof other !== 'function') return own;
        if (property === 'transaction') return (run: Method) => inTurn(() => (other as Method).call(sql, run));
        return async (...args: unknown[]) => {
          // A call inside a transaction already holds the connection; the transaction may be any of the arguments.
          const joined = args.some((each) => typeof each === 'object' && each !== null && 'insert' in each);
          const ask = () => Promise.allSettled([(other as Method).apply(sql, args.map(forTable))]);
          const answer = Promise.allSettled([(own as Method).apply(target, args)]);
          const [[mine], [theirs]] = await Promise.all([answer, joined ? ask() : inTurn(ask)]);
          const [one, two] = [mine, theirs].map((each) => (each?.status === 'fulfilled' ? plain(each.value) : 'refused'));
          if (!isDeepStrictEqual(one, two)) {
            const call = `${name}.${String(property)} of ${JSON.stringify(args)}`;
            disagreement ??= new Violation(
              'C1',
              `${call}: memory says ${JSON.stringify(one)}, the database ${JSON.stringify(two)}`,
            );
            throw disagreement;
          }
          if (mine?.status === 'rejected') throw mine.reason;
          return mine?.value;
        };
      },
    });
  return {
    encounters: both('encounters', records.encounters, new SqlEncounterStore(database.db)),
    circle: both('circle', records.circle, circleStore(database.db)),
    moderation: both('moderation', records.moderation, moderationStore(database.db)),
    atWork: () => (pending > 0 ? tail : undefined),
    violation: () => disagreement,
    close: () => database.close(),
  };
}
