import type { WaitingEntry } from '@unspoken/server/matchmaking/state';

interface SeniorityOptions {
  readonly now: () => number;
  /** How long an entry is reserved after its socket is lost, ms. */
  readonly reservationLife: number;
  /** How much later than the matchmaking state the audit may learn of something, ms. */
  readonly tolerance: number;
}

/** The longest time a process is cut off from Redis, plus its lease, plus the time its users take to reconnect, ms. */
const longestCut = 40_000;

/** Checks seniority: a connect request keeps its queuing time unless it has been without a socket for too long. */
export class Seniority {
  readonly #options: SeniorityOptions;
  /** By account: a later request of the same person ends the earlier one, whether or not its tab could be notified. */
  readonly #requests = new Map<string, { readonly clickID: string; readonly queuedAt: number }>();
  readonly #awaySince = new Map<string, number>();
  readonly #cutOffAt = new Map<string, number>();
  /** By account: when the requests were made that failed at their process. Redis may have executed them all the same. */
  readonly #unanswered = new Map<string, Set<number>>();

  constructor(options: SeniorityOptions) {
    this.#options = options;
  }

  /** The matchmaking state has been lost, and with it the seniority of every request. */
  stateLost(): void {
    this.#requests.clear();
    this.#awaySince.clear();
  }

  /** A request made at `queuedAt` has failed without an answer: it may have ended the one before, and its seniority. */
  unanswered(accountId: string, queuedAt: number): void {
    this.#unanswered.set(accountId, (this.#unanswered.get(accountId) ?? new Set()).add(queuedAt));
  }

  /**
   * The process that these accounts are connected to cannot reach Redis. When its lease runs out, the others take it for dead and
   * reserve the entries of its users as for any lost socket, however well its users are connected to it.
   */
  cutOff(accountIds: Iterable<string>): void {
    const now = this.#options.now();
    for (const accountId of accountIds)
      if (now - (this.#cutOffAt.get(accountId) ?? Number.NEGATIVE_INFINITY) > longestCut) this.#cutOffAt.set(accountId, now);
  }

  left(accountId: string, at: number): void {
    if (!this.#awaySince.has(accountId)) this.#awaySince.set(accountId, at);
  }

  /** The user of this entry gets ready to connect; the position is reserved from the first announcement on, if none is missing. */
  announced({ accountId, clickID, queuedAt }: WaitingEntry, at: number): void {
    const { reservationLife, tolerance } = this.#options;
    const previous = this.#requests.get(accountId);
    const left = this.#awaySince.get(accountId);
    const continues = previous?.clickID === clickID && left !== undefined && at - left < reservationLife - tolerance;
    this.#requests.set(accountId, { clickID, queuedAt: continues ? previous.queuedAt : queuedAt });
    this.#awaySince.set(accountId, at);
  }

  /** What is wrong with the seniority of this entry, if anything. */
  problem({ accountId, clickID, queuedAt }: WaitingEntry): string | undefined {
    const { now, reservationLife, tolerance } = this.#options;
    const previous = this.#requests.get(accountId);
    const first = previous?.clickID === clickID ? previous.queuedAt : queuedAt;
    const left = this.#awaySince.get(accountId);
    const away = left === undefined ? 0 : now() - left;
    this.#awaySince.delete(accountId);
    this.#requests.set(accountId, { clickID, queuedAt });
    const cutOff = now() - (this.#cutOffAt.get(accountId) ?? Number.NEGATIVE_INFINITY);
    this.#cutOffAt.delete(accountId);
    const isReleased = cutOff >= reservationLife && cutOff < longestCut + reservationLife + tolerance;
    const isReplaced = this.#unanswered.get(accountId)?.has(queuedAt) ?? false;
    if (queuedAt > first && away < reservationLife - tolerance && !isReplaced && !isReleased)
      return `${accountId} lost the position of ${clickID}: ${first} became ${queuedAt}`;
    if (queuedAt <= first && this.#wasQueued(first, left) && away >= reservationLife + tolerance)
      return `${accountId} kept the place of ${clickID} for ${Math.round(away)} ms without a socket`;
    return undefined;
  }

  #wasQueued(first: number, left: number | undefined): boolean {
    return left !== undefined && first <= left;
  }
}
