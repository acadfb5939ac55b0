import './fast-assign.ts';
import { Violation } from './audit.ts';
import { comparedWithDatabase } from './compared-with-database.ts';
import { faultKinds, sharedFaultKinds } from './faults.ts';
import { isBetween, isFramed, isGathered, isScripted, isSoftened, isVeiled, isWelcoming, type Mutant } from './mutants.ts';
import { records } from './records.ts';
import { loadLua } from './redis/lua.ts';
import { SimulatedWorld } from './world.ts';
import type { WorldOptions } from './world-options.ts';

export interface RunOptions {
  readonly seed: number;
  readonly encounters: number;
  readonly mutant?: Mutant | undefined;
  /** Which of several parallel shards this is: shard `nth` runs every `of`-th world, and its part of the encounters. */
  readonly share?: { readonly nth: number; readonly of: number };
  /** Called regularly during the run with the index of the current world. */
  readonly alive?: ((index: number) => void) | undefined;
}

export interface Report {
  readonly seed: number;
  readonly encounters: number;
  readonly worlds: number;
  readonly steps: number;
  readonly virtualHours: number;
  /** Undisturbed minutes, of which exact times were required. */
  readonly exact: number;
  /** Sessions with a script that ended by nature. */
  readonly scripted: number;
  /** Rooms opened in the private spaces of gatherings, and sides of rooms who had met each other in the gathering before. */
  readonly inGatherings: number;
  readonly repeats: number;
  readonly crashes: number;
  readonly ends: Readonly<Record<string, number>>;
  readonly violation?: Found;
}

/** A broken promise, and the world in which it was broken. */
export interface Found {
  readonly promise: string;
  readonly message: string;
  readonly world: WorldOptions;
  /** How many encounters were wanted of that world: the violation may occur while it comes to rest. */
  readonly wanted: number;
  readonly encounter: number;
}

/** Encounters in one world; then faults end, the world comes to rest and is audited, and a new world begins. */
export const encountersPerWorld = 100;
const rest = 300_000;
/** Every 101st world is compared with a database, which is slow. The number is odd, so that two cores share those worlds. */
const databaseEvery = 101;
/** Every second world has experiences with scripts beside the minute; those compared with a database have the minute only. */
const experiencesEvery = 2;
/** Every seventh world has several processes. */
const sharedEvery = 7;
/** In every second of those without experiences gatherings take place, and in all of those that have several processes. */
const hasGatherings = (index: number): boolean =>
  index % experiencesEvery === 0 && (index % 4 === 2 || index % sharedEvery === 5);
const wholeRun = { nth: 0, of: 1 };
/** Steps per batch: fewer than one encounter takes. */
const stepsAtOnce = 200;

/** Runs one world: safety under faults, then recovery, then the conservation laws. Returns the first violation. */
export async function live(
  options: WorldOptions,
  encounters: number,
  alive = () => {},
): Promise<{ world: SimulatedWorld; steps: number; violation?: Violation }> {
  const database = options.database ? await comparedWithDatabase(records(options.mutant)) : undefined;
  const lua = (options.processes ?? 1) > 1 ? await loadLua() : undefined;
  const world = new SimulatedWorld(options, database, lua);
  let steps = 0;
  // Refusals are thrown thousands of times a second; collecting their stack traces would be slow, and nobody reads them.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    while (world.encounters < encounters) {
      steps += await world.steps(stepsAtOnce);
      world.standstill.lived(world.encounters);
      alive();
    }
    world.heal();
    for (const until = world.now + rest; world.now < until; alive()) steps += await world.steps(stepsAtOnce, until);
    await world.conserve();
    return { world, steps };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { world, steps, violation: error };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    world.close();
    await database?.close();
  }
}

/** The worlds of a run: every third one is calm, so that exact times can be required; in the others everything breaks. */
export function worldOf(seed: number, index: number, mutant: Mutant | undefined): WorldOptions {
  const isCalm = index % 3 === 1;
  const common = {
    seed: (seed + index * 7_919) >>> 0,
    people: 3 + (index % 9),
    rough: index % 3 === 2,
    patient: true,
    ...((mutant === undefined ? index % experiencesEvery === 1 : isScripted(mutant)) && { experiences: true }),
    ...((mutant === undefined ? hasGatherings(index) : isGathered(mutant)) && { gatherings: true }),
    ...((mutant === undefined ? index % 4 < 2 : isFramed(mutant)) && { windows: true }),
    ...((mutant === undefined ? index % 5 < 2 : isVeiled(mutant)) && { veils: true }),
    ...((mutant === undefined ? index % 7 < 3 : isSoftened(mutant)) && { softness: true }),
    ...((mutant === undefined ? index % 8 < 3 : isWelcoming(mutant)) && { welcoming: true }),
    database: mutant === undefined && index % (2 * databaseEvery) === 138,
    mutant,
  };
  if (mutant === undefined ? index % sharedEvery === 5 : isBetween(mutant))
    // After the death of a process everything must recover before anything can be required, so faults are further apart.
    return { ...common, processes: 2 + (index % 2), trouble: isCalm ? 120_000 : 40_000, faults: sharedFaultKinds };
  return { ...common, trouble: isCalm ? 120_000 : 12_000, faults: faultKinds };
}

/** Simulates this many encounters, or stops at the first violation. The same seed gives the same run. */
export async function run({ seed, encounters, mutant, share = wholeRun, alive }: RunOptions): Promise<Report> {
  const ends: Record<string, number> = {};
  const sum = {
    encounters: 0,
    worlds: 0,
    steps: 0,
    virtualHours: 0,
    exact: 0,
    scripted: 0,
    inGatherings: 0,
    repeats: 0,
    crashes: 0,
  };
  const all = Math.ceil(encounters / share.of);
  while (sum.encounters < all) {
    const wanted = Math.min(encountersPerWorld, all - sum.encounters);
    const index = sum.worlds * share.of + share.nth;
    const chosen = worldOf(seed, index, mutant);
    const began = Date.UTC(2026, 0, 1);
    const { world, steps, violation } = await live(chosen, wanted, () => alive?.(index));
    sum.steps += steps;
    if (violation) {
      const encounter = sum.encounters + world.encounters;
      return {
        seed,
        ...sum,
        ends,
        violation: { promise: violation.promise, message: violation.message, world: chosen, wanted, encounter },
      };
    }
    for (const { end, confirmedAt, versionId } of world.audit.store.rows.values()) {
      if (!end || confirmedAt === undefined) continue;
      if (versionId !== undefined && end.completed) sum.scripted++;
      const pair = [end.reasonA, end.reasonB].sort().join(' / ');
      ends[pair] = (ends[pair] ?? 0) + 1;
    }
    sum.encounters += world.encounters;
    sum.virtualHours += (world.now - began) / 3_600_000;
    sum.exact += world.exact;
    sum.crashes += world.crashes;
    sum.inGatherings += world.gatherings?.audit.opened ?? 0;
    sum.repeats += world.gatherings?.audit.repeats ?? 0;
    sum.worlds++;
  }
  return { seed, ...sum, ends };
}
