import { AppError } from '@unspoken/contract/errors';

/** A memory-hard password hash; platform/argon2.ts has the production one. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Runs at most `concurrent` tasks at a time and queues at most `maxQueued`; throws `unavailable` for any more. */
export class ConcurrencyLimiter {
  readonly #concurrent: number;
  readonly #maxQueued: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(concurrent: number, maxQueued: number) {
    this.#concurrent = concurrent;
    this.#maxQueued = maxQueued;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#concurrent) {
      if (this.#queue.length >= this.#maxQueued) throw new AppError('unavailable');
      await new Promise<void>((resume) => this.#queue.push(resume));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** Hashes and compares passwords, a few at a time. A comparison takes the same time whether or not there is a hash. */
export class Passwords {
  readonly #hasher: PasswordHasher;
  readonly #limiter: ConcurrencyLimiter;
  #decoy: Promise<string> | undefined;

  constructor(hasher: PasswordHasher, limiter: ConcurrencyLimiter) {
    this.#hasher = hasher;
    this.#limiter = limiter;
  }

  /** Throws `unavailable` when too many are queued. */
  hash(password: string): Promise<string> {
    return this.#limiter.run(() => this.#hasher.hash(password));
  }

  /** Whether the password has this hash; false without a hash. Throws `unavailable` when too many are queued. */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    this.#decoy ??= this.#hasher.hash('nobody has this password');
    const comparedWith = hash ?? (await this.#decoy);
    const right = await this.#limiter.run(() => this.#hasher.verify(password, comparedWith));
    return right && typeof hash === 'string';
  }
}
