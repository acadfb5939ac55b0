import type { Durations } from '@unspoken/contract/durations';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import { avoidedUntil } from './rules.ts';
import type { WaitingEntry } from './state.ts';

/** Whom somebody may meet, and whom not. */
export type People = Pick<WaitingEntry, 'avoid' | 'only'>;

export interface EligibilityOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  /** Why this person may not be paired in this pool, by what is true at this instant, if for anything. */
  readonly standing: (accountId: string, pool: Pool) => Promise<ErrorCode | undefined>;
  /** Whom this person has met since the instant, and when last. */
  readonly metSince: (accountId: string, since: number) => Promise<ReadonlyMap<string, number>>;
  /** Whom this person never meets again. */
  readonly separatedFrom: (accountId: string) => Promise<readonly string[]>;
  /** Whom somebody meets in the pool of a personal invitation, by its name. Throws `invitation_inactive`. */
  readonly invited: (accountId: string, name: string) => Promise<{ readonly only?: readonly string[] }>;
  /** The circle of this person. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
}

type Wish = Pick<WaitingEntry, 'pool' | 'noRepeat'>;

/** Whom people may meet by the records, as they are when it is asked. */
export class Eligibility {
  readonly #options: EligibilityOptions;

  constructor(options: EligibilityOptions) {
    this.#options = options;
  }

  /** Whom somebody may meet, and whom not, if they may meet anybody. Throws why not. */
  async admitted(accountId: string, wish: Wish): Promise<People> {
    const [objected, company] = await Promise.allSettled([
      this.#options.standing(accountId, wish.pool),
      this.of(accountId, wish),
    ]);
    if (objected.status === 'rejected') throw objected.reason;
    if (objected.value) throw new AppError(objected.value);
    if (company.status === 'rejected') throw company.reason;
    return company.value;
  }

  /** Whom somebody may meet, and whom not. Throws `circle_empty`. */
  async of(accountId: string, wish: Wish): Promise<People> {
    const { separatedFrom, matched, invited } = this.#options;
    const [met, apart] = await Promise.all([wish.noRepeat ? this.#metLately(accountId) : {}, separatedFrom(accountId)]);
    const avoid = { ...met, ...Object.fromEntries(apart.map((other) => [other, Number.POSITIVE_INFINITY])) };
    if (wish.pool.poolType === 'personalInvite') return { avoid, ...(await invited(accountId, wish.pool.groupSpace)) };
    if (wish.pool.poolType !== 'myCircle') return { avoid };
    const only = [...(await matched(accountId))];
    if (only.length === 0) throw new AppError('circle_empty');
    return { avoid, only };
  }

  async #metLately(accountId: string): Promise<Record<string, number>> {
    const { clock, durations, metSince } = this.#options;
    const met = await metSince(accountId, clock.now() - durations.avoidRepeatWindow);
    return Object.fromEntries([...met].map(([other, at]) => [other, avoidedUntil(at, durations.avoidRepeatWindow)]));
  }
}
