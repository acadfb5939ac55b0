/** A clock that stands still until a test advances it. */
export class StandingClock {
  #now: number;
  #order = 0;
  #timers: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];

  constructor(start = 1_000_000) {
    this.#now = start;
  }

  now = (): number => this.#now;

  after = (delay: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, delay), order: this.#order++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  /** Runs the timers that are due within `by` ms, in order; the promises that each one settles are handled before the next. */
  async advance(by: number): Promise<void> {
    const until = this.#now + by;
    await settled();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = next.at;
      next.run();
      await settled();
    }
    this.#now = until;
  }
}

/** Waits until promises that depend only on each other have settled. Chains in memory are shorter than 100 steps. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) await undefined;
}
