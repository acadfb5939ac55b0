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

/** Passwords behind a turnstile. Comparing takes the same time whether there is anything to compare with or not. */
export class Passwords {
  readonly #hasher: PasswordHasher;
  readonly #turnstile: Turnstile;
  #decoy: Promise<string> | undefined;

  constructor(hasher: PasswordHasher, turnstile: Turnstile) {
    this.#hasher = hasher;
    this.#turnstile = turnstile;
  }

  /** Throws `unavailable` under a flood. */
  hash(password: string): Promise<string> {
    return this.#turnstile.pass(() => this.#hasher.hash(password));
  }

  /** Throws `unavailable` under a flood. */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    this.#decoy ??= this.#hasher.hash('nobody has this password');
    const against = hash ?? (await this.#decoy);
    const right = await this.#turnstile.pass(() => this.#hasher.verify(password, against));
    return right && typeof hash === 'string';
  }
}
