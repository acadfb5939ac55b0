import { AppError } from '@unspoken/contract/errors';
import type { Accounts } from '../accounts/service.ts';
import type { Chance } from '../platform/chance.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Followers } from '../platform/followers.ts';
import type { CircleStore } from './store.ts';

export interface CircleOptions {
  readonly store: CircleStore;
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** How one person stands to another's circle. */
export interface Relation {
  readonly addedByMe: boolean;
  readonly addedByOther: boolean;
}

/** Somebody of a person's circle, as that person may know them. */
export interface Matched {
  readonly accountId: string;
  readonly friendID: string;
  readonly firstName: string;
  readonly note: string;
  readonly since: number;
}

/**
 * People who want to meet again. Each adds by themselves; when both have, it is a match, and only a match is a
 * circle: an add that was not returned is shown to nobody. Taking somebody out ends it for both, and tells nobody.
 */
export class Circle {
  readonly #options: CircleOptions;
  readonly #followers = new Followers<[one: string, other: string]>();
  /** Hears of every change between two people, before whoever made it is answered. */
  readonly follow = this.#followers.add;
  readonly #matchFollowers = new Followers<[one: string, other: string]>();
  /** Hears when a match begins or ends. */
  readonly followMatches = this.#matchFollowers.add;

  constructor(options: CircleOptions) {
    this.#options = options;
  }

  async add(adder: string, added: string): Promise<void> {
    const { store, clock, chance } = this.#options;
    const before = await this.relation(adder, added);
    await store.add({ adder, added, friendId: chance.id(), at: new Date(clock.now()) });
    await this.#followers.tell(adder, added);
    const { addedByOther } = await this.relation(adder, added);
    if (addedByOther && !before.addedByMe) await this.#matchFollowers.tell(adder, added);
  }

  async remove(adder: string, added: string): Promise<void> {
    const { addedByMe, addedByOther } = await this.relation(adder, added);
    await this.#options.store.remove(adder, added);
    await this.#followers.tell(adder, added);
    if (addedByMe && addedByOther) await this.#matchFollowers.tell(adder, added);
  }

  async relation(one: string, other: string): Promise<Relation> {
    const adds = await this.#options.store.between(one, other);
    return { addedByMe: adds.some(({ adder }) => adder === one), addedByOther: adds.some(({ adder }) => adder === other) };
  }

  /** Everybody who is a match of this person. */
  async matched(accountId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.#options.store.matches(accountId)).map(({ own }) => own.added));
  }

  /** The circle of a person, by first name. */
  async list(accountId: string): Promise<Matched[]> {
    const { store, accounts } = this.#options;
    const matches = await store.matches(accountId);
    const named = await Promise.all(
      matches.map(async ({ own, since }) => {
        const account = await accounts.byId(own.added);
        const firstName = account?.name.split(/\s+/)[0] ?? '';
        return { accountId: own.added, friendID: own.friendId, firstName, note: own.note, since: since.getTime() };
      }),
    );
    return named.sort((one, other) => one.firstName.localeCompare(other.firstName) || one.since - other.since);
  }

  /** Takes somebody out by their entry in one's list; returns who it was. Throws `not_found`. */
  async removeFriend(accountId: string, friendID: string): Promise<string> {
    const entry = isId(friendID) ? await this.#options.store.byFriendId(accountId, friendID) : undefined;
    if (!entry) throw new AppError('not_found');
    await this.remove(accountId, entry.added);
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

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#options.store.erase(tx, accountId);
  }
}

const isId = (value: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
