import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenRedis, openRedis } from '@unspoken/server/platform/redis/redis';
import { afterAll, beforeAll, test } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import { ServerProcess } from './server-process.ts';

/** A Redis server of its caller. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it at once, without a shutdown. */
  kill(): Promise<void>;
  /** Restarts it with the data that it has persisted, unless it is running. */
  start(): Promise<void>;
  /** Deletes its persisted data; it must not be running. */
  forget(): Promise<void>;
  /** Suspends it, or resumes it. */
  freeze(still: boolean): void;
  /** Runs a Redis command. */
  command(name: string, ...parameters: readonly string[]): Promise<unknown>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

/** Starts a Redis server; `flags` are added to its command line. */
export async function startRedis(
  program: string,
  { port, flags = [] }: { readonly port?: number; readonly flags?: readonly string[] } = {},
): Promise<RedisServer> {
  const at = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-redis-'));
  const settings = ['--port', String(at), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no', ...flags];
  const server = new ServerProcess({
    ...{ name: 'Redis', says: 'stdout', readyWords: 'Ready to accept connections' },
    launch: () => spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] }),
  });
  await server.start();
  return {
    url: `redis://127.0.0.1:${at}`,
    port: at,
    kill: () => server.end('SIGKILL'),
    start: () => server.start(),
    async forget() {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
    },
    freeze: (still) => server.signal(still ? 'SIGSTOP' : 'SIGCONT'),
    async command(name, ...parameters) {
      const redis = openRedis(`redis://127.0.0.1:${at}`, { fault: () => {} });
      await redis.ready;
      return redis.client.call(name, ...parameters).finally(() => redis.close());
    },
    async stop() {
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let created = 0;

/** A prefix for every key (`REDIS_SPACE`) that no other test uses on the Redis of the run. */
export const ownSpace = (): string => `test-${process.pid}-${++created}`;

/**
 * Runs tests with a client of the run's Redis. Where Redis is not installed, a skipped test reports that.
 */
export function onRedis(contract: (open: () => OpenRedis) => void): void {
  const url = process.env.WORLD_REDIS;
  if (!url) {
    test.skip('Redis: it is not installed', () => {});
    return;
  }
  let opened: OpenRedis | undefined;
  beforeAll(async () => {
    opened = openRedis(url, { fault: () => {} });
    await opened.ready;
  });
  afterAll(() => opened?.close());
  contract(() => opened as OpenRedis);
}
