/** The clock of a process that can be busy: then its timers are late, and each that was due runs once when it is free again. */
export class BusyClock {
  #now = 1_000_000;
  readonly #timers = new Map<() => void, number>();

  readonly now = (): number => this.#now;

  readonly after = (delay: number, run: () => void): (() => void) => {
    this.#timers.set(run, this.#now + delay);
    return () => void this.#timers.delete(run);
  };

  /** Lets time pass in which nothing runs, ms, and then what was due. */
  busyFor(ms: number): void {
    this.#now += ms;
    for (const [run] of [...this.#timers].filter(([, at]) => at <= this.#now)) {
      this.#timers.delete(run);
      run();
    }
  }

  /** How many timers are set. */
  get waiting(): number {
    return this.#timers.size;
  }
}
