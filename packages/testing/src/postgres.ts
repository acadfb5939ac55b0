import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@unspoken/server/platform/clock';
import { openDatabase } from '@unspoken/server/platform/database/database';
import { openJobs } from '@unspoken/server/platform/jobs';
import pg from 'pg';
import { Line } from './line.ts';
import { ServerProcess } from './server-process.ts';

const template = 'template_world';

/** PostgreSQL refuses to run as root: in a root process it runs as the user that its package has created. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

const urlOf = (folder: string, name: string) => `postgres://postgres@localhost/${name}?host=${folder}`;

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** A PostgreSQL server of its caller. */
export interface PostgresServer {
  readonly url: string;
  /** The path of its socket, for a `Line` to it. */
  readonly socket: string;
  /** Ends it at once, without a shutdown. */
  kill(): Promise<void>;
  /** Restarts it with its data, unless it is running. */
  start(): Promise<void>;
  /** Suspends its processes, or resumes them. */
  freeze(still: boolean): void;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Settings of the server. By default no write waits for the disk, because no data outlives the tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder of its data; by default a new one. */
  readonly dataFolder?: string;
}

/**
 * Starts a PostgreSQL server in a folder of its own, reached by a socket in that folder, with a migrated template database.
 * `programs` is the folder of its programs.
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
      // Its sessions are separate processes.
      execFileSync('pkill', [`-${signal.slice(3)}`, '-P', String(server.pid)]);
      server.signal(signal);
    },
    async stop() {
      // SIGQUIT: an immediate shutdown does not wait for open sessions.
      await server.end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let created = 0;

/** Creates a database with every table on the server at `url`. */
export async function createDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `world_${process.pid}_${++created}`;
  await command(url, `create database ${name} template ${template}`);
  return {
    url: urlOf(new URL(url).searchParams.get('host') ?? '', name),
    drop: () => command(url, `drop database ${name} with (force)`),
  };
}

/** Creates a database that is reached over a line, `url` leads through it; `direct` does not. */
export async function createDatabaseOverLine(server: string) {
  const { url: direct, drop } = await createDatabase(server);
  const { pathname, searchParams } = new URL(direct);
  const at = { path: `${searchParams.get('host')}/.s.PGSQL.5432` };
  const line = new Line(at);
  const url = `postgres://postgres@127.0.0.1:${await line.listen()}${pathname}`;
  return {
    ...{ url, direct, line },
    /** Nobody listens where the line leads to. */
    stop: () => line.turn({ path: '/nobody/listens/here' }),
    start: () => line.turn(at),
    drop: async () => {
      line.close();
      await drop();
    },
  };
}
