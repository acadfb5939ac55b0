import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makePrivate } from '../private-folder.ts';
import { lockFolder } from './lock.ts';

export interface Embedded {
  /** Folder of the unix socket, as node-postgres takes a host. */
  readonly host: string;
  close(): Promise<void>;
}

/** The file in which the running process records where its embedded database listens. */
const hostFile = (dataDir: string): string => join(dataDir, 'database-socket');

/** The host of the embedded database of a process that uses this folder, for a command beside it; undefined if there is none. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const host = await readFile(hostFile(dataDir), 'utf8').catch(() => undefined);
  if (host === undefined) return undefined;
  return new Promise((resolve) => {
    const probe = connect(join(host, '.s.PGSQL.5432'));
    probe.once('connect', () => {
      probe.destroy();
      resolve(host);
    });
    probe.once('error', () => resolve(undefined));
  });
}

/** Starts the embedded database in `dataDir`, or in memory if it is undefined. One process per folder. */
export async function startEmbedded(dataDir: string | undefined): Promise<Embedded> {
  let unlock = async () => {};
  let folder: string | undefined;
  if (dataDir !== undefined) {
    folder = join(dataDir, 'database');
    // The modes of the files in it, among them the write-ahead log, allow everybody to read.
    makePrivate(dataDir);
    makePrivate(folder);
    unlock = await lockFolder(folder);
  }
  // A unix socket's path is limited to about 100 bytes, so it cannot be in a deep data folder; this folder is private
  // (mode 0700).
  const host = await mkdtemp(join(tmpdir(), 'unspoken-'));
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder, socket: join(host, '.s.PGSQL.5432') },
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  if (dataDir !== undefined) await writeFile(hostFile(dataDir), host, { mode: 0o600 });
  return {
    host,
    async close() {
      const closed = new Promise((resolve) => worker.once('message', resolve));
      worker.postMessage('close');
      await closed;
      await worker.terminate();
      await rm(host, { recursive: true, force: true });
      await unlock();
    },
  };
}
