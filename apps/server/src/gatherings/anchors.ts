import type { Clock } from '../platform/clock.ts';
import { addDays, dateIn, isZone, minuteOfDayIn, startOf } from '../platform/zones.ts';
import type { Anchor, AnchorStore, ZoneDate } from './anchor-store.ts';
import { type Activity, decidedFrom, expectedOf, isDecidable, isOpen, type Shows, staysOpen } from './rules-of-anchors.ts';

export interface AnchorsOptions {
  readonly store: AnchorStore;
  readonly clock: Clock;
  /** The zones that can have a regular gathering, without the one that always has. */
  readonly zones: readonly string[];
  /** The wall time of regular gatherings, HH:MM. */
  readonly time: string;
  /** Called after the commit when a gathering has opened or was withdrawn. */
  readonly changed: () => Promise<void>;
}

interface Candidate extends ZoneDate {
  readonly startsAt: number;
}

/** What a sweep knows of all anchors. */
interface Known {
  readonly shows: Shows;
  readonly activity: readonly Activity[];
}

const day = 86_400_000;

const keyOf = ({ zone, date }: ZoneDate): string => `${zone} ${date}`;

/**
 * Regular gatherings in further zones, which follow the evening around the world. Each date of each zone is decided about every hour,
 * by what can be expected. Of the members whose activity is counted only the numbers of the `anchor` table remain.
 */
export class Anchors {
  readonly #options: AnchorsOptions;
  constructor(options: AnchorsOptions) {
    this.#options = options;
  }

  /**
   * Opens and withdraws gatherings that start in 24 h to 7 days. Several processes may do so at once: the rows are locked, and
   * deciding again changes nothing. Source: requirements/gatherings 8.2 to 8.4.
   */
  async sweep(): Promise<void> {
    const { store, clock, zones, changed } = this.#options;
    const now = clock.now();
    const candidates = this.#candidates(now);
    if (candidates.length === 0) return;
    const at = new Date(now);
    const [shows, named] = await Promise.all([store.shows(at), store.activity(at)]);
    const known = { shows, activity: named.filter(({ zone }) => isZone(zone)) };
    const hasChanged = await store.transaction(async (tx) => {
      const before = await store.lock(tx, candidates, at);
      const counts = await store.registered(tx, zones, { from: at, to: new Date(now + decidedFrom + day) });
      const registered = new Map(counts.map((each) => [keyOf(each), each.people]));
      const starts = new Map(candidates.map((each) => [keyOf(each), each.startsAt]));
      const after = before.map((row) =>
        this.#decided(row, at, { ...known, startsAt: starts.get(keyOf(row)) ?? 0, registered: registered.get(keyOf(row)) ?? 0 }),
      );
      await store.save(tx, after);
      const changes = after.filter((row, i) => isOpen(row) !== isOpen(before[i] as Anchor));
      for (const row of changes) await store.setState(tx, row, isOpen(row) ? 'approved' : 'cancelled', at);
      return changes.length > 0;
    });
    if (hasChanged) await changed();
  }

  /** The dates on which a regular gathering of a further zone takes place, from the day before yesterday on. */
  openDates(now: number): Promise<ZoneDate[]> {
    const { store, zones } = this.#options;
    return store.open(zones, addDays(dateIn('UTC', now), -2));
  }

  /** Deletes what was computed for gatherings that began before an instant. */
  forget(before: Date): Promise<void> {
    // A date has ended everywhere a day after it has in UTC.
    return this.#options.store.forget(addDays(dateIn('UTC', before.getTime()), -1));
  }

  #candidates(now: number): Candidate[] {
    const { zones, time } = this.#options;
    return zones.flatMap((zone) => {
      const today = dateIn(zone, now);
      return Array.from({ length: 9 }, (_, days) => addDays(today, days))
        .map((date) => ({ zone, date, startsAt: startOf(date, time, zone) }))
        .filter(({ startsAt }) => isDecidable(startsAt, now));
    });
  }

  #decided(row: Anchor, now: Date, { startsAt, registered, ...known }: Known & { startsAt: number; registered: number }): Anchor {
    const minuteOfDay = (zone: string) => minuteOfDayIn(zone, startsAt);
    const expected = expectedOf({ ...known, registered, minuteOfDay });
    const computed = { ...row, expected, computedAt: now };
    if (staysOpen(row, expected, registered) === isOpen(row)) return computed;
    return isOpen(row) ? { ...computed, withdrawnAt: now } : { ...computed, openedAt: now, withdrawnAt: null };
  }
}
