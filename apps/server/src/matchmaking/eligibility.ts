import type { Durations } from '@unspoken/contract/durations';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import { avoidedUntil } from './rules.ts';
import type { WaitingEntry } from './state.ts';

/** Whom a person may meet, and whom not. */
export type People = Pick<WaitingEntry, 'avoid' | 'only'>;

export interface EligibilityOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  /** The reason why this person may not be paired in this pool at this instant, if there is one. */
  readonly connectDenialReason: (accountId: string, pool: Pool) => Promise<ErrorCode | undefined>;
  /** Whom this person has met since an instant, and when last. */
  readonly metSince: (accountId: string, since: number) => Promise<ReadonlyMap<string, number>>;
  /** Whom this person never meets again. */
  readonly separatedFrom: (accountId: string) => Promise<readonly string[]>;
  /** Whom a person meets in the pool of a personal invitation, by its name. Throws `invitation_inactive`. */
  readonly invitationEligibility: (accountId: string, name: string) => Promise<{ readonly only?: readonly string[] }>;
  /** The circle of this person. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
}

type EligibilityRequest = Pick<WaitingEntry, 'pool' | 'noRepeat'>;

/** Whom people may meet according to the records at the time of the call. */
export class Eligibility {
  readonly #options: EligibilityOptions;

  constructor(options: EligibilityOptions) {
    this.#options = options;
  }

  /** Whom a person may meet, and whom not. Throws the reason if they may not be paired at all. */
  async admitted(accountId: string, request: EligibilityRequest): Promise<People> {
    const [denial, eligible] = await Promise.allSettled([
      this.#options.connectDenialReason(accountId, request.pool),
      this.of(accountId, request),
    ]);
    if (denial.status === 'rejected') throw denial.reason;
    if (denial.value) throw new AppError(denial.value);
    if (eligible.status === 'rejected') throw eligible.reason;
    return eligible.value;
  }

  /** Whom a person may meet, and whom not. Throws `circle_empty`. */
  async of(accountId: string, request: EligibilityRequest): Promise<People> {
    const { separatedFrom, matched, invitationEligibility } = this.#options;
    const [met, apart] = await Promise.all([request.noRepeat ? this.#metLately(accountId) : {}, separatedFrom(accountId)]);
    const avoid = { ...met, ...Object.fromEntries(apart.map((other) => [other, Number.POSITIVE_INFINITY])) };
    if (request.pool.poolType === 'personalInvite')
      return { avoid, ...(await invitationEligibility(accountId, request.pool.groupSpace)) };
    if (request.pool.poolType !== 'myCircle') return { avoid };
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
