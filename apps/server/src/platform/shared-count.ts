export interface SharedCountOptions {
  readonly now: () => number;
  /** How long a count is kept before it is taken again, ms, and how old it may be while that is under way. */
  readonly freshFor: number;
  readonly shownFor: number;
}

interface Kept<T> {
  readonly key: string;
  readonly at: number;
  readonly value: Promise<T>;
}

/**
 * The last count of something that many may ask for and that takes long to count. Nobody waits for the next one while there is one that is
 * not too old.
 */
export class SharedCount<T> {
  readonly #options: SharedCountOptions;
  #kept: Kept<T> | undefined;
  /** The next one is under way. */
  #isRenewing = false;
  constructor(options: SharedCountOptions) {
    this.#options = options;
  }

  /** `key`: what is counted; another count of something else is none. Rejects if there is no count and `count` does. */
  read(key: string, count: () => Promise<T>): Promise<T> {
    const { now, freshFor, shownFor } = this.#options;
    const at = now();
    const kept = this.#kept;
    // A clock that was set back does not keep a count for longer.
    if (kept?.key !== key || at < kept.at || at - kept.at >= shownFor) {
      const taken = { key, at, value: count() };
      this.#kept = taken;
      taken.value.catch(() => {
        if (this.#kept === taken) this.#kept = undefined;
      });
      return taken.value;
    }
    if (at - kept.at >= freshFor && !this.#isRenewing) void this.#renew(kept, at, count);
    return kept.value;
  }

  /** Where it fails, the last count stays, and the next look tries again. */
  async #renew(kept: Kept<T>, at: number, count: () => Promise<T>): Promise<void> {
    this.#isRenewing = true;
    try {
      const value = Promise.resolve(await count());
      if (this.#kept === kept) this.#kept = { key: kept.key, at, value };
    } catch {
      // Who asked has been answered.
    } finally {
      this.#isRenewing = false;
    }
  }
}
