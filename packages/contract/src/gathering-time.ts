import type { Gathering } from './gatherings.ts';
import type { PageDurations } from './page-durations.ts';

type Times = Pick<Gathering, 'startTimeMillSec' | 'endTimeMillSec'>;
type Listed = Times & Pick<Gathering, 'gatheringID' | 'isRegular' | 'isPrivate' | 'registered'>;

/** Source: requirements/gatherings 2.1, 2.2. All instants are server epoch ms. */
export const isCurrent = ({ startTimeMillSec: start, endTimeMillSec: end }: Times, now: number): boolean =>
  start <= now && now < end;
export const hasRecentlyEnded = (
  { endTimeMillSec: end }: Times,
  now: number,
  { gatheringClosing }: Pick<PageDurations, 'gatheringClosing'>,
): boolean => end <= now && now < end + gatheringClosing;

/** The phase of a gathering's space: before its doors open, until it begins, while it takes place, until it closes, and after. */
export type SpacePhase = 'shut' | 'doors' | 'begun' | 'ended' | 'closed';
export function spacePhase(
  { startTimeMillSec: start, endTimeMillSec: end }: Times,
  now: number,
  { gatheringDoors, gatheringClosing }: Pick<PageDurations, 'gatheringDoors' | 'gatheringClosing'>,
): SpacePhase {
  if (now < start - gatheringDoors) return 'shut';
  if (now < start) return 'doors';
  if (now < end) return 'begun';
  return now < end + gatheringClosing ? 'ended' : 'closed';
}

/** Whether people can be inside the space: from when its doors open until it closes. */
export const isSpaceOpen = (...when: Parameters<typeof spacePhase>): boolean => !['shut', 'closed'].includes(spacePhase(...when));

/** The order in which current gatherings concern a person. Source: requirements/gatherings 2.4. */
const byConcern = (one: Listed, other: Listed): number =>
  Number(other.registered) - Number(one.registered) ||
  Number(other.isPrivate) - Number(one.isPrivate) ||
  one.endTimeMillSec - other.endTimeMillSec;

/** The current gathering that concerns a person most. */
export const currentOf = <G extends Listed>(all: readonly G[], now: number): G | undefined =>
  all.filter((each) => isCurrent(each, now)).toSorted(byConcern)[0];

/** The gathering that has ended last, while its ended view is shown. */
export const recentlyEndedOf = <G extends Listed>(
  all: readonly G[],
  now: number,
  durations: Pick<PageDurations, 'gatheringClosing'>,
): G | undefined =>
  all
    .filter((each) => hasRecentlyEnded(each, now, durations))
    .toSorted((one, other) => Number(other.registered) - Number(one.registered) || other.endTimeMillSec - one.endTimeMillSec)[0];

/** A time of day that suits most people, minutes after local midnight. Source: requirements/gatherings 8.5. */
const suits = (minuteOfDay: number): boolean => minuteOfDay >= 7 * 60;

/**
 * The next gathering of a kind: one the person has registered for, else the earliest that begins between 7:00 and 24:00 of their day, else
 * the earliest. `minuteOfDay` tells the person's local time of an instant.
 */
export function nextOf<G extends Listed>(
  all: readonly G[],
  now: number,
  isRegular: boolean,
  minuteOfDay: (instant: number) => number,
): G | undefined {
  const later = all
    .filter((each) => each.isRegular === isRegular && each.startTimeMillSec > now)
    .toSorted((one, other) => one.startTimeMillSec - other.startTimeMillSec);
  return (
    later.find(({ registered }) => registered) ??
    later.find(({ startTimeMillSec }) => suits(minuteOfDay(startTimeMillSec))) ??
    later[0]
  );
}

export type Countdown = { readonly unit: 'moments' } | { readonly unit: 'minutes' | 'hours'; readonly count: number };

const minute = 60_000;

/** How long until an instant, in words: rounded up, in minutes up to 90, in hours beyond. Source: requirements/gatherings 2.5. */
export function countdownTo(instant: number, now: number): Countdown {
  const left = instant - now;
  if (left < minute) return { unit: 'moments' };
  if (left <= 90 * minute) return { unit: 'minutes', count: Math.ceil(left / minute) };
  return { unit: 'hours', count: Math.ceil(left / (60 * minute)) };
}

/**
 * When what is shown of these gatherings changes next: at a boundary, or when a countdown to a start or to a closing has one minute less.
 * A minute from now at the latest. Source: requirements/gatherings 2.6.
 */
export function nextChange(
  all: readonly Times[],
  now: number,
  { gatheringDoors, gatheringClosing }: Pick<PageDurations, 'gatheringDoors' | 'gatheringClosing'>,
): number {
  const countedDown = all
    .flatMap(({ startTimeMillSec: start, endTimeMillSec: end }) => [start, end + gatheringClosing])
    .filter((each) => each > now);
  const boundaries = all.flatMap(({ startTimeMillSec: start, endTimeMillSec: end }) => [start - gatheringDoors, end]);
  return Math.min(
    now + minute,
    ...countedDown.flatMap((each) => [each - minute + 1, now + ((each - now) % minute || minute)]).filter((each) => each > now),
    ...boundaries.filter((each) => each > now),
  );
}
