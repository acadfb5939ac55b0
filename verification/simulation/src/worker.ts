import { parentPort, workerData } from 'node:worker_threads';
import type { Share, Signs } from './parallel.ts';
import { run } from './run.ts';

const { share, signs } = workerData as { share: Share; signs: Signs };

/** Runs a share of a run in this thread. */
parentPort?.postMessage(
  await run({
    ...share,
    alive: (index) => {
      Atomics.store(signs, 1, index);
      Atomics.add(signs, 0, 1);
    },
  }),
);
