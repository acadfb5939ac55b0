import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs.ts';
import type { Mail, Transport } from './transport.ts';

const queue = 'mail';

/**
 * A mail is a job: once posted it is sent, also after a restart. SMTP delivers at least once; the Message-ID comes
 * from the job, so that a second delivery of a mail can be recognised.
 */
export class Outbox {
  readonly #jobs: Jobs;
  constructor(jobs: Jobs) {
    this.#jobs = jobs;
  }

  /** Starts sending. A process that has not started it can still post mails for others to send. */
  start(transport: Transport): Promise<void> {
    return this.#jobs.define<Mail>(queue, (mail, id) => transport.send(mail, id));
  }

  /** Posts a mail as part of the transaction `tx`. */
  post(tx: Database, mail: Mail): Promise<void> {
    return this.#jobs.post(tx, queue, mail);
  }
}
