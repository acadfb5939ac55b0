import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@unspoken/server/platform/database/database';
import { openJobs } from '@unspoken/server/platform/jobs';
import pg from 'pg';

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

/**
 * Starts a PostgreSQL server in a folder of its own, reached by a socket in that folder, with a migrated database to copy
 * from. `programs` is the folder of its programs. Answers how it is reached.
 */
export async function startPostgres(programs: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const as = owner();
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-postgres-'));
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initdb, { ...as, cwd: folder, stdio: 'ignore' });
  // Nothing of it outlives the tests, so nothing waits for a disk.
  const settings = { listen_addresses: '', unix_socket_directories: folder, max_connections: '300', fsync: 'off' };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
    ...as,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resume, fail) => {
    server.stderr.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('ready to accept connections')) resume();
    });
    server.once('exit', () => fail(new Error(`PostgreSQL did not start:\n${said}`)));
  });
  const url = urlOf(folder, 'postgres');
  await command(url, `create database ${template}`);
  const database = await openDatabase({ url: urlOf(folder, template), dataDir: undefined, fault: () => {} });
  const { stop } = await openJobs(database.pool, { fault: () => {}, working: false });
  await stop();
  await database.close();
  return {
    url,
    async stop() {
      server.removeAllListeners('exit');
      // At once: sessions that are still open are no reason to wait.
      server.kill('SIGQUIT');
      await once(server, 'exit');
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
