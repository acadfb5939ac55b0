import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs.ts';
import type { Mail, Transport } from './transport.ts';

const queue = 'mail';

/**
 * Mail that is accepted is sent, also over a restart: a mail is a job. SMTP is at least once; the Message-ID comes
 * from the job, so that a second delivery of one mail can be recognised.
 */
export class Outbox {
  readonly #jobs: Jobs;
  constructor(jobs: Jobs) {
    this.#jobs = jobs;
  }

  /** Starts sending. A process without it can still accept mail for others to send. */
  start(transport: Transport): Promise<void> {
    return this.#jobs.define<Mail>(queue, (mail, id) => transport.send(mail, id));
  }

  /** Accepts a mail as part of the transaction `tx`. */
  post(tx: Database, mail: Mail): Promise<void> {
    return this.#jobs.post(tx, queue, mail);
  }
}
