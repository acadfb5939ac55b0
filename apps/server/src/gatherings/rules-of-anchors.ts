/**
 * When a further zone has a regular gathering of its own. Source: requirements/gatherings 8.2 to 8.4. Numbers of people are
 * expectations; nothing here knows who they are.
 */

const hour = 3_600_000;
const day = 24 * hour;

/** How far back activity counts, in days: each day a member is active adds 1/28 to the people expected on a day. */
export const activeDays = 28;
/** An anchor is decided about from a week until a day before its start, ms. Later it stays as it is, for people have made plans. */
export const decidedFrom = 7 * day;
export const decidedUntil = day;

/** A gathering opens from this many expected people on, and is withdrawn below the other number. */
const enough = 6;
const tooFew = 4;

/**
 * The prior of the show rate: 0.6 with the weight of ten registrations, as the mean of a Beta(6, 4) distribution. Ten registrations
 * of which nobody came halve it.
 */
const prior = { mean: 0.6, weight: 10 } as const;

/** Registrations for past gatherings, and how many of these people came. */
export interface Shows {
  readonly registered: number;
  readonly came: number;
}

/** The share of registered people who come: the mean of the Beta distribution after what is known. */
export const showRateOf = ({ registered, came }: Shows): number =>
  (prior.mean * prior.weight + came) / (prior.weight + registered);

/** Whether people come at this time of their day, in minutes since midnight: from 17:00 to 22:30, both included. */
export const isEvening = (minuteOfDay: number): boolean => minuteOfDay >= 17 * 60 && minuteOfDay <= 22 * 60 + 30;

/** How many days all members of a time zone together were active in the last 28. */
export interface Activity {
  readonly zone: string;
  readonly days: number;
}

export interface Expectation {
  readonly registered: number;
  readonly shows: Shows;
  readonly activity: readonly Activity[];
  /** The local time of a zone at the start of the gathering, minutes since midnight. */
  readonly minuteOfDay: (zone: string) => number;
}

/** How many people are expected: of those who have registered, and of those who are active in the evening. */
export function expectedOf({ registered, shows, activity, minuteOfDay }: Expectation): number {
  const days = activity.filter(({ zone }) => isEvening(minuteOfDay(zone))).reduce((sum, each) => sum + each.days, 0);
  return registered * showRateOf(shows) + days / activeDays;
}

/** Whether an anchor can be decided about now: its start is at least a day ahead, and no more than a week. */
export const isDecidable = (startsAt: number, now: number): boolean =>
  startsAt - now >= decidedUntil && startsAt - now <= decidedFrom;

export interface AnchorState {
  readonly openedAt: Date | null;
  readonly withdrawnAt: Date | null;
}

export const isOpen = ({ openedAt, withdrawnAt }: AnchorState): boolean => openedAt !== null && withdrawnAt === null;

/**
 * Whether the gathering takes place, as far as is known now. One that was open stays open while anybody is registered, also
 * somebody who registered while it was being withdrawn.
 */
export function staysOpen(before: AnchorState, expected: number, registered: number): boolean {
  if (expected >= enough) return true;
  if (before.openedAt === null) return false;
  return registered > 0 || (isOpen(before) && expected >= tooFew);
}
