import { medianWait, type WaitsOfLength } from '@unspoken/server/waits/rules';
import { SeededRandom } from '../seeded-random.ts';

/** When people come: how many in an hour of the day, as a share of the day's. The estimator knows nothing of it. */
export const habits = {
  evening: (hour: number) => Math.exp(-((hour - 20.5) ** 2) / 8) + 0.05,
  noonAndNight: (hour: number) => Math.exp(-((hour - 12.5) ** 2) / 2) + 0.6 * Math.exp(-((hour - 23) ** 2) / 3) + 0.02,
  even: () => 1,
} as const satisfies Record<string, (hour: number) => number>;
export type Habit = keyof typeof habits;

export interface Town {
  readonly habit: Habit;
  /** Visitors on an ordinary day; on Saturdays and Sundays there are half as many again. */
  readonly daily: number;
  /** By how much more come each day, as a share. */
  readonly growth: number;
}

/** Somebody who was told how long it would take, s, and what became of it. */
export interface Told {
  readonly estimate: number;
  readonly waited: number;
  readonly met: boolean;
}

interface Recorded {
  readonly at: number;
  readonly seconds: number;
  readonly met: boolean;
}

const day = 86_400;
const [recordedDays, toldDays] = [14, 14];
const halfHour = 1_800;

/** Visits to a town for four weeks, s; in the last two of them everybody who finds nobody waiting is told an estimate, if there is one. */
export function visitTown({ habit, daily, growth }: Town, seed: number): readonly Told[] {
  const random = new SeededRandom(seed);
  const recorded: Recorded[] = [];
  const told: Told[] = [];
  let waiting: { readonly since: number; readonly until: number; readonly estimate: number | undefined } | undefined;
  const end = (waited: number, met: boolean) => {
    if (!waiting) return;
    recorded.push({ at: Math.floor(waiting.since / 60) * 60, seconds: Math.floor(waited), met });
    if (waiting.estimate !== undefined) told.push({ estimate: waiting.estimate, waited, met });
    waiting = undefined;
  };
  for (const at of arrivals({ habit, daily, growth }, random)) {
    if (waiting && waiting.until <= at) end(waiting.until - waiting.since, false);
    if (waiting) {
      end(at - waiting.since, true);
      recorded.push({ at: Math.floor(at / 60) * 60, seconds: 0, met: true });
      continue;
    }
    const estimate = at < recordedDays * day ? undefined : medianWait(atThisHour(recorded, at));
    // Patience as in the toy trial: a minute, and then some.
    waiting = { since: at, until: at + 60 + random.around(90), estimate };
  }
  return told;
}

function* arrivals({ habit, daily, growth }: Town, random: SeededRandom): Generator<number> {
  const weight = (at: number) => habits[habit]((at / 3_600) % 24);
  const sum = Array.from({ length: 24 }, (_, hour) => weight((hour + 0.5) * 3_600)).reduce((one, other) => one + other, 0);
  const rateAt = (at: number) => {
    const today = Math.floor(at / day);
    const share = weight(at) / sum / 3_600;
    return daily * (1 + growth) ** today * (today % 7 >= 5 ? 1.5 : 1) * share;
  };
  const last = (recordedDays + toldDays) * day;
  // Thinning: P. A. W. Lewis and G. S. Shedler, 1979.
  const most =
    (1.5 * daily * (1 + growth) ** (recordedDays + toldDays) * Math.max(...range(96).map((i) => weight(i * 900)))) / sum / 3_600;
  for (let at = random.around(1 / most); at < last; at += random.around(1 / most)) if (random.chance(rateAt(at) / most)) yield at;
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

/** What the database answers: within half an hour of this time of day, today and on the days before. */
function atThisHour(recorded: readonly Recorded[], now: number): WaitsOfLength[] {
  return recorded
    .filter(({ at }) => {
      const ago = Math.round((now - at) / day);
      return ago <= recordedDays && Math.abs(now - ago * day - at) <= halfHour;
    })
    .map(({ seconds, met }) => ({ seconds, met, yesterday: false, count: 1 }));
}

/**
 * The share of people who have met somebody within what they were told, of those who could have: who gave up earlier counts as long as
 * they waited (the product-limit estimate, each against their own time).
 */
export function metInTime(told: readonly Told[]): { readonly share: number; readonly ofAll: number } {
  const steps = told.map(({ estimate, waited, met }) => ({ part: waited / estimate, met })).toSorted((a, b) => a.part - b.part);
  let survival = 1;
  for (let i = 0; i < steps.length && (steps[i]?.part ?? 2) <= 1; i++) if (steps[i]?.met) survival *= 1 - 1 / (steps.length - i);
  const inTime = told.filter(({ estimate, waited, met }) => met && waited <= estimate).length;
  return { share: 1 - survival, ofAll: inTime / told.length };
}
