import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Keys } from '../platform/keys.ts';
import { TooMany } from '../platform/limits.ts';
import type { AttemptStore } from './attempt-store.ts';
import { attemptDelay, attemptsForgottenAfter } from './rules.ts';

export interface SignInAttemptsOptions {
  readonly store: AttemptStore;
  readonly keys: Keys;
  readonly clock: Clock;
  /** Limits can be turned off for tests. */
  readonly limited: boolean;
}

/**
 * Sign-in attempts on one address, from whatever network: after a few of them each has to wait longer than the one
 * before. Attempts are counted before the password is looked at, so that parallel ones gain nothing, and addresses
 * without an account are counted like all others.
 */
export class SignInAttempts {
  readonly #options: SignInAttemptsOptions;
  constructor(options: SignInAttemptsOptions) {
    this.#options = options;
  }

  /** Counts one attempt. Throws `TooMany` while the next one has to wait. */
  async begin(emailKey: string): Promise<void> {
    const { store, clock, limited } = this.#options;
    if (!limited) return;
    let wait = 0;
    await store.change(this.#key(emailKey), ({ count, lastAt, nextAt }) => {
      // Asked once the row is held: parallel attempts come one after another.
      const now = clock.now();
      wait = Math.max(0, nextAt.getTime() - now);
      if (wait > 0) return undefined;
      const counted = lastAt.getTime() > now - attemptsForgottenAfter ? count + 1 : 1;
      return { count: counted, lastAt: new Date(now), nextAt: new Date(now + attemptDelay(counted)) };
    });
    if (wait > 0) throw new TooMany(Math.ceil(wait / 1_000));
  }

  /** The owner proved who they are: the next attempt is the first again. */
  succeeded(tx: Database, emailKey: string): Promise<void> {
    return this.#options.store.remove(tx, this.#key(emailKey));
  }

  /** Deletes what was last counted before an instant. */
  forget(before: Date): Promise<void> {
    return this.#options.store.forget(before);
  }

  #key(emailKey: string): string {
    return this.#options.keys.hash('sign-in attempts', emailKey);
  }
}
