import { Violation } from './audit.ts';
import type { Plant } from './plants.ts';
import { SimulatedWorld } from './world.ts';

export interface RunOptions {
  readonly seed: number;
  readonly encounters: number;
  readonly plant?: Plant | undefined;
  /** Told after each world. */
  readonly progress?: (done: number) => void;
}

export interface Report {
  readonly seed: number;
  readonly encounters: number;
  readonly worlds: number;
  readonly steps: number;
  readonly virtualHours: number;
  /** Undisturbed minutes, of which exact times were demanded. */
  readonly exact: number;
  readonly ends: Readonly<Record<string, number>>;
  readonly violation?: {
    readonly promise: string;
    readonly message: string;
    readonly worldSeed: number;
    readonly encounter: number;
  };
}

/** Encounters in one world; then everything heals, comes to rest, is audited, and a new world begins. */
const encountersPerWorld = 100;

/** Simulates so many encounters, or stops at the first violation. The same seed gives the same run. */
export async function run(options: RunOptions): Promise<Report> {
  const ends: Record<string, number> = {};
  let encounters = 0;
  let steps = 0;
  let worlds = 0;
  let virtual = 0;
  let exact = 0;
  const report = (): Report => ({
    seed: options.seed,
    encounters,
    worlds,
    steps,
    virtualHours: virtual / 3_600_000,
    exact,
    ends,
  });
  while (encounters < options.encounters) {
    const worldSeed = (options.seed + worlds * 7_919) >>> 0;
    const world = new SimulatedWorld({
      seed: worldSeed,
      people: 3 + (worlds % 9),
      rough: worlds % 3 === 2,
      // Calm worlds, in which exact times can be demanded, between those where everything breaks.
      trouble: worlds % 3 === 1 ? 120_000 : 12_000,
      plant: options.plant,
    });
    const began = world.now;
    const wanted = Math.min(encountersPerWorld, options.encounters - encounters);
    try {
      while (world.encounters < wanted) {
        await world.step();
        steps++;
      }
      world.heal();
      const rest = world.now + 300_000;
      while (world.now < rest) {
        await world.step();
        steps++;
      }
      await world.conserve();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      const violation = { promise: error.promise, message: error.message, worldSeed, encounter: encounters + world.encounters };
      return { ...report(), violation };
    }
    for (const { end, confirmedAt } of world.audit.store.rows.values()) {
      if (!end || confirmedAt === undefined) continue;
      const pair = [end.reasonA, end.reasonB].sort().join(' / ');
      ends[pair] = (ends[pair] ?? 0) + 1;
    }
    encounters += world.encounters;
    virtual += world.now - began;
    exact += world.exact;
    worlds++;
    options.progress?.(encounters);
  }
  return report();
}
