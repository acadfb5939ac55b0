import { parentPort, workerData } from 'node:worker_threads';
import { type RunOptions, run } from './run.ts';

// What is refused is refused by throwing, thousands of times a second; nobody reads from where.
Error.stackTraceLimit = 0;

/** A share of a run, in a thread of its own. */
parentPort?.postMessage(await run(workerData as RunOptions));
