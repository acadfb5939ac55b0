import type { Durations } from '@unspoken/contract/durations';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { WaitingEntry, Welcoming } from './state.ts';

/** What holds for a person in a pool in which people meet one partner after another: in a gathering. */
export interface Circumstances {
  /** Whom the person has met in it, and when last, server epoch ms. */
  readonly met: ReadonlyMap<string, number>;
  /** Paired only with somebody who has been alone for a while, and never with another stand-in. */
  readonly standsIn: boolean;
}

/** The circumstances of a person in a pool at this instant; undefined where there are none. */
export type PoolCircumstances = (accountId: string, pool: Pool, now: number) => Promise<Circumstances | undefined>;

/** Whom a person may meet, and whom not; by when they were queued, if there are circumstances. */
export type People = Pick<WaitingEntry, 'avoid' | 'only'> & {
  readonly circumstances?: Circumstances;
  readonly welcoming?: Welcoming;
};

type PairingDurations = Pick<Durations, 'gatheringRepeatAfter' | 'gatheringLastAfter' | 'standInAfter'>;

/**
 * The entry with whom its person may meet. In a gathering people met there are avoided for a while, which runs from when the entry
 * was queued: a pairing that fails does not restart it. Source: requirements/gatherings 4.3 to 4.7.
 */
export function withPeople(
  entry: WaitingEntry,
  { avoid, only, circumstances, welcoming }: People,
  durations: PairingDurations,
): WaitingEntry {
  const {
    only: _,
    aloneFrom: __,
    standsIn: ___,
    hasMetHere: ____,
    isNew: _____,
    welcomes: ______,
    orderAfter: _______,
    ...rest
  } = entry;
  const admitted = { ...rest, avoid, ...(only && { only }), ...welcoming };
  if (!circumstances) return admitted;
  const { met, standsIn } = circumstances;
  const lastAt = Math.max(...met.values());
  const untilOf = (at: number) =>
    entry.queuedAt + (at === lastAt ? durations.gatheringLastAfter : durations.gatheringRepeatAfter);
  const repeats = [...met].map(([other, at]): [string, number] => [other, Math.max(avoid[other] ?? 0, untilOf(at))]);
  return {
    ...admitted,
    avoid: { ...avoid, ...Object.fromEntries(repeats) },
    aloneFrom: entry.queuedAt + durations.standInAfter,
    ...(standsIn && { standsIn: true }),
    ...(met.size > 0 && { hasMetHere: true }),
  };
}

/** Whether the state knew an earlier position of this entry than the one its circumstances were computed with. */
export const isOutdated = ({ queuedAt, aloneFrom }: WaitingEntry, { standInAfter }: PairingDurations): boolean =>
  aloneFrom !== undefined && aloneFrom !== queuedAt + standInAfter;

/** The next instant from which an entry may be paired with more people than now; Infinity if there is none. */
export const nextChange = ({ avoid, aloneFrom = 0, standsIn, queuedAt, orderAfter }: WaitingEntry, now: number): number => {
  const inOrderFrom = orderAfter === undefined ? 0 : queuedAt + orderAfter;
  return Math.min(...[...Object.values(avoid), standsIn ? 0 : aloneFrom, inOrderFrom].filter((at) => at > now));
};
