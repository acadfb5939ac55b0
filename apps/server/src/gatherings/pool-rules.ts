import type { ErrorCode } from '@unspoken/contract/errors';
import { isCurrent } from '@unspoken/contract/gathering-time';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Circumstances } from '../matchmaking/service.ts';
import type { Schedule } from './schedule.ts';
import type { GatheringRow, GatheringStore } from './store.ts';
import { timesOf } from './view.ts';

export interface PoolRulesOptions {
  readonly store: Pick<GatheringStore, 'registration'>;
  readonly schedule: Schedule;
  /** Whom an account has met since an instant, and when last, epoch ms. */
  readonly metSince: (accountId: string, since: number) => Promise<ReadonlyMap<string, number>>;
  /** Somebody connects in a gathering. */
  readonly came: (gathering: GatheringRow, accountId: string) => void;
}

/** What matchmaking has to know of gatherings: who may wait in a private space, and what holds between people in a gathering. */
export class PoolRules {
  readonly #options: PoolRulesOptions;
  constructor(options: PoolRulesOptions) {
    this.#options = options;
  }

  /** Why an account may not connect in this private space, if it may not. Source: requirements/gatherings 5.1, 5.5, 5.6. */
  async denial(accountId: string, { groupSpace }: Pool, now: number): Promise<ErrorCode | undefined> {
    const gathering = await this.#options.schedule.findByGroup(groupSpace);
    if (!gathering || gathering.state === 'proposed' || gathering.state === 'refused') return 'gathering_not_found';
    if (gathering.state === 'cancelled' || gathering.endsAt.getTime() <= now) return 'gathering_over';
    const mayEnter = gathering.host === accountId || (await this.#options.store.registration(gathering.id, accountId));
    if (!mayEnter) return 'gathering_not_found';
    return now < gathering.startsAt.getTime() ? 'gathering_not_open' : undefined;
  }

  /** What holds for an account that connects in this pool, if a gathering takes place in it. Source: requirements/gatherings 4.2. */
  async circumstances(accountId: string, pool: Pool, now: number): Promise<Circumstances | undefined> {
    const gathering = await this.#current(pool, now);
    if (!gathering) return undefined;
    const [met, registration] = await Promise.all([
      this.#options.metSince(accountId, gathering.startsAt.getTime()),
      this.#options.store.registration(gathering.id, accountId),
    ]);
    return { met, standsIn: registration?.standsIn ?? false };
  }

  /** An account waits or was paired in this pool. */
  async entered(accountId: string, pool: Pool, now: number): Promise<void> {
    const gathering = await this.#current(pool, now);
    if (gathering) this.#options.came(gathering, accountId);
  }

  async #current({ poolType, groupSpace }: Pool, now: number): Promise<GatheringRow | undefined> {
    if (poolType !== 'anyone') return undefined;
    const { schedule } = this.#options;
    if (groupSpace === 'open') return schedule.currentRegular(now);
    const gathering = await schedule.findByGroup(groupSpace);
    return gathering && isCurrent(timesOf(gathering), now) ? gathering : undefined;
  }
}
