import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { runningEmbedded, startEmbedded } from './embedded.ts';

/** A database handle or a transaction on it: whoever is given one can join either. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Any number, but always the same one: two processes must not migrate one database at a time. */
const migrationLock = 7_260_160;

/** For so long a process that people wait for waits for PostgreSQL, ms. */
export const servingPatience = 10_000;

/** A connection that is given up when PostgreSQL says nothing for so long: a line that was cut is told by nobody. */
const givenUpAfter = (patience: number): pg.PoolConfig => ({
  stream: () => {
    const socket = new Socket();
    return socket.setTimeout(patience, () => socket.destroy(new Error('PostgreSQL does not answer')));
  },
  // Whoever is not asked anything has nothing to say.
  idleTimeoutMillis: patience / 2,
  // What is slow fails by itself before, and what was left in the middle holds no locks.
  statement_timeout: patience * 0.9,
  idle_in_transaction_session_timeout: patience,
});

/**
 * Statements that are put together once have a name, by which PostgreSQL knows them again in the same session. The embedded
 * database has one session for all connections, where a name could be given only once: there they go without.
 */
function withoutNames(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (what: unknown, ...more: unknown[]) => unknown;
  const nameless = (what: unknown) =>
    typeof what === 'object' && what !== null && 'name' in what ? { ...what, name: undefined } : what;
  Object.assign(client, { query: (what: unknown, ...more: unknown[]) => ask(nameless(what), ...more) });
}

/** Opens PostgreSQL at `url`, or the embedded database in `dataDir` (in memory without one), and migrates it. */
export async function openDatabase(options: {
  url: string | undefined;
  dataDir: string | undefined;
  fault: (error: unknown) => void;
  /** For a command: the embedded database of a process that is running already is used, if there is one. */
  beside?: boolean;
  /** Hears of the pool before it is asked anything. */
  opened?: (pool: pg.Pool) => void;
  /** Leaves it in the version it has: for a command that only reads. */
  asItIs?: boolean;
  /** For so long PostgreSQL is waited for, ms; by default as long as it takes. */
  patience?: number;
}): Promise<OpenDatabase> {
  const embedded = options.url === undefined ? await reachEmbedded(options) : undefined;
  const at = embedded
    ? { host: embedded.host, user: 'postgres', database: 'postgres' }
    : { connectionString: options.url, connectionTimeoutMillis: 5_000 };
  const size = embedded ? { max: options.beside ? 1 : 8 } : { max: 16 };
  const pool = new pg.Pool({ ...at, ...size, ...(options.patience && !embedded && givenUpAfter(options.patience)) });
  pool.on('error', options.fault);
  // A connection that breaks in the middle of a transaction is told to whoever asks next in it; unheard, it would end the process.
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

/** By a connection of its own: a migration takes as long as it takes. */
async function migrateDatabase(at: pg.ClientConfig, shared: boolean): Promise<void> {
  const client = new pg.Client(at);
  await client.connect();
  try {
    // The embedded database has one session for all: an advisory lock would lock nobody out, and none is needed.
    if (shared) await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder });
  } finally {
    if (shared) await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    await client.end();
  }
}
