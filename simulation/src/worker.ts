import { parentPort, workerData } from 'node:worker_threads';
import { type RunOptions, run } from './run.ts';

/** A share of a run, in a thread of its own. */
parentPort?.postMessage(await run(workerData as RunOptions));
