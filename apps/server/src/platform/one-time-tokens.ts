import type { Clock } from './clock.ts';

/** What may happen once. Twins: in memory, and in Redis for many processes; `once-contract.ts` is the suite of both. */
export interface OneTimeTokens {
  /** True the first time this is claimed within so many ms, whoever claims it. */
  claim(what: string, life: number): Promise<boolean>;
}

export class MemoryOneTimeTokens implements OneTimeTokens {
  readonly #clock: Clock;
  readonly #claimed = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async claim(what: string, life: number): Promise<boolean> {
    const now = this.#clock.now();
    // Oldest first, as a map keeps them: as long as lives are alike, whatever has run out stands at the front.
    for (const [each, until] of this.#claimed) {
      if (until > now) break;
      this.#claimed.delete(each);
    }
    if ((this.#claimed.get(what) ?? 0) > now) return false;
    this.#claimed.set(what, now + life);
    return true;
  }
}
