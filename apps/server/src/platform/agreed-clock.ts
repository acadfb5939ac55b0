import type { Clock } from './clock.ts';

/** Smaller differences are attributed to network latency, ms. */
const tolerance = 5;

/**
 * A clock that all processes agree on: the local clock, corrected by one that every process can query. Timers use the
 * local clock.
 */
export class AgreedClock implements Clock {
  readonly #own: Clock;
  #offset = 0;

  constructor(own: Clock) {
    this.#own = own;
  }

  now(): number {
    return this.#own.now() + this.#offset;
  }

  after(delay: number, run: () => void): () => void {
    return this.#own.after(delay, run);
  }

  /** Corrects this clock by the shared one, which answered `theirs`. The query took from `asked` to now, by this clock. */
  agree(theirs: number, asked: number): void {
    const difference = theirs - (asked + this.now()) / 2;
    if (Math.abs(difference) > tolerance + (this.now() - asked) / 2) this.#offset += difference;
  }
}
