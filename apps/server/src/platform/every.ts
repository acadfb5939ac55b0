import type { Clock } from './clock.ts';

/**
 * Runs a task repeatedly, each time `interval` ms after the last run ended, also after a failure; the first time after `interval`
 * too, unless it is to run at once. Returns a function that stops it.
 */
export function every(
  clock: Clock,
  interval: number,
  task: () => Promise<void>,
  fault: (error: unknown) => void,
  { atOnce = false } = {},
): () => void {
  let stopped = false;
  let stopWaiting = () => {};
  const wait = (delay: number) => {
    if (!stopped)
      stopWaiting = clock.after(
        delay,
        () =>
          void task()
            .catch(fault)
            .then(() => wait(interval)),
      );
  };
  wait(atOnce ? 0 : interval);
  return () => {
    stopped = true;
    stopWaiting();
  };
}
