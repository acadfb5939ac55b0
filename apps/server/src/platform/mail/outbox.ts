import { sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Transport } from './transport.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const queue = 'mail';

/**
 * Mail that is accepted is sent, also over a restart: a mail is a job, enqueued in the transaction of whatever caused
 * it, and tried again with growing waits until the transport takes it. SMTP is at least once; the Message-ID comes
 * from the job, so that a second delivery of one mail can be recognised.
 */
export class Outbox {
  readonly #boss: PgBoss;
  readonly #transport: Transport;

  constructor(boss: PgBoss, transport: Transport) {
    this.#boss = boss;
    this.#transport = transport;
  }

  async start(): Promise<void> {
    await this.#boss.createQueue(queue, {
      retryLimit: 40,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: 60,
    });
    await this.#boss.work<Mail>(
      queue,
      { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
      async ([job]) => {
        if (job) await this.#transport.send(job.data, job.id);
      },
    );
  }

  /** Accepts a mail as part of the transaction `tx`: it exists exactly if the transaction does. */
  async post(tx: Database, mail: Mail): Promise<void> {
    await this.#boss.send(queue, mail, { db: fromDrizzle(tx, sql) });
  }
}
