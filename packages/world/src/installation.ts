import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { Line } from './line.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { freePort, type RedisServer, startRedis } from './redis.ts';

const main = new URL('../../../apps/server/src/main.ts', import.meta.url).pathname;

/** One process of the product, which can be killed and started anew under the same address. */
export class Node {
  readonly name: string;
  readonly port: number;
  readonly redis: Line;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  /** What it has said on its error output. */
  said = '';

  constructor(name: string, port: number, redis: Line, environment: Readonly<Record<string, string>>) {
    this.name = name;
    this.port = port;
    this.redis = redis;
    this.#environment = environment;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it; `wrapped` is a command to start it through. Resolves with how long that took, ms. */
  async start(wrapped: readonly string[] = []): Promise<number> {
    const began = performance.now();
    const [command = '', ...rest] = [...wrapped, process.execPath, main];
    const child = spawn(command, rest, {
      env: { ...process.env, ...this.#environment, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const keep = (part: Buffer) => {
      this.said = (this.said + part.toString()).slice(-200_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${this.name} ended at its start:\n${this.said}`);
      if (await this.isReady()) return performance.now() - began;
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok;
    } catch {
      return false;
    }
  }

  /** Sends it a signal; resolves when it has ended, if the signal ends it. */
  async signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    if (signal === 'SIGKILL' || signal === 'SIGTERM') await once(child, 'exit');
  }
}

/** Real processes: so many of the product, one PostgreSQL, one Redis, and lines between them that can be cut. */
export class Installation {
  readonly nodes: Node[] = [];
  postgres!: PostgresServer;
  redis!: RedisServer;
  databaseUrl = '';
  /** A small disk that PostgreSQL stands on, where there can be one. */
  disk: string | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'unspoken-chaos-'));

  static async start(nodes: number, environment: Readonly<Record<string, string>> = {}): Promise<Installation> {
    const programs = findPostgres();
    const redis = findRedis();
    if (!programs || !redis) throw new Error('this needs PostgreSQL and Redis; npm test installs them on Debian');
    const it = new Installation();
    it.disk = smallDisk();
    // What is accepted must be durable here.
    const settings = { fsync: 'on', max_wal_size: '64MB', min_wal_size: '32MB' };
    it.postgres = await startPostgres(programs, { settings, ...(it.disk && { dataFolder: it.disk }) });
    it.databaseUrl = it.postgres.url;
    it.redis = await startRedis(redis, { port: await freePort() });
    for (let i = 0; i < nodes; i++) {
      const line = new Line(Number(new URL(it.redis.url).port));
      const at = await line.listen();
      const node = new Node(`node ${i + 1}`, await freePort(), line, {
        NODE_ENV: 'test',
        DATABASE_URL: it.databaseUrl,
        REDIS_URL: `redis://127.0.0.1:${at}`,
        SECRET: 'a secret that all of these processes know',
        DATA_DIR: it.#folder,
        LIMITS: 'off',
        ...environment,
      });
      it.nodes.push(node);
      await node.start();
    }
    return it;
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.signal('SIGKILL')));
    for (const { redis } of this.nodes) redis.close();
    await this.redis.stop();
    await this.postgres.stop();
    if (this.disk) {
      execFileSync('umount', [this.disk]);
      await rm(this.disk, { recursive: true });
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A disk in memory that can be filled, if this machine lets us. */
function smallDisk(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'unspoken', folder]);
  return folder;
}
