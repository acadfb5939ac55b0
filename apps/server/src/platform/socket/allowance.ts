import type { Clock } from '../clock.ts';

interface AllowanceOptions {
  /** Tokens per second, and the capacity of the bucket. */
  readonly rate: number;
  readonly burst: number;
}

/** The levels of the bucket below which excess is no longer answered, and below which the socket is cut off. */
const ignoredBelow = -10;
const forfeitBelow = -20;

/** A token bucket: what one socket may still send. */
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

  /** Counts one message. */
  take(): void {
    const { rate, burst } = this.#options;
    const now = this.#clock.now();
    this.#left = Math.min(burst, this.#left + ((now - this.#filledAt) / 1_000) * rate) - 1;
    this.#filledAt = now;
  }

  /** Whether the last message was within the allowance. */
  get isKept(): boolean {
    return this.#left >= 0;
  }

  /** Whether the excess is so large that even an error answer would be a waste. */
  get isIgnored(): boolean {
    return this.#left < ignoredBelow;
  }

  /** Whether the excess is so large that the socket is to be cut off. */
  get isForfeit(): boolean {
    return this.#left < forfeitBelow;
  }
}
