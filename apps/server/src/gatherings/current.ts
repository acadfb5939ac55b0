import { isCurrent } from '@unspoken/contract/gathering-time';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import type { AttendanceStore } from './attendance-store.ts';
import type { Schedule } from './schedule.ts';
import { timesOf } from './view.ts';

export interface CurrentOptions {
  readonly schedule: Schedule;
  readonly clock: Clock;
  readonly store: Pick<AttendanceStore, 'among'>;
}

/** What other domains have to know of the gatherings that take place now, and of the next one. */
export class CurrentGatherings {
  readonly #options: CurrentOptions;
  constructor(options: CurrentOptions) {
    this.#options = options;
  }

  /** Whether a gathering takes place in this pool. */
  isIn({ poolType, groupSpace }: Pool, now: number): boolean {
    if (poolType !== 'anyone') return false;
    return groupSpace !== 'open' || this.#options.schedule.currentRegular(now) !== undefined;
  }

  /** Which of these accounts have come to a gathering that takes place now. */
  async attending(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { schedule, clock, store } = this.#options;
    const now = clock.now();
    const current = schedule.approved.filter((row) => isCurrent(timesOf(row), now)).map(({ id }) => id);
    return current.length === 0 || accountIds.length === 0 ? new Set() : new Set(await store.among(current, accountIds));
  }

  /** When the next gathering that is listed begins, epoch ms. */
  nextStart(now: number): number | undefined {
    return this.#options.schedule.approved.find(({ listed, startsAt }) => listed && startsAt.getTime() > now)?.startsAt.getTime();
  }
}
