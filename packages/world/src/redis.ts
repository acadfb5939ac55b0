import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenRedis, openRedis } from '@unspoken/server/platform/redis/redis';
import { afterAll, beforeAll, test } from 'vitest';

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  const { port } = server.address() as { port: number };
  await new Promise((resume) => server.close(resume));
  return port;
}

/** A Redis server of one's own. */
export interface RedisServer {
  readonly url: string;
  /** It is gone from one instant to the next. */
  kill(): Promise<void>;
  /** Starts it anew, with what it has written down of itself. */
  start(): Promise<void>;
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
  let server: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    server = started;
    let said = '';
    await new Promise<void>((resume, fail) => {
      started.stdout.on('data', (part: Buffer) => {
        said = (said + part.toString()).slice(-100_000);
        if (said.includes('Ready to accept connections')) resume();
      });
      started.once('exit', () => fail(new Error(`Redis did not start:\n${said}`)));
    });
    started.removeAllListeners('exit');
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${at}`,
    kill: () => end('SIGKILL'),
    start,
    async command(name, ...of) {
      const redis = openRedis(`redis://127.0.0.1:${at}`, { fault: () => {} });
      await redis.ready;
      return redis.client.call(name, ...of).finally(() => redis.close());
    },
    async stop() {
      await end('SIGTERM');
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
