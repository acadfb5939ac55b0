import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Keys } from '../keys.ts';
import { TooMany } from '../limits.ts';
import { forgetBudgets, holdBudget, writeBudget } from './budget-store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Mails that strangers can cause: at most this many a day for each budget, and at least a minute between two. */
export const mailsADay = 6;
export const mailGap = minute;

export interface MailBudgetOptions {
  readonly keys: Keys;
  readonly clock: Clock;
  /** Limits can be turned off for tests. */
  readonly limited: boolean;
}

/**
 * Budgets of mails, counted in the transaction that sends the mail: a mail that is rolled back is not counted, and a
 * job that runs a second time after a crash is not refused because of its first attempt.
 */
export class MailBudget {
  readonly #options: MailBudgetOptions;
  constructor(options: MailBudgetOptions) {
    this.#options = options;
  }

  /** Takes one mail, requested at `askedAt`, out of a budget; false if there was none left. */
  async allows(tx: Database, budget: string, askedAt: number): Promise<boolean> {
    return (await this.#take(tx, budget, askedAt)) === 0;
  }

  /** Takes one mail out of a budget. Throws `TooMany` if there is none left. */
  async use(tx: Database, budget: string): Promise<void> {
    const wait = await this.#take(tx, budget, this.#options.clock.now());
    if (wait > 0) throw new TooMany(Math.ceil(wait / 1_000));
  }

  /** Deletes budgets from which nothing has been taken since `before`. */
  forget(tx: Database, before: Date): Promise<boolean> {
    return forgetBudgets(tx, before);
  }

  /** Returns 0, or the time until a mail is left, ms. */
  async #take(tx: Database, budget: string, now: number): Promise<number> {
    const { keys, limited } = this.#options;
    if (!limited) return 0;
    const key = keys.hash('mail budget', budget);
    // Jobs run in any order, so mails before and after this one count.
    const sent = (await holdBudget(tx, key)).filter((at) => at > now - day);
    const [oldest = now] = sent;
    if (sent.length >= mailsADay) return oldest + day - now;
    const near = sent.find((at) => Math.abs(at - now) < mailGap);
    if (near !== undefined) return near + mailGap - now;
    await writeBudget(
      tx,
      key,
      [...sent, now].sort((one, other) => one - other),
    );
    return 0;
  }
}
