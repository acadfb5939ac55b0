import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Case, Result } from './study.ts';

/** Most of what a town allocates is garbage at once. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

/** Studies towns on all cores, the largest first. Each is the same on any number of cores. */
export async function onCores(cases: readonly Case[], seen: (result: Result) => void): Promise<Result[]> {
  const left = cases.toSorted((one, other) => one.daily * one.days.counted - other.daily * other.days.counted);
  const results: Result[] = [];
  const inThread = async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits });
    for (let next = left.pop(); next; next = left.pop()) {
      const result = await answer(worker, next);
      seen(result);
      results.push(result);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(left.length, availableParallelism()) }, inThread));
  return results;
}

const answer = (worker: Worker, each: Case): Promise<Result> =>
  new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (result: Result) => {
      worker.off('error', reject);
      resolve(result);
    });
    worker.postMessage(each);
  });
