import { type Clock, pause } from './clock.ts';

/** First wait after a failure, ms; doubled up to the longest. */
const firstRetry = 250;
const longestRetry = 10_000;

/** Tries over and over until it succeeds; each failure is told. */
export async function insist<T>(clock: Clock, fault: (error: unknown) => void, task: () => Promise<T>): Promise<T> {
  for (let wait = firstRetry; ; wait = Math.min(wait * 2, longestRetry)) {
    try {
      return await task();
    } catch (error) {
      fault(error);
      await pause(clock, wait);
    }
  }
}
