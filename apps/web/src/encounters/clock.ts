import type { Clock } from '@unspoken/encounter/ports';

/** This machine's clock, which does not jump while the page is open. */
export const browserClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  // Browsers cut the fraction off a delay, and the timer would fire a moment early.
  setTimeout: (run, delay) => setTimeout(run, Math.ceil(delay)),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
