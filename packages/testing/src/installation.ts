import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/free-port.ts';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { noGatheringNow } from './gathering-time.ts';
import { Line } from './line.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { startArguments } from './start-command.ts';

/** Redis persists every write, because tests restart it with its data. */
const persistent = ['--appendonly', 'yes'];

/** One process of the product, which can be killed and restarted on the same port. */
export class Node {
  readonly name: string;
  readonly port: number;
  readonly redis: Line;
  readonly postgres: Line;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #stopping: ChildProcess | undefined;
  /** How it ended, each time that it was not ended on purpose. */
  readonly endedByItself: string[] = [];
  /** The latest 200,000 characters of its output and error output. */
  said = '';

  constructor(
    name: string,
    port: number,
    { redis, postgres }: { readonly redis: Line; readonly postgres: Line },
    environment: Readonly<Record<string, string>>,
  ) {
    this.name = name;
    this.port = port;
    this.redis = redis;
    this.postgres = postgres;
    this.#environment = environment;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The id of the operating system process that was last started. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the process, through the command `wrapped` if one is given. Resolves with the time until it was ready, ms. */
  async start(wrapped: readonly string[] = []): Promise<number> {
    if (await this.isReady()) throw new Error(`${this.name} runs already, or another server at its address`);
    const startedAt = performance.now();
    const [command = '', ...rest] = [...wrapped, process.execPath, ...startArguments];
    const child = spawn(command, rest, {
      env: { ...process.env, ...this.#environment, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.once('exit', (code, signal) => {
      if (this.#stopping !== child)
        this.endedByItself.push(`${this.name} ended by itself: ${signal ?? code}\n${lastLines(this.said)}`);
    });
    const keep = (part: Buffer) => {
      this.said = (this.said + part.toString()).slice(-200_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${this.name} ended at its start:\n${this.said}`);
      if (await this.isReady()) return performance.now() - startedAt;
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

  /** Sends a signal to the process; if the signal ends it, resolves when it has ended. */
  async signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ends = signal === 'SIGKILL' || signal === 'SIGTERM';
    if (ends) this.#stopping = child;
    child.kill(signal);
    if (ends) await once(child, 'exit');
  }
}

/** The last 15 lines of the output that are not log entries. */
const lastLines = (output: string) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .slice(-15)
    .join('\n');

/** Real processes: several of the product, one PostgreSQL, one Redis, one mail server, and lines between them that can be cut. */
export class Installation {
  readonly nodes: Node[] = [];
  postgres!: PostgresServer;
  redis!: RedisServer;
  mail!: MailServer;
  databaseUrl = '';
  /** A small file system for the data of PostgreSQL, where one can be mounted. */
  disk: string | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'unspoken-chaos-'));
  readonly #direct: boolean;

  private constructor(direct: boolean) {
    this.#direct = direct;
  }

  /** Starts `nodes` processes. `direct` leaves out the lines that can be cut, for measurements that would include them. */
  static async start(
    nodes: number,
    environment: Readonly<Record<string, string>> = {},
    { direct = false }: { readonly direct?: boolean } = {},
  ): Promise<Installation> {
    const programs = findPostgres();
    const redis = findRedis();
    if (!programs || !redis) throw new Error('this needs PostgreSQL and Redis; npm test installs them on Debian');
    const it = new Installation(direct);
    it.disk = smallDisk();
    // Chaos tests expect that what was acknowledged is durable.
    const settings = { fsync: 'on', max_wal_size: '64MB', min_wal_size: '32MB' };
    it.postgres = await startPostgres(programs, { settings, ...(it.disk && { dataFolder: it.disk }) });
    it.databaseUrl = it.postgres.url;
    it.redis = await startRedis(redis, { flags: persistent });
    it.mail = await startMailServer();
    for (let i = 0; i < nodes; i++) await it.add(environment);
    return it;
  }

  /** Starts one more process. */
  async add(environment: Readonly<Record<string, string>> = {}): Promise<Node> {
    const lines = { redis: new Line({ port: this.redis.port }), postgres: new Line({ path: this.postgres.socket }) };
    const at = { redis: await lines.redis.listen(), postgres: await lines.postgres.listen() };
    const node = new Node(`node ${this.nodes.length + 1}`, await freePort(), lines, {
      NODE_ENV: 'test',
      DATABASE_URL: this.#direct ? this.databaseUrl : `postgres://postgres@127.0.0.1:${at.postgres}/postgres`,
      REDIS_URL: this.#direct ? this.redis.url : `redis://127.0.0.1:${at.redis}`,
      SMTP_URL: this.mail.url,
      SECRET: 'a secret that all of these processes know',
      DATA_DIR: this.#folder,
      LIMITS: 'off',
      ...noGatheringNow,
      ...environment,
    });
    this.nodes.push(node);
    await node.start();
    return node;
  }

  /** Starts a replica of Redis over a line that can be cut. `takeOver` stops the primary and promotes the replica. */
  async copyRedis(): Promise<{ readonly line: Line; takeOver(): Promise<void> }> {
    const line = new Line({ port: this.redis.port });
    const replica = await startRedis(findRedis() as string, { flags: persistent });
    // A command, not a setting: once promoted, it stays the primary after every restart.
    await replica.command('REPLICAOF', '127.0.0.1', String(await line.listen()));
    return {
      line,
      takeOver: async () => {
        await this.redis.stop();
        line.close();
        await replica.command('REPLICAOF', 'NO', 'ONE');
        for (const { redis } of this.nodes) redis.turn({ port: replica.port });
        this.redis = replica;
      },
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.signal('SIGKILL')));
    for (const { redis, postgres } of this.nodes) {
      redis.close();
      postgres.close();
    }
    await this.redis.stop();
    await this.postgres.stop();
    await this.mail.stop();
    if (this.disk) {
      execFileSync('umount', [this.disk]);
      await rm(this.disk, { recursive: true });
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A small file system in memory that a test can fill, or undefined without the right to mount one. */
function smallDisk(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'unspoken', folder]);
  return folder;
}
