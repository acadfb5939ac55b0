/** A clock that stands still until the test advances it. */
export class StandingClock {
  #now = 1_000_000;
  /** By how much timers fire before they are due, ms. */
  early = 0;
  #order = 0;
  #timers: { at: number; order: number; run: () => void }[] = [];

  now = (): number => this.#now;

  setTimeout = (run: () => void, delay: number): unknown => {
    const timer = { at: this.#now + (delay > 1 ? delay - this.early : delay), order: this.#order++, run };
    this.#timers.push(timer);
    return timer;
  };

  clearTimeout = (timer: unknown): void => {
    this.#timers = this.#timers.filter((each) => each !== timer);
  };

  advance(by: number): void {
    const until = this.#now + by;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.clearTimeout(next);
      this.#now = next.at;
      next.run();
    }
    this.#now = until;
  }
}
