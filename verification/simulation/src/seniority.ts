import type { WaitingEntry } from '@unspoken/server/matchmaking/state';

interface SeniorityOptions {
  readonly now: () => number;
  /** How long a lost socket keeps its place, ms. */
  readonly placeKept: number;
  /** How much later than the book this may learn of something, ms. */
  readonly tolerance: number;
}

/** The longest time that a process is cut off from Redis, with what its lease lasts and its users take to come back, ms. */
const longestCut = 40_000;

/** Who may stand where: a request keeps the place it once had, unless it has been without a socket for too long. */
export class Seniority {
  readonly #options: SeniorityOptions;
  /** By account: a later request of the same person ends what an earlier one had, whether or not its tab could be told. */
  readonly #places = new Map<string, { readonly clickID: string; readonly since: number }>();
  readonly #awaySince = new Map<string, number>();
  readonly #cutOffAt = new Map<string, number>();
  /** When the requests were made that failed at their process, by account: Redis may have executed them all the same. */
  readonly #unanswered = new Map<string, Set<number>>();

  constructor(options: SeniorityOptions) {
    this.#options = options;
  }

  /** The book has forgotten who waits since when. */
  bookLost(): void {
    this.#places.clear();
    this.#awaySince.clear();
  }

  /** A request, made at `since`, has had no answer: it may have ended the one before, and given its place up. */
  unanswered(accountId: string, since: number): void {
    this.#unanswered.set(accountId, (this.#unanswered.get(accountId) ?? new Set()).add(since));
  }

  /**
   * The process that these accounts are connected with cannot reach Redis. When its lease runs out, the others take it to be gone, and
   * reserve the places of its users as for any lost socket, however well its users are connected with it.
   */
  cutOff(accountIds: Iterable<string>): void {
    const now = this.#options.now();
    for (const accountId of accountIds)
      if (now - (this.#cutOffAt.get(accountId) ?? Number.NEGATIVE_INFINITY) > longestCut) this.#cutOffAt.set(accountId, now);
  }

  left(accountId: string, at: number): void {
    if (!this.#awaySince.has(accountId)) this.#awaySince.set(accountId, at);
  }

  /** What is wrong with the place somebody has got, if anything. */
  objection({ accountId, clickID, since }: WaitingEntry): string | undefined {
    const { now, placeKept, tolerance } = this.#options;
    const had = this.#places.get(accountId);
    const first = had?.clickID === clickID ? had.since : since;
    const left = this.#awaySince.get(accountId);
    const away = left === undefined ? 0 : now() - left;
    this.#awaySince.delete(accountId);
    this.#places.set(accountId, { clickID, since });
    const cutOff = now() - (this.#cutOffAt.get(accountId) ?? Number.NEGATIVE_INFINITY);
    this.#cutOffAt.delete(accountId);
    const isReleased = cutOff >= placeKept && cutOff < longestCut + placeKept + tolerance;
    const isReplaced = this.#unanswered.get(accountId)?.has(since) ?? false;
    if (since > first && away < placeKept - tolerance && !isReplaced && !isReleased)
      return `${accountId} lost the place they had with ${clickID}: ${first} became ${since}`;
    if (since <= first && this.#hadPlace(first, left) && away >= placeKept + tolerance)
      return `${accountId} kept the place of ${clickID} for ${Math.round(away)} ms without a socket`;
    return undefined;
  }

  #hadPlace(first: number, left: number | undefined): boolean {
    return left !== undefined && first <= left;
  }
}
