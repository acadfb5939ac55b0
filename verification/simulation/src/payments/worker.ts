import { parentPort, workerData } from 'node:worker_threads';
import { type LivesOptions, livePayments } from './lives.ts';

/** Lives a share of the worlds in this thread. */
parentPort?.postMessage(await livePayments(workerData as LivesOptions));
