import { parentPort } from 'node:worker_threads';
import { type Case, studied } from './study.ts';

/** Studies one town after another, each when it is asked to. */
parentPort?.on('message', async (each: Case) => parentPort?.postMessage(await studied(each)));
