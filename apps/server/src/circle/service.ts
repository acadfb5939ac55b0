import { AppError } from '@unspoken/contract/errors';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Listeners } from '../platform/listeners.ts';
import type { Random } from '../platform/random.ts';
import type { CircleStore, Match } from './store.ts';

export interface CircleOptions {
  readonly store: CircleStore;
  readonly accounts: Pick<Accounts, 'byId'>;
  /** The accounts that an account is separated from: none of them is a match, whatever the two have added. */
  readonly separatedFrom: (accountId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Whether one person is in another's circle, or has added them. */
export interface Relation {
  readonly addedByMe: boolean;
  readonly addedByOther: boolean;
}

/** A member of a person's circle, as that person may see them. */
export interface Matched {
  readonly accountId: string;
  readonly friendID: string;
  readonly firstName: string;
  readonly note: string;
  readonly since: number;
}

/**
 * People who want to meet again. Each adds the other; when both have, it is a match. Only matches are in the circle: an add that
 * was not returned is shown to nobody. Removing a person ends the match for both, and notifies nobody.
 */
export class Circle {
  readonly #options: CircleOptions;
  readonly #listeners = new Listeners<[one: string, other: string]>();
  /** Calls the listener for every change between two people, before the call that made it is answered. */
  readonly subscribe = this.#listeners.add;
  readonly #matchListeners = new Listeners<[one: string, other: string]>();
  /** Calls the listener when a match begins or ends. */
  readonly subscribeToMatches = this.#matchListeners.add;

  constructor(options: CircleOptions) {
    this.#options = options;
  }

  async add(adder: string, added: string): Promise<void> {
    const { store, clock, random } = this.#options;
    const before = await this.relation(adder, added);
    await store.add({ adder, added, friendId: random.id(), at: new Date(clock.now()) });
    await this.#listeners.notify(adder, added);
    const { addedByOther } = await this.relation(adder, added);
    if (addedByOther && !before.addedByMe) await this.#matchListeners.notify(adder, added);
  }

  async remove(adder: string, added: string): Promise<void> {
    const { addedByMe, addedByOther } = await this.relation(adder, added);
    await this.#options.store.remove(adder, added);
    await this.#listeners.notify(adder, added);
    if (addedByMe && addedByOther) await this.#matchListeners.notify(adder, added);
  }

  /**
   * Ends the match of two people as part of the transaction that separates them. The other's add stays, as it does after a removal,
   * so that the two cases cannot be told apart. The returned function must be called after the commit.
   */
  async part(tx: Database, by: string, other: string): Promise<() => Promise<void>> {
    const { store } = this.#options;
    const adds = await store.between(by, other, tx);
    await store.remove(by, other, tx);
    return async () => {
      await this.#listeners.notify(by, other);
      if (adds.length === 2) await this.#matchListeners.notify(by, other);
    };
  }

  /** The add of a separated person is not visible. */
  async relation(one: string, other: string): Promise<Relation> {
    const { store, separatedFrom } = this.#options;
    const [adds, apart] = await Promise.all([store.between(one, other), separatedFrom(one)]);
    const has = (who: string) => adds.some(({ adder }) => adder === who);
    return { addedByMe: has(one), addedByOther: has(other) && !apart.includes(other) };
  }

  /** All matches of this person. */
  async matched(accountId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.#matches(accountId)).map(({ own }) => own.added));
  }

  /** A separation ends a match, also one made by an add at the same moment. */
  async #matches(accountId: string): Promise<Match[]> {
    const { store, separatedFrom } = this.#options;
    const [matches, apart] = await Promise.all([store.matches(accountId), separatedFrom(accountId)]);
    return apart.length === 0 ? matches : matches.filter(({ own }) => !apart.includes(own.added));
  }

  /** The circle of a person, by first name. */
  async list(accountId: string): Promise<Matched[]> {
    const matches = await this.#matches(accountId);
    const named = await Promise.all(
      matches.map(async ({ own, since }) => {
        const firstName = await this.firstName(own.added);
        return { accountId: own.added, friendID: own.friendId, firstName, note: own.note, since: since.getTime() };
      }),
    );
    return named.sort((one, other) => one.firstName.localeCompare(other.firstName) || one.since - other.since);
  }

  /** The first name of a match; empty if the account is gone. */
  async firstName(accountId: string): Promise<string> {
    return (await this.#options.accounts.byId(accountId))?.name.split(/\s+/)[0] ?? '';
  }

  /** Removes a person by their entry in the list. Throws `not_found`. */
  async removeFriend(accountId: string, friendID: string): Promise<void> {
    await this.remove(accountId, await this.friend(accountId, friendID));
  }

  /** The account of an entry in a person's list. Throws `not_found`. */
  async friend(accountId: string, friendID: string): Promise<string> {
    const entry = isId(friendID) ? await this.#options.store.byFriendId(accountId, friendID) : undefined;
    if (!entry) throw new AppError('not_found');
    return entry.added;
  }

  /** Throws `not_found`. */
  async note(accountId: string, friendID: string, note: string): Promise<void> {
    if (!isId(friendID) || !(await this.#options.store.note(accountId, friendID, note))) throw new AppError('not_found');
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const adds = await this.#options.store.by(accountId);
    return { addedToCircle: adds.map(({ at, note }) => ({ at, note })) };
  }

  async erase(tx: Database, { accountId }: { accountId: string }): Promise<() => Promise<void>> {
    const others = await this.#options.store.erase(tx, accountId);
    return async () => {
      for (const { other, match } of others) {
        await this.#listeners.notify(accountId, other);
        if (match) await this.#matchListeners.notify(accountId, other);
      }
    };
  }
}

export const isId = (value: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
