import { addDays, dateIn, minuteOfDayIn, startOf } from '../platform/zones.ts';

const [minute, hour] = [60_000, 3_600_000];
/** The least time between two notifications of a member, whatever they are about, ms. Source: requirements/notifications 4.13. */
export const betweenNotifications = 60_000;
/** The least time between two calls of a member, ms. */
export const betweenRings = hour;
/** After so many calls in a row without an answer there is one a day. */
export const patienceWithSilence = 5;
const day = 24 * hour;

/** What is known of a member's wishes and calls. Hours and dates are those of their own zone. */
export interface Subscriber {
  readonly quietFrom: number;
  readonly quietTo: number;
  readonly dailyCap: number;
  readonly lastRungAt: number | undefined;
  readonly rungOn: string | undefined;
  readonly rungCount: number;
  readonly unanswered: number;
  readonly zone: string;
}

/** When the quiet hours that hold at an instant end; undefined if none do. Hours that are skipped or repeated are those of the wall clock. */
export function quietUntil(
  { quietFrom, quietTo, zone }: Pick<Subscriber, 'quietFrom' | 'quietTo' | 'zone'>,
  now: number,
): number | undefined {
  if (quietFrom === quietTo) return undefined;
  const at = minuteOfDayIn(zone, now);
  const [from, to] = [quietFrom * 60, quietTo * 60];
  const isQuiet = from < to ? from <= at && at < to : from <= at || at < to;
  if (!isQuiet) return undefined;
  const today = dateIn(zone, now);
  const until = startOf(at < to ? today : addDays(today, 1), `${`${quietTo}`.padStart(2, '0')}:00`, zone);
  // An hour that the clocks repeat could have begun before.
  return until > now ? until : now + minute;
}

/** From when on a member may be called, because of their quiet hours or cap; undefined if they may be called now. */
export function notBefore(subscriber: Subscriber, now: number): number | undefined {
  const quiet = quietUntil(subscriber, now);
  if (quiet !== undefined) return quiet;
  const today = dateIn(subscriber.zone, now);
  if (subscriber.rungOn !== today || subscriber.rungCount < subscriber.dailyCap) return undefined;
  return startOf(addDays(today, 1), '00:00', subscriber.zone);
}

/** The least time between two calls, ms, after so many in a row without an answer. */
export const pauseAfter = (unanswered: number): number => (unanswered >= patienceWithSilence ? day : betweenRings);

/** What a call at this instant changes: when it was, how many there were on this date, and when the next one can be. */
export function afterRing(
  subscriber: Subscriber,
  now: number,
): { rungOn: string; rungCount: number; unanswered: number; notBefore: number } {
  const rungOn = dateIn(subscriber.zone, now);
  const unanswered = subscriber.unanswered + 1;
  return {
    rungOn,
    rungCount: subscriber.rungOn === rungOn ? subscriber.rungCount + 1 : 1,
    unanswered,
    notBefore: now + pauseAfter(unanswered),
  };
}
