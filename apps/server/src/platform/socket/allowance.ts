import type { Clock } from '../clock.ts';

interface AllowanceOptions {
  /** How many per second, and how many may be saved up. */
  readonly rate: number;
  readonly burst: number;
}

/** How far over is so far that nothing is answered any more, and how far is too far. */
const silent = -10;
const tooFar = -20;

/** What one socket may still send: a token bucket. */
export class Allowance {
  readonly #clock: Clock;
  readonly #options: AllowanceOptions;
  #left: number;
  #filledAt: number;

  constructor(clock: Clock, options: AllowanceOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#left = options.burst;
    this.#filledAt = clock.now();
  }

  /** Counts one. */
  take(): void {
    const { rate, burst } = this.#options;
    const now = this.#clock.now();
    this.#left = Math.min(burst, this.#left + ((now - this.#filledAt) / 1_000) * rate) - 1;
    this.#filledAt = now;
  }

  /** Whether the last one was within what is allowed. */
  get isKept(): boolean {
    return this.#left >= 0;
  }

  /** Whether it is so far over that telling so would only cost us. */
  get isIgnored(): boolean {
    return this.#left < silent;
  }

  /** Whether whoever sends so much is to be rid of. */
  get isForfeit(): boolean {
    return this.#left < tooFar;
  }
}
