import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@unspoken/server/platform/clock';
import { openDatabase } from '@unspoken/server/platform/database/database';
import { openJobs } from '@unspoken/server/platform/jobs';
import pg from 'pg';
import { ServerProcess } from './server-process.ts';

const template = 'template_world';

/** PostgreSQL does not run as root: where one is root, it runs as the user its package has made. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const of = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: of('-u'), gid: of('-g') };
}

const urlOf = (folder: string, name: string) => `postgres://postgres@localhost/${name}?host=${folder}`;

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** A PostgreSQL server of one's own. */
export interface PostgresServer {
  readonly url: string;
  /** Where it listens, for a line to it. */
  readonly socket: string;
  /** It is gone from one instant to the next. */
  kill(): Promise<void>;
  /** Starts it anew on what it had, if it does not run. */
  start(): Promise<void>;
  /** Has it stand still, or go on. */
  freeze(still: boolean): void;
  /** Ends it, and all it had. */
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Settings of the server. By default nothing waits for a disk, as nothing outlives the tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where its data stands; a folder of its own unless said otherwise. */
  readonly dataFolder?: string;
}

/**
 * Starts a PostgreSQL server in a folder of its own, reached by a socket in that folder, with a migrated database to copy
 * from. `programs` is the folder of its programs.
 */
export async function startPostgres(
  programs: string,
  { settings: more, dataFolder }: PostgresOptions = {},
): Promise<PostgresServer> {
  const as = owner();
  const own = (folder: string) => {
    if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
    return folder;
  };
  const folder = own(mkdtempSync(join(tmpdir(), 'unspoken-postgres-')));
  const data = join(dataFolder ? own(dataFolder) : folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initdb, { ...as, cwd: folder, stdio: 'ignore' });
  const settings = { listen_addresses: '', unix_socket_directories: folder, max_connections: '300', fsync: 'off', ...more };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = new ServerProcess({
    ...{ name: 'PostgreSQL', says: 'stderr', readyWords: 'ready to accept connections' },
    launch: () =>
      spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }),
  });
  await server.start();
  const url = urlOf(folder, 'postgres');
  await command(url, `create database ${template}`);
  const database = await openDatabase({ url: urlOf(folder, template), dataDir: undefined, fault: () => {} });
  const { stop } = await openJobs(database.pool, { fault: () => {}, clock: systemClock, working: false });
  await stop();
  await database.close();
  return {
    url,
    socket: join(folder, '.s.PGSQL.5432'),
    kill: () => server.end('SIGKILL'),
    start: () => server.start(),
    freeze(still) {
      const signal = still ? 'SIGSTOP' : 'SIGCONT';
      // Its sessions are processes of their own.
      execFileSync('pkill', [`-${signal.slice(3)}`, '-P', String(server.pid)]);
      server.signal(signal);
    },
    async stop() {
      // At once: sessions that are still open are no reason to wait.
      await server.end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let made = 0;

/** A database of one's own, with every table in it, on the server at `url`. */
export async function createDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `world_${process.pid}_${++made}`;
  await command(url, `create database ${name} template ${template}`);
  return {
    url: urlOf(new URL(url).searchParams.get('host') ?? '', name),
    drop: () => command(url, `drop database ${name} with (force)`),
  };
}
