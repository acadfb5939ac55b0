import type { Clock } from './clock.ts';

/** Runs a task over and over, each time so long after the last has ended; returns the way to stop. A task that throws is run again. */
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
