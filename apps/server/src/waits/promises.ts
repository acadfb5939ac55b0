import { minuteType, type Pool, poolKey } from '@unspoken/contract/matchmaking';
import type { WaitPromise } from '@unspoken/contract/waits';
import type { Clock } from '../platform/clock.ts';
import { SharedCount } from '../platform/shared-count.ts';
import { promiseOf, type WaitsOfLength } from './rules.ts';
import type { WaitStore } from './store.ts';

export interface PromisesOptions {
  readonly store: Pick<WaitStore, 'atThisHour'>;
  readonly clock: Clock;
  /** The types, besides the minute, of which something is said. */
  readonly types: () => readonly string[];
  /** How many wait, by the key of the pool. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  /** Whether somebody waits in this pool with whom the account would be paired if it connected now. */
  readonly couldMeet: (accountId: string, pool: Pool) => Promise<boolean>;
}

type WaitsByPool = ReadonlyMap<string, readonly WaitsOfLength[]>;

/** For how long what was read serves everybody, and may do so while it is read again, ms. */
const freshFor = 60_000;
const shownFor = 2 * freshFor;

/** Says truthfully how long somebody who connects now is likely to wait. */
export class WaitPromises {
  readonly #options: PromisesOptions;
  readonly #read: SharedCount<WaitsByPool>;

  constructor(options: PromisesOptions) {
    this.#options = options;
    this.#read = new SharedCount({ now: () => options.clock.now(), freshFor, shownFor });
  }

  /** By `{type}:anyone` and `{type}:myCircle`, as the counts are. Source: requirements/waits 3. */
  async of(accountId: string): Promise<Record<string, WaitPromise>> {
    const [waits, waiting] = await Promise.all([this.#waits(), this.#options.waiting()]);
    const said = this.#pools().map(async (pool): Promise<[string, WaitPromise]> => {
      const key = poolKey(pool);
      const somebody = waiting.get(key) && (await this.#options.couldMeet(accountId, pool));
      return [`${pool.experienceType}:${pool.poolType}`, somebody ? { kind: 'somebody' } : promiseOf(waits.get(key) ?? [])];
    });
    return Object.fromEntries(await Promise.all(said));
  }

  #pools(): Pool[] {
    const types = [minuteType, ...this.#options.types()];
    return types.flatMap((experienceType) =>
      (['anyone', 'myCircle'] as const).map((poolType) => ({ experienceType, poolType, groupSpace: 'open' })),
    );
  }

  /** Reads the waits at most once a minute, for all members. */
  #waits(): Promise<WaitsByPool> {
    const { store, clock } = this.#options;
    const pools = this.#pools().map(poolKey);
    return this.#read.read(pools.join(), () => store.atThisHour(pools, new Date(clock.now())));
  }
}
