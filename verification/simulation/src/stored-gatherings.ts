import { type RegularSettings, regularRow } from '@unspoken/server/gatherings/regular';
import type { GatheringRow, GatheringStore, Registration } from '@unspoken/server/gatherings/store';

/** Twenty minutes after a world begins everybody's pool becomes that of the regular gathering. */
export const regular: RegularSettings = { time: '00:20', zone: 'UTC', length: 900_000 };

/** When the first gathering with a private space begins after the world has, how often they do, and how long they last, ms. */
const first = 180_000;
const period = 480_000;
const length = 300_000;
/** How far around now rows are stored: a process reads all of them every five seconds. */
const around = 20 * 60_000;
/** Every so many gatherings one is cancelled at half its time. */
const cancelledEvery = 4;

const template = regularRow({ zone: 'UTC', date: '2026-01-01' }, regular, 500);

/** The tables of gatherings, in memory. They take place one after another; who has registered follows from the numbers of the people. */
export class StoredGatherings {
  readonly #began: number;
  readonly #now: () => number;
  readonly #people: number;

  constructor(now: () => number, people: number) {
    this.#began = now();
    this.#now = now;
    this.#people = people;
  }

  /** The special gathering that takes place or begins next at this instant, by its number. */
  nth(instant: number): number {
    return Math.max(0, Math.floor((instant - this.#began - first + period - length) / period));
  }

  row(nth: number): GatheringRow {
    const start = this.#began + first + nth * period;
    const cancelledAt = this.cancelledAt(nth);
    const isCancelled = cancelledAt !== undefined && cancelledAt <= this.#now();
    return {
      ...template,
      ...{ id: `special-${nth}`, groupId: `group-${nth}`, isRegular: false, state: isCancelled ? 'cancelled' : 'approved' },
      ...{ startsAt: new Date(start), endsAt: new Date(start + length) },
    };
  }

  cancelledAt(nth: number): number | undefined {
    const isCancelled = nth % cancelledEvery === cancelledEvery - 1;
    return isCancelled ? this.#began + first + nth * period + length / 2 : undefined;
  }

  /** The last one has not registered for anything, if enough others have. */
  isRegistered(accountId: string): boolean {
    const number = numberOf(accountId);
    return number < this.#people && (number < this.#people - 1 || this.#people < 5);
  }

  /** In every second gathering one stands in; two where there are many. */
  standsIn(nth: number, accountId: string): boolean {
    return nth % 2 === 1 && numberOf(accountId) < (this.#people < 8 ? 1 : 2);
  }

  /** What the processes read. */
  readonly store: Pick<GatheringStore, 'between' | 'byId' | 'byGroup' | 'registration' | 'among'> = {
    between: async () => this.#stored(),
    byId: async (id) => this.#stored().find((row) => row.id === id),
    byGroup: async (groupId) => this.#stored().find((row) => row.groupId === groupId),
    registration: async (id, accountId) => {
      const nth = nthOf(id);
      if (nth === undefined || !this.isRegistered(accountId)) return undefined;
      return { standsIn: this.standsIn(nth, accountId) } as Registration;
    },
    among: async (id, accountIds) =>
      nthOf(id) === undefined ? [] : accountIds.filter((accountId) => this.isRegistered(accountId)),
  };

  #stored(): GatheringRow[] {
    const nth = this.nth(this.#now());
    const rows = Array.from({ length: 7 }, (_, i) => nth - 3 + i).filter((each) => each >= 0);
    return rows.map((each) => this.row(each)).filter(({ startsAt }) => Math.abs(startsAt.getTime() - this.#now()) < around);
  }
}

const numberOf = (accountId: string): number => Number(/\d+$/.exec(accountId)?.[0]);

/** The number of a special gathering, by its id or the name of its space. */
export function nthOf(name: string): number | undefined {
  const found = /^(?:special|group)-(\d+)$/.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
}
