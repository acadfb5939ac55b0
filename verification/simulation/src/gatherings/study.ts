import { shippedDurations as durations } from '@unspoken/contract/durations';
import { type GatheringOptions, SimulatedGathering } from './gathering.ts';

/** How many people come to a gathering, and how many of them stand in. */
export interface Size {
  readonly people: number;
  readonly standIns?: number;
}

/** The sizes of the table. */
export const sizes: readonly Size[] = [
  ...[2, 8, 16, 20, 31, 49, 50, 100, 500].map((people) => ({ people })),
  { people: 30 },
  { people: 30, standIns: 2 },
];

/** Waits in s; `encounter` is the longest encounter, from its pairing to the next request of the two. */
export interface Figures extends Size {
  readonly seeds: number;
  readonly waits: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
  readonly encounter: number;
  /** The share of partners that were new, from 0 to 1. */
  readonly isNew: number;
  readonly problems: readonly string[];
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** Simulates a gathering once for each seed. */
export async function study(size: Size, seeds: readonly number[], length?: GatheringOptions['length']): Promise<Figures> {
  const all: SimulatedGathering[] = [];
  for (const seed of seeds) all.push(await new SimulatedGathering({ ...size, seed, ...(length && { length }) }).run());
  const waits = all.flatMap((each) => each.waits.map((lasted) => lasted / 1_000)).sort((a, b) => a - b);
  const sum = (of: (each: SimulatedGathering) => number) => all.reduce((total, each) => total + of(each), 0);
  return {
    ...{ ...size, seeds: seeds.length, waits: waits.length },
    ...{ p50: percentile(waits, 0.5), p95: percentile(waits, 0.95), p99: percentile(waits, 0.99), longest: waits.at(-1) ?? 0 },
    encounter: Math.max(...all.map(({ longestEncounter }) => longestEncounter)) / 1_000,
    isNew:
      sum(({ newPartners }) => newPartners) /
      Math.max(
        1,
        sum(({ partners }) => partners),
      ),
    problems: all.flatMap(({ problems }) => problems),
  };
}

/**
 * Below twenty people somebody may wait while all others are in an encounter, and then until these may repeat a partner, and until
 * their own page goes on waiting by itself, s.
 */
const afterEncounter = (durations.gatheringLastAfter + durations.keepWaiting) / 1_000;

/**
 * The targets of a size that these figures miss; waits may be `slack` times as long. Source: requirements/gatherings 12.
 */
export function missed({ people, standIns = 0, p95, p99, longest, encounter, isNew, problems }: Figures, slack = 1): string[] {
  const targets: readonly (readonly [what: string, holds: boolean])[] = [
    ['p99 < 20 s', people < 50 || p99 < 20 * slack],
    ['p95 < 22 s', people < 20 || p95 < 22 * slack],
    ['p99 < 25 s', standIns === 0 || people < 30 || p99 < 25 * slack],
    ['nobody waits longer than an encounter', people >= 20 || longest <= (encounter + afterEncounter) * slack],
    ['90 % of partners are new', people < 30 || isNew >= 0.9],
  ];
  return [...targets.flatMap(([what, holds]) => (holds ? [] : [what])), ...new Set(problems)];
}

/** So many different seeds. */
export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (first + i * 7_919) >>> 0);

const row = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(16) : cell.padStart(11))).join('');

export const heading = row(['people', 'waits', 'p50 s', 'p95 s', 'p99 s', 'longest', 'encounter', 'new']);

/** One line of the table. */
export const lineOf = ({ people, standIns = 0, waits, p50, p95, p99, longest, encounter, isNew }: Figures): string =>
  row([
    standIns > 0 ? `${people}, ${standIns} stand in` : `${people}`,
    ...[`${waits}`, ...[p50, p95, p99, longest, encounter].map((each) => each.toFixed(1)), `${(100 * isNew).toFixed(1)} %`],
  ]);
