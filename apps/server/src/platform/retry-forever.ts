import { AppError } from '@unspoken/contract/errors';
import { type Clock, pause } from './clock.ts';
import { isDatabaseAway } from './database/away.ts';

/** The delay after the first failure, ms; doubled after each further one, up to the longest. */
const firstRetry = 250;
const longestRetry = 10_000;

/**
 * Retries until the task succeeds or `isWorthAnother` rejects its error, which is then thrown. Every other error is
 * reported to `fault`.
 */
export async function retryForever<T>(
  clock: Clock,
  fault: (error: unknown) => void,
  task: () => Promise<T>,
  isWorthAnother: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let wait = firstRetry; ; wait = Math.min(wait * 2, longestRetry)) {
    try {
      return await task();
    } catch (error) {
      if (!isWorthAnother(error)) throw error;
      fault(error);
      await pause(clock, wait);
    }
  }
}

/**
 * Runs a task now; if it fails, tries again in the background until it succeeds: a stored decision does not fail because a
 * service is unreachable.
 */
export const nowOrLater = (clock: Clock, fault: (error: unknown) => void, task: () => Promise<void>): Promise<void> =>
  task().catch(() => void retryForever(clock, fault, task));

/** What the request needs could not be reached, which says nothing about the request itself. */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'unavailable' : isDatabaseAway(error);
