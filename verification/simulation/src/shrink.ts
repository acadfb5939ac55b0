import { type Found, live } from './run.ts';
import type { WorldOptions } from './world-options.ts';

/** How many seeds are tried for each simplification. */
const tries = 12;
/** Encounters in each. */
const length = 40;

/** A world, and how many encounters it is run for. */
export type Case = Pick<Found, 'world' | 'wanted'>;

/**
 * Looks for the simplest world that breaks the same promise: fewer people, better connections, fewer kinds of fault. Every
 * change shifts the sequence of random numbers, so each simplification is tried with several seeds.
 */
export async function shrink(found: Found): Promise<Case> {
  let best = found.world;
  let { wanted } = found;
  const breaks = async (candidate: WorldOptions): Promise<WorldOptions | undefined> => {
    for (let i = 0; i < tries; i++) {
      const world = { ...candidate, seed: (candidate.seed + i) >>> 0 };
      const { violation } = await live(world, length);
      if (violation?.promise === found.promise) return world;
    }
    return undefined;
  };
  const simplify = async (simpler: (world: WorldOptions) => WorldOptions): Promise<void> => {
    const smaller = await breaks(simpler(best));
    if (!smaller) return;
    best = smaller;
    wanted = length;
  };
  if (best.rough) await simplify((world) => ({ ...world, rough: false }));
  for (const fault of best.faults)
    await simplify((world) => ({ ...world, faults: world.faults.filter((each) => each !== fault) }));
  for (const people of [3, 4, 6]) {
    if (people >= best.people) break;
    const before = best;
    await simplify((world) => ({ ...world, people }));
    if (best !== before) break;
  }
  return { world: best, wanted };
}

/** What happened in that world up to the violation: the last lines about the people that the violation names. */
export async function storyOf({ world, wanted }: Case): Promise<string> {
  const { world: lived, violation } = await live({ ...world, chronicle: true }, wanted);
  const about = [...new Set(violation?.message.match(/person-\d+|room-[\w-]+/g) ?? [])];
  const people = about.flatMap((each) => {
    const row = [...lived.audit.store.rows.entries()].find(([roomID]) => roomID.includes(each))?.[1];
    return row ? [row.a, row.b] : [each];
  });
  return `${lived.chronicle.lastLines(45, people.length > 0 ? people : undefined)}\n${' '.repeat(12)}${violation?.message ?? 'nothing was broken'}`;
}
