import type { SeededRandom } from '../seeded-random.ts';
import { habits } from '../waits/town.ts';

/** What people do of their own accord, as shares of those who could. */
export interface Rates {
  /** Of those who met nobody, or are offered another quarter of an hour, so many take one. */
  readonly takes: number;
  /** Of those who are called to their rendezvous, so many come. */
  readonly comes: number;
  /** So many calls of the bell are answered. */
  readonly answers: number;
}

/** Source: the toy trial of requirements/waits 1.3. */
export const trialRates: Rates = { takes: 0.4, comes: 0.65, answers: 0.1 };
export const halved = ({ takes, comes, answers }: Rates): Rates => ({
  ...{ takes: takes / 2, comes: comes / 2, answers: answers / 2 },
});

/** So many members have asked to be called for each visitor a day. Source: as above. */
export const askersPerVisitor = 3;
/** The share of visits that members make who have asked to be called; the others are of newcomers. The trial does not say. */
export const visitsOfAskers = 0.25;
/** The share of those who have asked that have a page open somewhere, and of these pages those that acknowledge a call. */
export const [withPage, acknowledges] = [0.2, 0.7];
/** The share of pairs of members who are separated from each other. */
export const separated = 0.01;

const [minute, hour] = [60_000, 3_600_000];
const day = 24 * hour;

/** Where people live, and how many of them. Everybody comes by the hours of the town, which is in the first of these zones. */
const zones = [
  ['Europe/Berlin', 0.7],
  ['Europe/London', 0.1],
  ['Europe/Athens', 0.1],
  ['America/New_York', 0.1],
] as const;

export function zoneOf(random: SeededRandom): string {
  let left = random.next();
  for (const [zone, share] of zones) {
    if (left < share) return zone;
    left -= share;
  }
  return zones[0][0];
}

/** A wait: a minute, and then some. */
export const patience = (random: SeededRandom): number => minute + random.around(90_000);

/** From a call to the connect request of the one who answers it; half of them answer within 27 s. */
export const untilAnswer = (random: SeededRandom): number => random.around(27_000 / Math.LN2);

/** A Monday in winter: the town is an hour ahead of UTC until the study ends. */
export const firstDay = Date.UTC(2026, 0, 5) - hour;

const weightAt = (at: number): number => habits.evening(((at - firstDay) / hour) % 24);
const hours = Array.from({ length: 24 }, (_, each) => each);
const [weights, greatest] = (() => {
  const all = hours.map((each) => habits.evening(each + 0.5));
  return [all.reduce((sum, each) => sum + each, 0), habits.evening(20.5)];
})();

/** When visitors come, epoch ms, without end. Thinning: P. A. W. Lewis and G. S. Shedler, 1979. */
export function* arrivals(daily: number, random: SeededRandom): Generator<number, never> {
  const most = (daily * greatest) / weights / hour;
  for (let at = firstDay; ; ) {
    at += random.around(1 / most);
    if (random.chance(weightAt(at) / greatest)) yield at;
  }
}

export const startOfDay = (nth: number): number => firstDay + nth * day;
