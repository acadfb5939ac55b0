import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long one input may keep the event loop busy, ms. Source: requirements/threats 7.1 */
const longestTurn = 100;
/** How much more memory may be in use after a batch of inputs, bytes. */
export const mostGrowth = 50 * 1_024 * 1_024;
const attempts = 3;

/**
 * Runs a task in the thread of the server. Throws if it keeps this thread busy for 100 ms each of three times: no turn of the event
 * loop computes for longer than the whole task does. Processor time is counted, not time, so that other programs on the machine do not
 * matter, and the least of three, so that a compilation or a collection of memory does not.
 */
export async function withoutStall<T>(task: () => Promise<T>): Promise<T> {
  let first: { readonly result: T } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = process.threadCpuUsage();
    const result = await task();
    const { user, system } = process.threadCpuUsage(before);
    first ??= { result };
    least = Math.min(least, (user + system) / 1_000);
    if (least < longestTurn) return first.result;
  }
  throw new Error(`the thread was busy for ${least.toFixed()} ms`);
}

/** The bytes that this process has in use once what is unused has been collected. */
export async function memoryInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // The memory of buffers is released in the turn after their objects have been collected.
  collect();
  await wait(10);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
