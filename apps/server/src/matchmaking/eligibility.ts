import type { Durations } from '@unspoken/contract/durations';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import { type People, type PoolCircumstances, withPeople } from './circumstances.ts';
import { avoidedUntil, mayPair } from './rules.ts';
import type { WaitingEntry, Welcoming } from './state.ts';

export interface EligibilityOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  /** The reason why this person may not be paired in this pool at this instant, if there is one. `isAttempt` unless nobody has asked. */
  readonly connectDenialReason: (accountId: string, pool: Pool, isAttempt?: boolean) => Promise<ErrorCode | undefined>;
  /** Whom this person has met since an instant, and when last. */
  readonly metSince: (accountId: string, since: number) => Promise<ReadonlyMap<string, number>>;
  /** Whom this person never meets again. */
  readonly separatedFrom: (accountId: string) => Promise<readonly string[]>;
  /** Whom a person meets in the pool of a personal invitation, by its name. Throws `invitation_inactive`. */
  readonly invitationEligibility: (accountId: string, name: string) => Promise<{ readonly only?: readonly string[] }>;
  /** The circle of this person. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
  /** What holds for this person in this pool, if a gathering takes place in it. */
  readonly circumstances: PoolCircumstances;
  /** Which part this person has in the welcoming of newcomers in this pool now. */
  readonly welcoming: (accountId: string, pool: Pool) => Promise<Welcoming | undefined>;
}

type EligibilityRequest = Pick<WaitingEntry, 'pool' | 'noRepeat'>;

/** Whom people may meet according to the records at the time of the call. */
export class Eligibility {
  readonly #options: EligibilityOptions;

  constructor(options: EligibilityOptions) {
    this.#options = options;
  }

  /** An entry with whom its person may meet now. Throws the reason if they may not be paired at all. */
  async renewed(entry: WaitingEntry, isAttempt = true): Promise<WaitingEntry> {
    return withPeople(entry, await this.admitted(entry.accountId, entry, isAttempt), this.#options.durations);
  }

  /** Whom a person may meet, and whom not. Throws the reason if they may not be paired at all. */
  async admitted(accountId: string, request: EligibilityRequest, isAttempt = true): Promise<People> {
    const [denial, eligible, welcoming] = await Promise.allSettled([
      this.#options.connectDenialReason(accountId, request.pool, isAttempt),
      this.of(accountId, request),
      this.#options.welcoming(accountId, request.pool),
    ]);
    if (denial.status === 'rejected') throw denial.reason;
    if (denial.value) throw new AppError(denial.value);
    if (eligible.status === 'rejected') throw eligible.reason;
    if (welcoming.status === 'rejected') throw welcoming.reason;
    return { ...eligible.value, ...(welcoming.value && { welcoming: welcoming.value }) };
  }

  /**
   * Whether an account would be paired with one of these waiting people if it connected now, also if it avoids those whom it met lately. That
   * a newcomer waits a few seconds for a welcomer does not count.
   */
  async couldMeet(accountId: string, pool: Pool, waiting: readonly WaitingEntry[]): Promise<boolean> {
    const now = this.#options.clock.now();
    const request = { accountId, connectionId: '', node: '', clickID: '', pool, queuedAt: now, askedAt: now, avoid: {} };
    try {
      const { orderAfter: _, ...entry } = await this.renewed({ ...request, noRepeat: true }, false);
      return waiting.some((other) => mayPair(entry, other, now));
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /**
   * Whether two may be paired by what is recorded now: the state knows what was true when each of the two connected. Whom it has preferred
   * is not decided again.
   */
  async mayStillMeet(first: WaitingEntry, second: WaitingEntry): Promise<boolean> {
    const { connectDenialReason, clock, durations } = this.#options;
    try {
      const [people, ...denials] = await Promise.all([
        this.of(first.accountId, first),
        ...[first, second].map(({ accountId, pool }) => connectDenialReason(accountId, pool)),
      ]);
      const waited = withPeople(first, people, durations);
      return denials.every((each) => each === undefined) && mayPair(waited, second, clock.now());
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Whom a person may meet, and whom not. Throws `circle_empty`. */
  async of(accountId: string, { pool, noRepeat }: EligibilityRequest): Promise<People> {
    const { clock, separatedFrom, circumstances: circumstancesOf } = this.#options;
    const [met, apart, circumstances] = await Promise.all([
      noRepeat ? this.#metLately(accountId) : {},
      separatedFrom(accountId),
      circumstancesOf(accountId, pool, clock.now()),
    ]);
    const avoid = { ...met, ...Object.fromEntries(apart.map((other) => [other, Number.POSITIVE_INFINITY])) };
    return { avoid, ...(await this.#wanted(accountId, pool)), ...(circumstances && { circumstances }) };
  }

  async #wanted(accountId: string, { poolType, groupSpace }: Pool): Promise<Pick<People, 'only'>> {
    if (poolType === 'personalInvite') return this.#options.invitationEligibility(accountId, groupSpace);
    if (poolType !== 'myCircle') return {};
    const only = [...(await this.#options.matched(accountId))];
    if (only.length === 0) throw new AppError('circle_empty');
    return { only };
  }

  async #metLately(accountId: string): Promise<Record<string, number>> {
    const { clock, durations, metSince } = this.#options;
    const met = await metSince(accountId, clock.now() - durations.avoidRepeatWindow);
    return Object.fromEntries([...met].map(([other, at]) => [other, avoidedUntil(at, durations.avoidRepeatWindow)]));
  }
}
