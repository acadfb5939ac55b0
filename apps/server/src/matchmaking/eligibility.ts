import { AppError } from '@unspoken/contract/errors';
import { avoidedUntil } from './rules.ts';
import type { MatchmakingOptions } from './service.ts';
import type { WaitingEntry } from './state.ts';

/** Whom somebody may meet, and whom not. */
export type People = Pick<WaitingEntry, 'avoid' | 'only'>;

type Wish = Pick<WaitingEntry, 'pool' | 'noRepeat'>;

/** Whom people may meet by the records, as they are when it is asked. */
export class Company {
  readonly #options: MatchmakingOptions;

  constructor(options: MatchmakingOptions) {
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
