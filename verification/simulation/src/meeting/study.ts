import type { Arrangement, Planted } from './domains.ts';
import { halved, type Rates, trialRates } from './people.ts';
import { type Figures, SimulatedTown, type TownOptions } from './town.ts';
import { type WithoutName, withoutRules } from './without.ts';

export const sizes = [5, 20, 100] as const;
export const arrangements = {
  neither: { rendezvous: false, bell: false },
  rendezvous: { rendezvous: true, bell: false },
  bell: { rendezvous: false, bell: true },
  both: { rendezvous: true, bell: true },
} as const satisfies Record<string, Arrangement>;
export type ArrangementName = keyof typeof arrangements;
export const arrangementNames = Object.keys(arrangements) as ArrangementName[];
export const rates = { trial: trialRates, halved: halved(trialRates) } as const satisfies Record<string, Rates>;
export type RatesName = keyof typeof rates;

/** Source: requirements/waits 1.4 to 1.6, in per cent. */
export const trial: Readonly<Record<number, Readonly<Record<ArrangementName, number>>>> = {
  5: { neither: 3, rendezvous: 31, bell: 41, both: 58 },
  20: { neither: 10, rendezvous: 33, bell: 44, both: 60 },
  100: { neither: 35, rendezvous: 52, bell: 58, both: 69 },
};

/** One town of the study. */
export interface Case {
  readonly daily: number;
  readonly arrangement: ArrangementName;
  readonly rates: RatesName;
  readonly without: WithoutName;
  readonly seed: number;
  readonly days: TownOptions['days'];
}
export interface Result extends Case {
  readonly figures: Figures;
  /** Calls against a rule, and faults. */
  readonly problems: readonly string[];
}

export async function studied(each: Case, planted: Planted = withoutRules[each.without]): Promise<Result> {
  const { daily, seed, days } = each;
  const options = { daily, seed, days, planted, rates: rates[each.rates], arrangement: arrangements[each.arrangement] };
  const { figures, problems } = await new SimulatedTown(options).run();
  return { ...each, figures, problems };
}

const before = 14;
/** Fewer days where many come each day. */
const counted = (daily: number): number => (daily >= 100 ? 8 : daily >= 20 ? 30 : 60);

export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (first + i * 7_919) >>> 0);

/** The towns of the table: each size with each arrangement, with the rates of the trial and with half of them. */
export const casesOf = (seeds: readonly number[]): Case[] =>
  sizes.flatMap((daily) =>
    seeds.flatMap((seed) => {
      const common = { daily, seed, without: 'none', days: { before, counted: counted(daily) } } as const;
      const named = (name: RatesName) => arrangementNames.map((arrangement): Case => ({ ...common, arrangement, rates: name }));
      return [...named('trial'), ...named('halved')];
    }),
  );

/** The towns with the bell alone that show what single rules cost. */
export const casesWithout = (seeds: readonly number[]): Case[] =>
  casesOf(seeds)
    .filter(({ arrangement, rates: name }) => arrangement === 'bell' && name === 'trial')
    .flatMap((each) => (Object.keys(withoutRules) as WithoutName[]).slice(1).map((without) => ({ ...each, without })));

/** The mean and the range over the seeds, per cent. */
export interface Share {
  readonly mean: number;
  readonly least: number;
  readonly greatest: number;
}

export function shareOf(
  results: readonly Result[],
  what: (figures: Figures) => number = ({ met, visits }) => met / visits,
): Share {
  const shares = results.map(({ figures }) => 100 * what(figures));
  return {
    mean: shares.reduce((sum, each) => sum + each, 0) / shares.length,
    least: Math.min(...shares),
    greatest: Math.max(...shares),
  };
}
