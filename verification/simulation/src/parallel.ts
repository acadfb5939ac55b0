import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { encountersPerWorld, type Found, type Report, type RunOptions, worldOf } from './run.ts';
import { standsStill } from './standstill.ts';

/** Where a thread writes its progress: a counter of its signs of life, and the index of its current world. */
export type Signs = Int32Array<SharedArrayBuffer>;
/** The options that can be passed to a thread. */
export type Share = Omit<RunOptions, 'alive'>;
/** A thread without a sign of life for this long, ms of real time, is stuck: the longest pause is the opening of a database. */
const silenceLimit = 120_000;

/**
 * Runs a share of the run in a thread of its own. A world stuck inside a step cannot report it itself: this watchdog
 * terminates the thread and reports a violation.
 */
export function inThread(share: Share, patience = silenceLimit): Promise<Report> {
  return new Promise((resolve, reject) => {
    const signs: Signs = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { share, signs } });
    let seen = 0;
    let lastSignAt = performance.now();
    const watch = setInterval(() => {
      const now = performance.now();
      const count = Atomics.load(signs, 0);
      if (count !== seen) lastSignAt = now;
      seen = count;
      if (now - lastSignAt < patience) return;
      clearInterval(watch);
      void worker.terminate();
      resolve(stuck(share, Atomics.load(signs, 1), now - lastSignAt));
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
  return {
    ...{ seed, encounters: 0, worlds: 0, steps: 0, virtualHours: 0, exact: 0, scripted: 0, crashes: 0, ends: {} },
    ...{ inGatherings: 0, repeats: 0 },
    violation,
  };
}

/** Simulates a run on several cores. The same seed on the same number of cores gives the same worlds. */
export async function onCores(run: Omit<Share, 'share'>, cores = availableParallelism()): Promise<Report> {
  return merged(await Promise.all(Array.from({ length: cores }, (_, nth) => inThread({ ...run, share: { nth, of: cores } }))));
}

/** Sums the reports up; a violation in any of them is one of the whole run. */
function merged(reports: readonly Report[]): Report {
  const [first, ...others] = reports as [Report, ...Report[]];
  return others.reduce((sum, each) => {
    const ends = { ...sum.ends };
    for (const [pair, n] of Object.entries(each.ends)) ends[pair] = (ends[pair] ?? 0) + n;
    const { encounters, worlds, steps, virtualHours, exact, scripted, crashes } = each;
    return {
      seed: sum.seed,
      encounters: sum.encounters + encounters,
      worlds: sum.worlds + worlds,
      steps: sum.steps + steps,
      virtualHours: sum.virtualHours + virtualHours,
      exact: sum.exact + exact,
      scripted: sum.scripted + scripted,
      inGatherings: sum.inGatherings + each.inGatherings,
      repeats: sum.repeats + each.repeats,
      crashes: sum.crashes + crashes,
      ends,
      ...((sum.violation ?? each.violation) && { violation: (sum.violation ?? each.violation) as Found }),
    };
  }, first);
}
