import { inArray, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { traced } from './request-context.ts';
import { retryForever } from './retry-forever.ts';

/** Opens the queue in the database; a process that is not `working` only accepts work for others. */
export async function openJobs(
  pool: Pool,
  options: Omit<JobsOptions, 'pool'>,
): Promise<{ jobs: Jobs; stop: () => Promise<void> }> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise: options.working,
    superviseIntervalSeconds: watched,
    monitorIntervalSeconds: watched,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', options.fault);
  await boss.start();
  return { jobs: new Jobs(boss, { pool, ...options }), stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** How many jobs of one kind are attempted side by side. */
const atATime = 5;

/** Who attempts a job says so every `beat`; what nobody has spoken of for `silence` is attempted anew, once that is seen, every `watched`, s. */
const beat = 5;
const silence = 30;
const watched = 10;

/** Whom a piece of work is about, so that erasing a person erases it too. */
export interface About {
  /** The mail address it goes to, as addresses are compared. */
  readonly addressKey?: string;
  /** Accounts whose name or address stands in it. */
  readonly concerns?: readonly string[];
}

interface JobsOptions {
  readonly pool: Pool;
  readonly fault: (error: unknown) => void;
  readonly clock: Clock;
  readonly working: boolean;
}

/**
 * Work that is done later, and done even if this process dies first: accepted in the transaction of whatever caused
 * it, tried again with growing waits until it succeeds, and forgotten as soon as it has.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #options: JobsOptions;
  readonly #kinds: string[] = [];
  constructor(boss: PgBoss, options: JobsOptions) {
    this.#boss = boss;
    this.#options = options;
  }

  /** Names a kind of work and what does it. `id` is the same in every attempt at one job. */
  async define<Data extends object>(name: string, run: (data: Data, id: string) => Promise<void>): Promise<void> {
    this.#kinds.push(name);
    await this.#boss.createQueue(name);
    // Set each time: the queue may be from an earlier version. What it holds already keeps what was set then.
    await this.#boss.updateQueue(name, {
      retryLimit: 40,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 3_600,
      // Longer than the slowest attempt, and longer than the database may be away, or a second one would begin beside it.
      expireInSeconds: 180,
      heartbeatSeconds: silence,
    });
    if (!this.#options.working) return;
    const options = {
      batchSize: atATime,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
      perJobResults: true,
      heartbeatRefreshSeconds: beat,
    } as const;
    await this.#boss.work<Data>(name, options, (jobs) => Promise.all(jobs.map((job) => this.#attempt(name, job, run))));
  }

  async #attempt<Data extends object>(
    name: string,
    { id, data }: { id: string; data: Data },
    run: (data: Data, id: string) => Promise<void>,
  ): Promise<JobResult> {
    try {
      await traced(
        () => id,
        `job ${name}`,
        () => run(data, id),
      );
    } catch (error) {
      // An error's words may hold an address; its name and code are enough to look for the cause.
      const { name: fault, code } = error as { name?: string; code?: string };
      return { id, status: 'failed', output: { fault, code } };
    }
    // What it held (addresses, links that sign people in) has no business here any more. Where the database is away just now, nobody
    // may begin it anew, nor those that are attempted beside it.
    await retryForever(this.#options.clock, this.#options.fault, () => this.#boss.deleteJob(name, id));
    return { id, status: 'completed' };
  }

  /** Accepts work as part of the transaction `tx`: it exists exactly if the transaction does. */
  async post<Data extends About>(tx: Database, name: string, data: Data): Promise<void> {
    await this.#boss.send(name, data, { db: fromDrizzle(tx, sql) });
  }

  /** Work that is accepted and not done, by kind: how much, and how long the oldest has waited, s. */
  async waiting(): Promise<{ queue: string; count: number; oldest: number }[]> {
    const { rows } = await this.#options.pool.query(
      `select name as queue, count(*)::int as count, extract(epoch from now() - min(created_on))::float8 as oldest
       from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%' group by name`,
    );
    const kinds = this.#kinds.map((queue) => ({ queue, count: 0, oldest: 0 }));
    return kinds.map((kind) => rows.find(({ queue }) => queue === kind.queue) ?? kind);
  }

  /** Withdraws whatever is about this person and not yet done. */
  async erase(tx: Database, person: { accountId: string; addressKeys: readonly string[] }): Promise<void> {
    await tx.execute(sql`
      delete from pgboss.job
      where ${inArray(sql`data->>'addressKey'`, [...person.addressKeys])} or data->'concerns' ? ${person.accountId}`);
  }
}
