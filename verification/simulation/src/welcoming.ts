import type { Durations } from '@unspoken/contract/durations';
import type { LengthWish, ShortLength } from '@unspoken/contract/lengths';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import type { WaitingEntry } from '@unspoken/server/matchmaking/state';
import type { WelcomePart } from '@unspoken/server/matchmaking/welcome';
import { PageVersions } from './page-versions.ts';
import type { SeededRandom } from './seeded-random.ts';

interface WelcomingOptions {
  readonly now: () => number;
  readonly durations: Durations;
  readonly store: MemoryEncounterStore;
  /** Whether several processes share the matchmaking state: then it is not known when one has heard of a welcomer. */
  readonly isShared: boolean;
}

interface Pairing {
  readonly first: WaitingEntry;
  readonly second: WaitingEntry;
  /** All who waited and could have been paired with the second, the eldest first. */
  readonly compatible: readonly WaitingEntry[];
}

/** After so many completed minutes nobody is new here: with the one of the product there would be nobody new left. */
const noLongerNewAfter = 4;
/** What a process has heard of a welcomer is relied upon for a little shorter than the process does, ms. */
const margin = 5_000;
const ranks: Record<string, number> = { short: 1, medium: 2 };
const rank = ({ length }: LengthWish) => ranks[`${length}`] ?? 3;

/** Short meetings and welcomers in a world: what people wish and are, kept apart from what pages and processes make of it. */
export class WorldWelcoming {
  readonly #options: WelcomingOptions;
  readonly #choices = new Map<string, LengthWish>();
  /** By account and request: what was wished with it. */
  readonly #wishes = new Map<string, LengthWish>();
  readonly #passedOver = new Set<string>();
  /** When welcomers have connected, since the process knows of it. */
  #welcomers: number[] = [];
  readonly #versions = new PageVersions();

  constructor(options: WelcomingOptions) {
    this.#options = options;
  }

  readonly partOf: WelcomePart = async (accountId) => {
    if (isWelcomer(accountId)) return { welcomes: true };
    return this.#isNew(accountId) ? { isNew: true } : {};
  };

  #isNew(accountId: string): boolean {
    if (isWelcomer(accountId)) return false;
    let completed = 0;
    for (const { a, b, end } of this.#options.store.rows.values())
      if (end?.completed && (a === accountId || b === accountId)) completed++;
    return completed < noLongerNewAfter;
  }

  /** Whether the next page of this account is of a version that has short meetings. */
  hasThem(accountId: string, random: SeededRandom): boolean {
    return this.#versions.hasIt(accountId, random);
  }

  choiceOf(accountId: string): LengthWish {
    return this.#choices.get(accountId) ?? {};
  }

  choose(accountId: string, choice: LengthWish): void {
    this.#choices.set(accountId, choice);
  }

  /** A page has made this request. A page that was reloaded goes on with what was wished before. */
  requested(accountId: string, clickID: string, wish: LengthWish): void {
    const key = `${accountId} ${clickID}`;
    if (!this.#wishes.has(key)) this.#wishes.set(key, wish);
  }

  lengthOf(roomID: string): ShortLength | undefined {
    return this.#options.store.rows.get(roomID)?.length;
  }

  /** The state of the only process is lost, or what it has heard. */
  forget(): void {
    this.#passedOver.clear();
    this.#welcomers = [];
  }

  /** Somebody waits, or is paired. */
  admitted({ accountId, pool }: WaitingEntry): void {
    if (isWelcomer(accountId) && isAmongStrangers(pool)) this.#welcomers.push(this.#options.now());
  }

  /** What is wrong with whom the state has chosen for somebody, if anything. */
  choiceProblem({ first, second, compatible }: Pairing): string | undefined {
    const now = this.#options.now();
    const overtaken = compatible.filter(({ queuedAt }) => queuedAt < first.queuedAt);
    const isForNewcomer = isAmongStrangers(second.pool) && isWelcomer(second.accountId) && this.#isNew(first.accountId);
    for (const each of overtaken) {
      if (!isForNewcomer) return `${each.accountId} was overtaken by ${first.accountId}`;
      if (!this.#canBePassedOver(each, now)) return `${each.accountId} was passed over for ${first.accountId}`;
      this.#passedOver.add(keyOf(each));
    }
    if (isForNewcomer || !isWelcomer(second.accountId) || !isAmongStrangers(second.pool)) return undefined;
    for (const each of compatible) {
      if (this.#isNew(each.accountId)) return `${each.accountId}, who is new, was not preferred by ${second.accountId}`;
      if (each.orderAfter === undefined || !this.#canBePassedOver(each, now)) return undefined;
    }
    return undefined;
  }

  #canBePassedOver(entry: WaitingEntry, now: number): boolean {
    return now - entry.queuedAt < this.#options.durations.welcomeWait && !this.#passedOver.has(keyOf(entry));
  }

  /** What is wrong with a room of these two, and by which promise. */
  *roomProblems(roomID: string, first: WaitingEntry, second: WaitingEntry): Generator<{ promise: string; seen: string }> {
    const [one, other] = [first, second].map((each) => this.#wishes.get(keyOf(each)));
    const length = this.lengthOf(roomID);
    if (one && other) {
      const [longer, shorter] = rank(one) >= rank(other) ? [one, other] : [other, one];
      if (rank(longer) !== rank(shorter) && !longer.orShorter)
        yield { promise: 'MAT-40', seen: `${roomID} is shorter than one of the two has agreed to` };
      if (length !== shorter.length)
        yield { promise: 'MAT-40', seen: `${roomID} lasts ${length ?? 'a minute'}, and not ${shorter.length ?? 'a minute'}` };
    }
    for (const [newcomer, partner] of [
      [first, second],
      [second, first],
    ] as const)
      if (this.#isNew(newcomer.accountId) && this.#shouldWait(newcomer, partner))
        yield { promise: 'MAT-41', seen: `${newcomer.accountId}, who is new, did not wait for a welcomer` };
  }

  #shouldWait(...[newcomer, partner]: readonly [WaitingEntry, WaitingEntry]): boolean {
    const { now, isShared, durations } = this.#options;
    if (isShared || isWelcomer(partner.accountId) || !isAmongStrangers(partner.pool)) return false;
    return [newcomer, partner].every(({ queuedAt }) => {
      const isAbout = this.#welcomers.some((at) => at < queuedAt && queuedAt - at < durations.welcomersAbout - margin);
      return isAbout && now() - queuedAt < durations.welcomeWait;
    });
  }
}

/** Every third person is a welcomer. */
const isWelcomer = (accountId: string): boolean => Number(accountId.slice('person-'.length)) % 3 === 2;
/** Where newcomers are welcomed, and meetings can be shorter. */
export const isAmongStrangers = ({ experienceType, poolType, groupSpace }: Pool): boolean =>
  experienceType === 'oneminute' && poolType === 'anyone' && groupSpace === 'open';
const keyOf = ({ accountId, clickID }: WaitingEntry) => `${accountId} ${clickID}`;
