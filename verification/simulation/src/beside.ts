import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { encountersPerWorld, type Found, type Report, type RunOptions, worldOf } from './run.ts';
import { standsStill } from './standstill.ts';

/** Where a thread writes how far it is: how often it has given a sign of life, and in which of the run's worlds it is. */
export type Signs = Int32Array<SharedArrayBuffer>;
/** What can be handed to a thread. */
export type Share = Omit<RunOptions, 'alive'>;
/** A thread that gives no sign for so long, ms of real time, will give none any more: the longest pause is a database that opens. */
const silence = 120_000;

/**
 * Lives through a share of the run in a thread of its own. A world that never ends a step cannot say so itself: whoever
 * looks at it from outside ends it, and reports it as a breach.
 */
export function beside(share: Share, patience = silence): Promise<Report> {
  return new Promise((resolve, reject) => {
    const signs: Signs = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { share, signs } });
    let seen = 0;
    let since = performance.now();
    const watch = setInterval(() => {
      const now = performance.now();
      const given = Atomics.load(signs, 0);
      if (given !== seen) since = now;
      seen = given;
      if (now - since < patience) return;
      clearInterval(watch);
      void worker.terminate();
      resolve(stuck(share, Atomics.load(signs, 1), now - since));
    }, patience / 10);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => clearInterval(watch));
  });
}

function stuck({ seed, mutant }: Share, index: number, silent: number): Report {
  const world = worldOf(seed, index, mutant);
  const { promise, message } = standsStill(world.seed, `no step has ended for ${Math.round(silent / 1_000)} s`);
  const violation: Found = { promise, message, world, wanted: encountersPerWorld, encounter: 0 };
  return { ...{ seed, encounters: 0, worlds: 0, steps: 0, virtualHours: 0, exact: 0, crashes: 0, ends: {} }, violation };
}

/** Lives through a run on so many cores. The same seed gives the same worlds on as many. */
export async function onCores(run: Omit<Share, 'share'>, cores = availableParallelism()): Promise<Report> {
  return batch(await Promise.all(Array.from({ length: cores }, (_, nth) => beside({ ...run, share: { nth, of: cores } }))));
}

/** One report of all; a breach in any of them is one of the whole. */
function batch(reports: readonly Report[]): Report {
  const [first, ...others] = reports as [Report, ...Report[]];
  return others.reduce((sum, each) => {
    const ends = { ...sum.ends };
    for (const [pair, n] of Object.entries(each.ends)) ends[pair] = (ends[pair] ?? 0) + n;
    const { encounters, worlds, steps, virtualHours, exact, crashes } = each;
    return {
      seed: sum.seed,
      encounters: sum.encounters + encounters,
      worlds: sum.worlds + worlds,
      steps: sum.steps + steps,
      virtualHours: sum.virtualHours + virtualHours,
      exact: sum.exact + exact,
      crashes: sum.crashes + crashes,
      ends,
      ...((sum.violation ?? each.violation) && { violation: (sum.violation ?? each.violation) as Found }),
    };
  }, first);
}
