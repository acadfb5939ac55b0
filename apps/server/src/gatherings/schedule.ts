import { isCurrent } from '@unspoken/contract/gathering-time';
import { gatheringLimits } from '@unspoken/contract/gatherings';
import type { Clock } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import { listedAhead, listedBefore, type OpenDate, type RegularSettings, regularDates, regularRow } from './regular.ts';
import type { GatheringRow, GatheringStore } from './store.ts';
import { timesOf } from './view.ts';

export interface ScheduleOptions {
  readonly store: Pick<GatheringStore, 'between' | 'byId' | 'byGroup'>;
  readonly clock: Clock;
  readonly regular: RegularSettings;
  /** The dates on which a regular gathering of a further zone takes place. */
  readonly openDates: (now: number) => Promise<readonly OpenDate[]>;
  /** How often what other processes have changed is read, ms. */
  readonly interval: number;
  readonly fault: (error: unknown) => void;
}

const day = 24 * 3_600_000;

/**
 * Every gathering around now: those with a row, and the regular ones that are computed until somebody registers. A copy in memory
 * answers what each connect request has to know; what is written asks the database.
 */
export class Schedule {
  readonly #options: ScheduleOptions;
  #rows: readonly GatheringRow[] = [];
  /** The regular gatherings as they are computed, also those that have a row. */
  #computed: readonly GatheringRow[] = [];
  #approved: readonly GatheringRow[] = [];
  #stop: (() => void) | undefined;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { clock, interval, fault } = this.#options;
    await this.refresh();
    this.#stop = every(clock, interval, () => this.refresh(), fault);
  }

  stop(): void {
    this.#stop?.();
  }

  async refresh(): Promise<void> {
    const { store, clock, regular, openDates } = this.#options;
    const now = clock.now();
    const [rows, open] = await Promise.all([
      store.between(new Date(now - 2 * day), new Date(now + listedAhead + day)),
      openDates(now),
    ]);
    this.#rows = rows;
    const dates = [...regularDates(regular.zone, now), ...open];
    this.#computed = dates.map((date) => regularRow(date, regular, gatheringLimits.capacity));
    const written = new Set(rows.map(({ id }) => id));
    this.#approved = [
      ...this.#computed.filter(({ id }) => !written.has(id)),
      ...rows.filter(({ state }) => state === 'approved'),
    ].toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || (one.id < other.id ? -1 : 1));
  }

  /** All approved gatherings around now, by start, then by id. Private ones that are not listed are among them. */
  get approved(): readonly GatheringRow[] {
    return this.#approved;
  }

  /** The gatherings of the list: approved, from a day ago to sixty days ahead. Source: requirements/gatherings 1.7. */
  listed(now = this.#options.clock.now()): GatheringRow[] {
    return this.#approved.filter(
      ({ startsAt, endsAt }) => endsAt.getTime() > now - listedBefore && startsAt.getTime() < now + listedAhead,
    );
  }

  /** A gathering as the database has it, or as it is computed; undefined if there is none. Also one that is not approved. */
  async find(id: string): Promise<GatheringRow | undefined> {
    return (await this.#options.store.byId(id)) ?? this.#computed.find((each) => each.id === id);
  }

  /** The gathering with this private space. */
  async findByGroup(groupId: string): Promise<GatheringRow | undefined> {
    return this.#rows.find((row) => row.groupId === groupId) ?? (await this.#options.store.byGroup(groupId));
  }

  /** The regular gathering that takes place now, if one does; of several the one that ends first. */
  currentRegular(now: number): GatheringRow | undefined {
    return this.#approved
      .filter((row) => row.isRegular && isCurrent(timesOf(row), now))
      .toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime())[0];
  }
}
