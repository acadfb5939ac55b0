/** Time, passed in: nothing outside this folder reads a clock or starts a timer. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `delay` ms; returns the way to call it off. */
  after(delay: number, run: () => void): () => void;
}

/** setTimeout takes at most this many milliseconds. */
const longest = 2 ** 31 - 1;

/** Wall time at the start, epoch ms. Kept: to ask for it each time would cost more than the time itself. */
const origin = performance.timeOrigin;

export const systemClock: Clock = {
  // Plus monotonic time since: durations do not jump when the machine's clock is set.
  now: () => origin + performance.now(),
  after(delay, run) {
    const timer = setTimeout(run, Math.min(Math.max(delay, 0), longest));
    return () => clearTimeout(timer);
  },
};

/** Resolves `ms` later by this clock. */
export const pause = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> => new Promise((resume) => clock.after(ms, resume));

/** What this machine's clock says just now, wrong or not; for comparing it with others. Milliseconds since the epoch. */
export const wallTime = (): number => Date.now();
