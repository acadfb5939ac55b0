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

/** Opens PostgreSQL at `url`, or the embedded database in `dataDir` (in memory without one), and migrates it. */
export async function openDatabase(options: {
  url: string | undefined;
  dataDir: string | undefined;
  fault: (error: unknown) => void;
  /** For a command: the embedded database of a process that is running already is used, if there is one. */
  beside?: boolean;
  /** Leaves it in the version it has: for a command that only reads. */
  asItIs?: boolean;
}): Promise<OpenDatabase> {
  const embedded = options.url === undefined ? await reachEmbedded(options) : undefined;
  const pool = new pg.Pool(
    embedded
      ? { host: embedded.host, user: 'postgres', database: 'postgres', max: options.beside ? 1 : 8 }
      : { connectionString: options.url, max: 16, connectionTimeoutMillis: 5_000 },
  );
  pool.on('error', options.fault);
  const close = async () => {
    await pool.end();
    await embedded?.close?.();
  };
  try {
    if (!options.asItIs) await migrateDatabase(pool, embedded === undefined);
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

async function migrateDatabase(pool: pg.Pool, shared: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    // The embedded database has one session for all: an advisory lock would lock nobody out, and none is needed.
    if (shared) await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder });
  } finally {
    if (shared) await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    client.release();
  }
}
