import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { lockFolder } from './lock.ts';

export interface Embedded {
  /** Folder of the unix socket, as node-postgres takes a host. */
  readonly host: string;
  close(): Promise<void>;
}

/** Starts the embedded database in `dataDir`, or in memory when there is none. One process per folder. */
export async function startEmbedded(dataDir: string | undefined): Promise<Embedded> {
  let unlock = async () => {};
  let folder: string | undefined;
  if (dataDir !== undefined) {
    folder = join(dataDir, 'database');
    await mkdir(folder, { recursive: true });
    unlock = await lockFolder(folder);
  }
  // A unix socket's path is limited to about 100 bytes, so a deep data folder cannot hold it; this one is private (mode 0700).
  const host = await mkdtemp(join(tmpdir(), 'unspoken-'));
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder, socket: join(host, '.s.PGSQL.5432') },
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
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
