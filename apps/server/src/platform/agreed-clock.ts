import type { Clock } from './clock.ts';

/** Differences smaller than this are what the way takes, ms. */
const tolerance = 5;

/** A clock that all processes agree on: this machine's, put right by one that all of them can ask. Timers are this machine's. */
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

  /** Somebody whom all ask gave the time; asking took from `asked` to now by this clock. */
  agree(theirs: number, asked: number): void {
    const difference = theirs - (asked + this.now()) / 2;
    if (Math.abs(difference) > tolerance + (this.now() - asked) / 2) this.#offset += difference;
  }
}
