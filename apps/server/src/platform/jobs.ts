import { inArray, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { traced } from './request-context.ts';
import { retryForever } from './retry-forever.ts';

/** Opens the queue in the database; a process that is not `working` only posts jobs for others. */
export async function openJobs(
  pool: Pool,
  options: Omit<JobsOptions, 'pool'>,
): Promise<{ jobs: Jobs; stop: () => Promise<void> }> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise: options.working,
    superviseIntervalSeconds: supervisionInterval,
    monitorIntervalSeconds: supervisionInterval,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', options.fault);
  await boss.start();
  return { jobs: new Jobs(boss, { pool, ...options }), stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** How many jobs of one kind a process attempts concurrently, unless its kind says otherwise. */
const defaultConcurrency = 5;

/** The tables of pg-boss in which queued work is stored; a copy of the data includes them. */
export const jobTables = ['pgboss.queue', 'pgboss.job'];

/**
 * The process that attempts a job renews its lease every `heartbeatInterval`. A job whose lease is older than `leaseDuration` is
 * attempted again; expired leases are looked for every `supervisionInterval`. In seconds.
 */
const heartbeatInterval = 5;
const leaseDuration = 30;
const supervisionInterval = 10;

/** Whom a job is about, so that erasing a person erases their jobs too. */
export interface About {
  /** The address key of the recipient. */
  readonly addressKey?: string;
  /** Accounts whose name or address the job contains. */
  readonly concerns?: readonly string[];
}

interface JobsOptions {
  readonly pool: Pool;
  readonly fault: (error: unknown) => void;
  readonly clock: Clock;
  readonly working: boolean;
}

/**
 * Jobs that are done later, even if this process dies first: posted in the transaction of their cause,
 * retried with growing delays until they succeed, and then deleted.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #options: JobsOptions;
  readonly #kinds: string[] = [];
  constructor(boss: PgBoss, options: JobsOptions) {
    this.#boss = boss;
    this.#options = options;
  }

  /** Registers a kind of job and its handler. `id` is the same in every attempt at one job. */
  async define<Data extends object>(
    name: string,
    run: (data: Data, id: string) => Promise<void>,
    { concurrency = defaultConcurrency }: { readonly concurrency?: number } = {},
  ): Promise<void> {
    this.#kinds.push(name);
    await this.#boss.createQueue(name);
    // Set at each start: the queue may be from an earlier version. Jobs that are already in it keep the options they
    // were posted with.
    await this.#boss.updateQueue(name, {
      retryLimit: 40,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 3_600,
      // Longer than the slowest attempt and the longest database outage, or a second attempt would begin beside the first.
      expireInSeconds: 180,
      heartbeatSeconds: leaseDuration,
    });
    if (!this.#options.working) return;
    const options = {
      batchSize: concurrency,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
      perJobResults: true,
      heartbeatRefreshSeconds: heartbeatInterval,
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
      // The message of an error may contain an address; its name and code are enough to find the cause.
      const { name: fault, code } = error as { name?: string; code?: string };
      return { id, status: 'failed', output: { fault, code } };
    }
    // The data (addresses, links that sign a person in) must not outlive the job. Retried while the database is unreachable:
    // otherwise this job, and those attempted in the same batch, would be attempted again.
    await retryForever(this.#options.clock, this.#options.fault, () => this.#boss.deleteJob(name, id));
    return { id, status: 'completed' };
  }

  /** Posts a job as part of the transaction `tx`: the job exists only if the transaction commits. */
  async post<Data extends About>(tx: Database, name: string, data: Data): Promise<void> {
    await this.#boss.send(name, data, { db: fromDrizzle(tx, sql) });
  }

  /** The backlog by kind of job: how many are unfinished, and how long the oldest has waited, s. */
  async waiting(): Promise<{ queue: string; count: number; oldest: number }[]> {
    const { rows } = await this.#options.pool.query(
      `select name as queue, count(*)::int as count, extract(epoch from now() - min(created_on))::float8 as oldest
       from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%' group by name`,
    );
    const kinds = this.#kinds.map((queue) => ({ queue, count: 0, oldest: 0 }));
    return kinds.map((kind) => rows.find(({ queue }) => queue === kind.queue) ?? kind);
  }

  /** Deletes the unfinished jobs that are about this person. An attempt that has begun is not called back. */
  async erase(tx: Database, person: { accountId: string; addressKeys: readonly string[] }): Promise<void> {
    const aboutPerson = sql`${inArray(sql`data->>'addressKey'`, [...person.addressKeys])} or data->'concerns' ? ${person.accountId}`;
    // A failed attempt is recorded by deleting the job's row and inserting it again. A statement that meets the deletion
    // waits for it and does not see the new row, but the next statement does; rows locked here cannot be replaced before.
    await tx.execute(sql`select id from pgboss.job where ${aboutPerson} for update`);
    await tx.execute(sql`delete from pgboss.job where ${aboutPerson}`);
  }
}
