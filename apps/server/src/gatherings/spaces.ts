import type { Durations } from '@unspoken/contract/durations';
import { isSpaceOpen } from '@unspoken/contract/gathering-time';
import type { Clock } from '../platform/clock.ts';
import type { Schedule } from './schedule.ts';
import type { GatheringRow, GatheringStore } from './store.ts';
import { timesOf } from './view.ts';

export interface SpacesOptions {
  readonly store: Pick<GatheringStore, 'registration'>;
  readonly schedule: Pick<Schedule, 'findByGroup'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'gatheringDoors' | 'gatheringClosing'>;
  /** Somebody is inside the space of a gathering. */
  readonly came: (gathering: GatheringRow, accountId: string) => void;
}

/** Who may be inside a private space: while its doors are open, its host and those who have registered. Source: requirements/gatherings 5. */
export class Spaces {
  readonly #options: SpacesOptions;
  constructor(options: SpacesOptions) {
    this.#options = options;
  }

  async mayEnter(accountId: string, groupID: string): Promise<boolean> {
    const { store, schedule, clock, durations } = this.#options;
    const row = await schedule.findByGroup(groupID);
    if (row?.state !== 'approved' || !isSpaceOpen(timesOf(row), clock.now(), durations)) return false;
    return row.host === accountId || (await store.registration(row.id, accountId)) !== undefined;
  }

  /** An account is inside a space. */
  async entered(accountId: string, groupID: string): Promise<void> {
    const row = await this.#options.schedule.findByGroup(groupID);
    if (row) this.#options.came(row, accountId);
  }
}
