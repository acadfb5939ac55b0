import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import type { Change, Effect } from '@unspoken/contract/feelings';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { effectOf, published, weekOf } from './rules.ts';
import type { FeelingsStore } from './store.ts';

/** How long after the end of a week its last transactions are waited for, before it is published, ms. */
const settling = 3_600_000;

export interface FeelingsOptions {
  readonly store: FeelingsStore;
  readonly accounts: Pick<Accounts, 'lockAgainstDeletion'>;
  /** When a minute of this account was completed, epoch ms. Throws if the room is not theirs, or not a completed minute. */
  readonly completedAt: (accountId: string, roomID: string) => Promise<number>;
  /** Whether this installation asks at all. */
  readonly isOffered: boolean;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'feelingsWindow'>;
}

/** Whether people feel better after their minute. What arrives is randomised on their device, and is only counted. */
export class Feelings {
  readonly #options: FeelingsOptions;
  constructor(options: FeelingsOptions) {
    this.#options = options;
  }

  /**
   * Counts the answer after a completed minute: the first of each person and room. Throws `not_found` where nobody is asked,
   * `message_not_allowed` when it comes too late, and what `completedAt` throws.
   */
  async note(accountId: string, roomID: string, change: Change): Promise<void> {
    const { store, accounts, completedAt, isOffered, clock, durations } = this.#options;
    if (!isOffered) throw new AppError('not_found');
    const endedAt = await completedAt(accountId, roomID);
    const now = clock.now();
    // What was answered long ago is forgotten, and would count again.
    if (now - endedAt > durations.feelingsWindow) throw new AppError('message_not_allowed');
    await store.transaction(async (tx) => {
      // Otherwise a concurrent deletion of the account would not see what is written here. (ACC-16)
      if (!(await accounts.lockAgainstDeletion(tx, [accountId])).has(accountId)) throw new AppError('sign_in_required');
      if (!(await store.answered(tx, { roomID, accountId, endedAt: new Date(endedAt) }))) return;
      await store.count(tx, weekOf(now), change);
    });
  }

  /** What is published; null while there are too few answers. It changes when a week is over, never by a single answer. */
  async effect(): Promise<Effect | null> {
    const { store, clock } = this.#options;
    const found = published(await store.weeks(), weekOf(clock.now() - settling));
    return found ? { ...effectOf(found.answers), until: found.until } : null;
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const answered = await this.#options.store.of(accountId);
    return { feelingsAnswered: answered.map((endedAt) => ({ minuteEndedAt: new Date(endedAt) })) };
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#options.store.erase(tx, accountId);
  }
}
