/** Time, passed in: nothing outside this folder reads a clock or starts a timer. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `delay` ms; returns a function that cancels it. */
  after(delay: number, run: () => void): () => void;
}

/** setTimeout takes at most this many milliseconds. */
const longest = 2 ** 31 - 1;

/** Wall time at the start, epoch ms. Cached: reading it costs more than reading the time itself. */
const origin = performance.timeOrigin;

export const systemClock: Clock = {
  // Plus monotonic time since then: durations do not jump when the machine's clock is set.
  now: () => origin + performance.now(),
  after(delay, run) {
    const timer = setTimeout(run, Math.min(Math.max(delay, 0), longest));
    return () => clearTimeout(timer);
  },
};

/** Resolves `ms` later by this clock. */
export const pause = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> => new Promise((resume) => clock.after(ms, resume));

/** The wall clock of this machine, uncorrected, for comparison with other clocks. Milliseconds since the epoch. */
export const wallTime = (): number => Date.now();
