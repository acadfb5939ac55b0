import type { Clock } from '../platform/clock.ts';
import { instantsOf, type OpenDate, type RegularSettings } from './regular.ts';
import type { GatheringRow, GatheringStore } from './store.ts';

export interface UpkeepOptions {
  readonly store: Pick<GatheringStore, 'ahead' | 'transaction' | 'lock' | 'update'>;
  readonly clock: Clock;
  readonly regular: RegularSettings;
  readonly openDates: (now: number) => Promise<readonly OpenDate[]>;
}

/**
 * Keeps the rows of gatherings that are ahead in step with what decides about them: their instants follow from wall time and zone, which a
 * later version of the time-zone data may see otherwise, and regular ones follow the settings of the installation. What changes
 * gets a new revision, and with it a mail to everybody who has registered.
 */
export class Upkeep {
  readonly #options: UpkeepOptions;
  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  async sweep(): Promise<void> {
    const { store, clock, openDates } = this.#options;
    const now = clock.now();
    const open = await openDates(now);
    for (const { id } of await store.ahead(new Date(now)))
      await store.transaction(async (tx) => {
        const row = await store.lock(tx, id);
        const changed = row && this.#changed(row, open);
        if (row && changed)
          await store.update(tx, id, { ...changed, revision: row.revision + 1, changedAt: new Date(clock.now()) });
      });
  }

  /** What has to change of a gathering; undefined if nothing has. */
  #changed(row: GatheringRow, open: readonly OpenDate[]): Partial<GatheringRow> | undefined {
    const { regular } = this.#options;
    const { date, zone } = row;
    if (row.isRegular && zone !== regular.zone && !open.some((each) => each.zone === zone && each.date === date))
      return { state: 'cancelled' };
    const { time, length } = row.isRegular ? regular : { time: row.time, length: row.lengthMs };
    const { startsAt, endsAt } = instantsOf({ date, time, zone, length });
    const isSame = startsAt.getTime() === row.startsAt.getTime() && endsAt.getTime() === row.endsAt.getTime();
    return isSame ? undefined : { time, lengthMs: length, startsAt, endsAt };
  }
}
