import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Lived, LivesOptions } from './lives.ts';
import type { Tally } from './world.ts';

const inThread = (options: LivesOptions): Promise<Lived> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
    let lived: Lived | undefined;
    worker.once('message', (message: Lived) => {
      lived = message;
    });
    worker.once('error', reject);
    // An error that nobody awaited can follow the message.
    worker.once('exit', (code) => {
      if (lived && code === 0) resolve(lived);
      else reject(new Error(`a thread that lived a share of the lives ended with ${code}`));
    });
  });

/** Lives the same worlds on several cores: the sum of their tallies, and a promise that was broken in one of them. */
export async function livesOnCores(options: Omit<LivesOptions, 'share'>, cores = availableParallelism()): Promise<Lived> {
  const lived = await Promise.all(Array.from({ length: cores }, (_, nth) => inThread({ ...options, share: { nth, of: cores } })));
  const [{ tally: first }, ...others] = lived as [Lived, ...Lived[]];
  const tally = { ...first };
  for (const each of others) for (const key of Object.keys(tally) as (keyof Tally)[]) tally[key] += each.tally[key];
  const broken = lived.find((each) => each.broken)?.broken;
  return { tally, ...(broken && { broken }) };
}
