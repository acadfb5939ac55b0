import type { Clock } from './clock.ts';

/**
 * Runs a task repeatedly, each time `interval` ms after the last run ended, also after a failure. Returns a function
 * that stops it.
 */
export function every(clock: Clock, interval: number, task: () => Promise<void>, fault: (error: unknown) => void): () => void {
  let stopped = false;
  let stopWaiting = () => {};
  const wait = () => {
    if (!stopped) stopWaiting = clock.after(interval, () => void task().catch(fault).then(wait));
  };
  wait();
  return () => {
    stopped = true;
    stopWaiting();
  };
}
