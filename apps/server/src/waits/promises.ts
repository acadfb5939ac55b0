import { minuteType, type Pool, poolKey } from '@unspoken/contract/matchmaking';
import type { WaitPromise } from '@unspoken/contract/waits';
import type { Clock } from '../platform/clock.ts';
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

interface Read {
  readonly at: number;
  readonly waits: Promise<ReadonlyMap<string, readonly WaitsOfLength[]>>;
}

/** For how long what was read serves everybody, ms. */
const fresh = 60_000;

/** Says truthfully how long somebody who connects now is likely to wait. */
export class WaitPromises {
  readonly #options: PromisesOptions;
  #read: Read | undefined;

  constructor(options: PromisesOptions) {
    this.#options = options;
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
  #waits(): Read['waits'] {
    const { store, clock } = this.#options;
    const at = clock.now();
    if (this.#read && at - this.#read.at < fresh && at >= this.#read.at) return this.#read.waits;
    const waits = store.atThisHour(this.#pools().map(poolKey), new Date(at));
    const read = { at, waits };
    this.#read = read;
    // What failed is not kept.
    waits.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return waits;
  }
}
