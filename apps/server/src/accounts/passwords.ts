import { AppError } from '@unspoken/contract/errors';

/** Hashes a password, memory-hard; see platform/argon2.ts for the real one. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Runs expensive work a few at a time; whoever would have to wait too long is told to come back. */
export class Turnstile {
  readonly #width: number;
  readonly #longest: number;
  readonly #queue: (() => void)[] = [];
  #inside = 0;

  constructor(width: number, longest: number) {
    this.#width = width;
    this.#longest = longest;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#width) {
      if (this.#queue.length >= this.#longest) throw new AppError('unavailable');
      await new Promise<void>((resume) => this.#queue.push(resume));
    } else this.#inside++;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#inside--;
    }
  }
}
