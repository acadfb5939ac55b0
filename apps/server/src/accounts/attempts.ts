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
  /** Whether attempts are limited; tests can turn this off. */
  readonly limited: boolean;
}

/**
 * Delays sign-in attempts on one address, whatever network they come from: from the eleventh on, each attempt makes the
 * next one wait longer. Attempts are counted before the password is compared, so that parallel attempts gain nothing.
 * Addresses without an account are counted like all others.
 */
export class SignInAttempts {
  readonly #options: SignInAttemptsOptions;
  constructor(options: SignInAttemptsOptions) {
    this.#options = options;
  }

  /** Counts one attempt. Throws `TooMany`, without counting, while attempts on the address are delayed. */
  async begin(addressKey: string): Promise<void> {
    const { store, clock, limited } = this.#options;
    if (!limited) return;
    let wait = 0;
    await store.change(this.#key(addressKey), ({ count, lastAt, nextAt }) => {
      // Read the clock only here, under the row lock: parallel attempts wait for each other.
      const now = clock.now();
      wait = Math.max(0, nextAt.getTime() - now);
      if (wait > 0) return undefined;
      const counted = lastAt.getTime() > now - attemptsForgottenAfter ? count + 1 : 1;
      return { count: counted, lastAt: new Date(now), nextAt: new Date(now + attemptDelay(counted)) };
    });
    if (wait > 0) throw new TooMany(Math.ceil(wait / 1_000));
  }

  /** Starts the count again, because the owner has proved who they are. */
  succeeded(tx: Database, addressKey: string): Promise<void> {
    return this.#options.store.remove(tx, this.#key(addressKey));
  }

  /** Deletes counts whose last attempt was before an instant. */
  forget(before: Date): Promise<void> {
    return this.#options.store.forget(before);
  }

  #key(addressKey: string): string {
    return this.#options.keys.hash('sign-in attempts', addressKey);
  }
}
