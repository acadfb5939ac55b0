import type { Clock } from './clock.ts';

/**
 * Tokens that can be claimed once. Twins: in memory, and in Redis for many processes; both must pass
 * `one-time-tokens-contract.ts`.
 */
export interface OneTimeTokens {
  /** True for the first claim of this token within `lifetime` ms, among all processes. */
  claim(token: string, lifetime: number): Promise<boolean>;
}

export class MemoryOneTimeTokens implements OneTimeTokens {
  readonly #clock: Clock;
  readonly #claimed = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async claim(token: string, lifetime: number): Promise<boolean> {
    const now = this.#clock.now();
    // A map keeps insertion order: as long as lifetimes are equal, expired tokens are at the front.
    for (const [each, until] of this.#claimed) {
      if (until > now) break;
      this.#claimed.delete(each);
    }
    if ((this.#claimed.get(token) ?? 0) > now) return false;
    this.#claimed.set(token, now + lifetime);
    return true;
  }
}
