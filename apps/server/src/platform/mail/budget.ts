import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Keys } from '../keys.ts';
import { TooMany } from '../limits.ts';
import { mailBudget } from './tables.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Mails that strangers can cause: so many a day for each budget, and at least a minute between two. */
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

  /** Takes one mail out of a budget if there is one left, and tells whether there was. */
  async allows(tx: Database, budget: string): Promise<boolean> {
    return (await this.#take(tx, budget)) === 0;
  }

  /** Takes one mail out of a budget. Throws `TooMany` if there is none left. */
  async use(tx: Database, budget: string): Promise<void> {
    const wait = await this.#take(tx, budget);
    if (wait > 0) throw new TooMany(Math.ceil(wait / 1_000));
  }

  /** Deletes budgets from which nothing was taken since an instant. */
  async forget(db: Database, before: Date): Promise<void> {
    await db.delete(mailBudget).where(sql`not (${before.toISOString()}::timestamptz < any(${mailBudget.sentAt}))`);
  }

  /** 0, or how long it takes until there is a mail left, ms. */
  async #take(tx: Database, budget: string): Promise<number> {
    const { keys, clock, limited } = this.#options;
    if (!limited) return 0;
    const key = keys.hash('mail budget', budget);
    const now = clock.now();
    await tx.insert(mailBudget).values({ key, sentAt: [] }).onConflictDoNothing();
    const [row] = await tx.select().from(mailBudget).where(eq(mailBudget.key, key)).for('update');
    const recent = (row?.sentAt ?? []).map((at) => at.getTime()).filter((at) => at > now - day);
    const [oldest = 0] = recent;
    const newest = recent.at(-1) ?? 0;
    if (recent.length >= mailsADay) return oldest + day - now;
    if (newest > now - mailGap) return newest + mailGap - now;
    await tx
      .update(mailBudget)
      .set({ sentAt: [...recent, now].map((at) => new Date(at)) })
      .where(eq(mailBudget.key, key));
    return 0;
  }
}
