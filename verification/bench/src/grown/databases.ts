import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@unspoken/server/platform/database/database';
import { runningEmbedded } from '@unspoken/server/platform/database/embedded';
import { createDatabase, startPostgres } from '@unspoken/testing/postgres';
import pg from 'pg';
import { findPostgres } from '../../../../tools/programs.mjs';

export type Kind = 'empty' | 'grown';
export const kinds = ['empty', 'grown'] as const satisfies readonly Kind[];

/** An empty database and a grown one of the same sort. */
export interface Databases {
  /** The settings with which a process uses each. */
  readonly settings: Readonly<Record<Kind, Readonly<Record<string, string>>>>;
  /** A connection to the grown one, and the addresses of both; the embedded database has none that others could use beside a process. */
  readonly server?: { readonly client: pg.Client; readonly programs: string; readonly urls: Readonly<Record<Kind, string>> };
  stop(): Promise<void>;
}

/** Databases of a server of its own, of which `fill` fills one; or beside one that was filled before. */
export async function postgresDatabases(
  filled: string | undefined,
  fill: (client: pg.Client) => Promise<void>,
): Promise<Databases> {
  const programs = findPostgres();
  if (!programs) throw new Error('this needs PostgreSQL; npm test installs it on Debian');
  const started =
    filled === undefined
      ? await startPostgres(programs, { settings: { max_wal_size: '16GB', shared_buffers: '1GB' } })
      : { url: filled.replace(/\/\w+\?/, '/postgres?'), stop: async () => {} };
  const grown = filled ?? (await createDatabase(started.url)).url;
  const empty = await createDatabase(started.url);
  const client = new pg.Client(grown);
  await client.connect();
  if (filled === undefined) {
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'`);
    await fill(client);
  }
  // From here on as in production.
  await client.query('alter system set fsync = on');
  await client.query('select pg_reload_conf(); checkpoint');
  return {
    settings: { empty: { DATABASE_URL: empty.url }, grown: { DATABASE_URL: grown } },
    server: { client, programs, urls: { empty: empty.url, grown } },
    async stop() {
      await client.end();
      await empty.drop();
      await started.stop();
    },
  };
}

/** The embedded database of a small installation, once empty and once filled by `fill`, each in a folder of its own. */
export async function embeddedDatabases(fill: (client: pg.Client) => Promise<void>): Promise<Databases> {
  const folderOf = () => mkdtemp(join(tmpdir(), 'unspoken-grown-'));
  const folders = { empty: await folderOf(), grown: await folderOf() };
  const { close } = await openDatabase({ url: undefined, dataDir: folders.grown, fault: () => {} });
  const client = new pg.Client({ host: await runningEmbedded(folders.grown), user: 'postgres', database: 'postgres' });
  await client.connect();
  await fill(client);
  await client.end();
  await close();
  return {
    settings: { empty: { DATA_DIR: folders.empty }, grown: { DATA_DIR: folders.grown } },
    stop: async () => {
      for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
    },
  };
}
