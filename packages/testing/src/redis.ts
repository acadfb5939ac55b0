import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenRedis, openRedis } from '@unspoken/server/platform/redis/redis';
import { afterAll, beforeAll, test } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import { ServerProcess } from './server-process.ts';

/** A Redis server of one's own. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** It is gone from one instant to the next. */
  kill(): Promise<void>;
  /** Starts it anew, if it does not run, with what it has written down of itself. */
  start(): Promise<void>;
  /** What it has written down of itself is lost; it must not run. */
  forget(): Promise<void>;
  /** Has it stand still, or go on. */
  freeze(still: boolean): void;
  /** Has it do something. */
  command(name: string, ...of: readonly string[]): Promise<unknown>;
  /** Ends it, and all it had. */
  stop(): Promise<void>;
}

/** Starts a Redis server of one's own; `flags` are added to its settings. */
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
    async command(name, ...of) {
      const redis = openRedis(`redis://127.0.0.1:${at}`, { fault: () => {} });
      await redis.ready;
      return redis.client.call(name, ...of).finally(() => redis.close());
    },
    async stop() {
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let made = 0;

/** Names nobody else on the server of the run uses: `space` goes in front of every key. */
export const ownSpace = (): string => `test-${process.pid}-${++made}`;

/**
 * Runs tests with a client of the run's Redis; where Redis is not installed, that is told as a skipped test.
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
