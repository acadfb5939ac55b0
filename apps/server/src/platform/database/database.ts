import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { pause, systemClock } from '../clock.ts';
import { PostgresSilent } from './away.ts';
import { runningEmbedded, startEmbedded } from './embedded.ts';
import { buildIndexesAhead } from './indexes-ahead.ts';

/** A database handle or a transaction on it: functions that take one work with either. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** An arbitrary constant: two processes must not migrate one database at the same time. */
const migrationLock = 7_260_160;
/** How long to wait before asking for the lock again, ms. */
const lockInterval = 100;

/** How long a process that serves users waits for PostgreSQL, ms. */
export const servingPatience = 10_000;

/**
 * Options that close a connection when PostgreSQL sends nothing for `patience` ms: a cut connection raises no event
 * by itself.
 */
const givenUpAfter = (patience: number): pg.PoolConfig => ({
  stream: () => {
    const socket = new Socket();
    return socket.setTimeout(patience, () => socket.destroy(new PostgresSilent()));
  },
  // An idle connection is silent too: the pool closes it before the socket times out.
  idleTimeoutMillis: patience / 2,
  // A slow statement fails by itself before that, and an abandoned transaction does not keep its locks.
  statement_timeout: patience * 0.9,
  idle_in_transaction_session_timeout: patience,
});

/**
 * PostgreSQL would compile statements whose estimated cost is high, which takes hundreds of milliseconds, for statements that then run for a
 * few. (PostgreSQL documentation, "When to JIT?") Beside it stays what an operator has set for every connection in PGOPTIONS.
 */
const uncompiled = { options: [process.env.PGOPTIONS, '-c jit=off'].filter(Boolean).join(' ') };

/**
 * A prepared statement has a name, by which PostgreSQL recognises it in the same session. All connections of the embedded
 * database share one session, in which a name can be defined only once: there, statements are sent without names.
 */
function withoutNames(client: pg.PoolClient): void {
  const run = client.query.bind(client) as (query: unknown, ...more: unknown[]) => unknown;
  const nameless = (query: unknown) =>
    typeof query === 'object' && query !== null && 'name' in query ? { ...query, name: undefined } : query;
  Object.assign(client, { query: (query: unknown, ...more: unknown[]) => run(nameless(query), ...more) });
}

/** Opens PostgreSQL at `url`, or the embedded database in `dataDir` (in memory without one), and migrates it. */
export async function openDatabase(options: {
  url: string | undefined;
  dataDir: string | undefined;
  fault: (error: unknown) => void;
  /** For a command: uses the embedded database of a process that is already running, if there is one. */
  beside?: boolean;
  /** Called with the pool before it is used. */
  opened?: (pool: pg.Pool) => void;
  /** Does not migrate: for a command that only reads. */
  asItIs?: boolean;
  /** How long to wait for PostgreSQL, ms; without limit by default. */
  patience?: number;
}): Promise<OpenDatabase> {
  const embedded = options.url === undefined ? await reachEmbedded(options) : undefined;
  const at = embedded
    ? { host: embedded.host, user: 'postgres', database: 'postgres' }
    : { connectionString: options.url, connectionTimeoutMillis: 5_000, ...uncompiled };
  const size = embedded ? { max: options.beside ? 1 : 8 } : { max: 16 };
  const pool = new pg.Pool({ ...at, ...size, ...(options.patience && !embedded && givenUpAfter(options.patience)) });
  pool.on('error', options.fault);
  // If a connection breaks in a transaction, its next query fails; without a listener the event itself would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (embedded) pool.on('connect', withoutNames);
  options.opened?.(pool);
  const close = async () => {
    await pool.end();
    await embedded?.close?.();
  };
  try {
    if (!options.asItIs) await migrateDatabase(at, embedded === undefined);
  } catch (error) {
    await close();
    throw error;
  }
  return { db: drizzle(pool, { casing: 'snake_case' }), pool, close };
}

async function reachEmbedded(options: {
  dataDir: string | undefined;
  beside?: boolean;
}): Promise<{ host: string; close?: () => Promise<void> }> {
  const running = options.beside && options.dataDir !== undefined ? await runningEmbedded(options.dataDir) : undefined;
  return running === undefined ? startEmbedded(options.dataDir) : { host: running };
}

/** Uses a connection of its own, without a time-out: a migration may take long. */
async function migrateDatabase(at: pg.ClientConfig, shared: boolean): Promise<void> {
  const client = new pg.Client(at);
  await client.connect();
  try {
    // All connections of the embedded database share one session: an advisory lock would exclude none, and is not needed.
    if (shared) {
      await lockMigrations(client);
      await buildIndexesAhead(client, readMigrationFiles({ migrationsFolder }));
    }
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder });
  } finally {
    if (shared) await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    await client.end();
  }
}

/**
 * Asks again and again: a statement that waits for the lock would be a transaction that the concurrent build of an index waits for, under
 * the same lock.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [migrationLock]);
    if (rows[0]?.locked) return;
    await pause(systemClock, lockInterval);
  }
}
