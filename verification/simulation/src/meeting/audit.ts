import { shippedDurations as durations } from '@unspoken/contract/durations';
import { ringsPerDay, usualQuietHours } from '@unspoken/contract/notifications';

/** What the audit itself has seen of a person. */
export interface Watched {
  readonly accountId: string;
  readonly zone: string;
  /** Whether they wait, have paused, or are in an encounter. */
  readonly isBusy: boolean;
  /** Whom they have met, and when last. */
  readonly met: ReadonlyMap<string, number>;
  readonly apart: ReadonlySet<string>;
}

/** Somebody in the queue, and since when. */
export interface Waiter {
  readonly person: Watched;
  readonly since: number;
}

interface Calls {
  readonly times: number[];
  readonly byDate: Map<string, number>;
}

const hour = 3_600_000;
/** Source: requirements/notifications 4.1, 9.3. */
const [mostForOne, windowForOne, longestAfterPairing] = [12, 600_000, 1_000];

/** Reads wall clocks by `Intl`, on which nothing in the server depends. */
class WallClock {
  readonly #format: Intl.DateTimeFormat;
  constructor(timeZone: string) {
    const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    this.#format = new Intl.DateTimeFormat('sv', { timeZone, ...date, hour: '2-digit', hourCycle: 'h23' });
  }
  read(at: number): { readonly date: string; readonly hour: number } {
    const [date = '', time = ''] = this.#format.format(at).split(' ');
    return { date, hour: Number.parseInt(time, 10) };
  }
}

/**
 * Checks every call of the bell against the rules of requirements/notifications 4 and 9, from what it has seen itself. All those who have
 * asked have the usual settings and can always be reached.
 */
export class CallAudit {
  readonly problems: string[] = [];
  readonly #calls = new Map<string, Calls>();
  readonly #clocks = new Map<string, WallClock>();
  /** Of each zone, how often each member has been called whom nothing distinguishes: these are equally entitled. */
  readonly #equal = new Map<string, Map<string, number>>();
  /** When members were called for each of those who waited alone. */
  readonly #forOne = new Map<string, number[]>();
  #lastWaited = Number.NEGATIVE_INFINITY;

  asks({ accountId, zone }: Pick<Watched, 'accountId' | 'zone'>): void {
    const equal = this.#equal.get(zone) ?? new Map<string, number>();
    this.#equal.set(zone, equal.set(accountId, 0));
    this.#calls.set(accountId, { times: [], byDate: new Map() });
  }

  /** This member has answered or visited, or somebody waits from whom they are separated: from now on they are not equal to the others. */
  differs({ accountId, zone }: Pick<Watched, 'accountId' | 'zone'>): void {
    this.#equal.get(zone)?.delete(accountId);
  }

  /** Somebody has just stopped waiting: was paired, cancelled, or paused. */
  stopped(at: number): void {
    this.#lastWaited = at;
  }

  /** A member has been claimed, and is about to be called. */
  called(person: Watched, waiters: readonly Waiter[], now: number): void {
    const calls = this.#calls.get(person.accountId);
    if (calls) this.#checkTimes(person, calls, now);
    else this.#found(now, person, 'has not asked to be called');
    if (person.isBusy) this.#found(now, person, 'waits or is in an encounter');
    this.#checkWaiters(person, waiters, now);
    this.#count(person, now);
  }

  /** A call is handed over to a page or to a push service. */
  handedOver({ accountId }: Watched, waiters: readonly Waiter[], now: number): void {
    const waits = waiters.some(({ person }) => person.accountId !== accountId);
    if (!waits && now - this.#lastWaited > longestAfterPairing)
      this.#found(now, { accountId }, `is called ${now - this.#lastWaited} ms after the last pairing`);
  }

  #checkTimes(person: Watched, { times, byDate }: Calls, now: number): void {
    const { date, hour: at } = this.#wall(person.zone, now);
    if (at >= usualQuietHours.from || at < usualQuietHours.to) this.#found(now, person, 'has quiet hours');
    const today = (byDate.get(date) ?? 0) + 1;
    byDate.set(date, today);
    if (today > ringsPerDay.usual) this.#found(now, person, `is called for the ${today}th time on a day`);
    const last = times.at(-1);
    times.push(now);
    if (last !== undefined && now - last < hour) this.#found(now, person, `was called ${now - last} ms ago`);
  }

  #checkWaiters(person: Watched, waiters: readonly Waiter[], now: number): void {
    const mayMeet = ({ person: { accountId } }: Waiter) =>
      accountId !== person.accountId &&
      !person.apart.has(accountId) &&
      now - (person.met.get(accountId) ?? Number.NEGATIVE_INFINITY) >= hour;
    if (waiters.length > 0 && !waiters.some((each) => mayMeet(each)))
      this.#found(now, person, 'is separated from those who wait, or has met them');
    const [only, ...others] = waiters;
    if (only && others.length === 0) this.#checkOnly(person, only, now);
  }

  #checkOnly(person: Watched, { person: { accountId }, since }: Waiter, now: number): void {
    if (now - since < durations.firstRing) this.#found(now, person, `is called after a wait of ${now - since} ms`);
    const times = (this.#forOne.get(accountId) ?? []).filter((at) => now - at < windowForOne);
    this.#forOne.set(accountId, [...times, now]);
    if (times.length >= mostForOne) this.#found(now, person, `is the ${times.length + 1}th to be called for one person`);
    const last = times.at(-1);
    if (last !== undefined && now - last < durations.nextRing)
      this.#found(now, person, `is called ${now - last} ms after another`);
  }

  /** Of equally entitled members nobody is called twice more than another. */
  #count({ accountId, zone }: Watched, now: number): void {
    const equal = this.#equal.get(zone);
    const before = equal?.get(accountId);
    if (!equal || before === undefined) return;
    equal.set(accountId, before + 1);
    const least = Math.min(...equal.values());
    if (before + 1 - least > 1) this.#found(now, { accountId }, `is called ${before + 1} times, an equal member ${least} times`);
  }

  #wall(zone: string, now: number) {
    const clock = this.#clocks.get(zone) ?? new WallClock(zone);
    this.#clocks.set(zone, clock);
    return clock.read(now);
  }

  #found(now: number, { accountId }: Pick<Watched, 'accountId'>, what: string): void {
    this.problems.push(`${new Date(now).toISOString()}: ${accountId} ${what}`);
  }
}
