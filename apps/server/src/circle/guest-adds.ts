import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { hashOf } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Listeners } from '../platform/listeners.ts';
import type { Random } from '../platform/random.ts';
import type { GuestAddStore } from './guest-add-store.ts';
import { type Circle, isId } from './service.ts';

export interface GuestAddsOptions {
  readonly store: GuestAddStore;
  readonly circle: Pick<Circle, 'add' | 'relation'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly durations: Pick<Durations, 'guestAddsRetention'>;
}

/**
 * A guest has no circle: their add of their host is pending until they have an account. The guest's browser keeps the claim, a
 * secret that redeems the add once; then the host is asked, and may answer.
 */
export class GuestAdds {
  readonly #options: GuestAddsOptions;
  readonly #listeners = new Listeners<[host: string]>();
  /** Calls the listener with a host when a former guest has redeemed an add of theirs, or the host has answered one. */
  readonly subscribe = this.#listeners.add;

  constructor(options: GuestAddsOptions) {
    this.#options = options;
  }

  /** Keeps the add of the host by the guest of this encounter; returns the claim, which replaces an earlier one. */
  async keep(roomId: string, host: string): Promise<string> {
    const { store, clock, random } = this.#options;
    const claim = this.claimOfNothing();
    await store.add({ id: random.id(), roomId, claimHash: hashOf(claim), host, createdAt: new Date(clock.now()) });
    return claim;
  }

  /** What a claim looks like: for a guest who must not learn that their add has not been kept. */
  claimOfNothing(): string {
    return this.#options.random.secret(16);
  }

  /** The two of an encounter are separated: removes the add. Returns the account that the guest has now, if it is known. */
  async end(roomId: string): Promise<string | undefined> {
    return (await this.#options.store.takeOf(roomId))?.member ?? undefined;
  }

  /** Adds the host for the former guest, who has this account now. Throws `not_found`. */
  async claim(accountId: string, claim: string): Promise<void> {
    const { store, circle, clock, durations } = this.#options;
    const at = new Date(clock.now());
    const since = new Date(clock.now() - durations.guestAddsRetention);
    const add = await store.claim(hashOf(claim), accountId, { since, at });
    if (!add) throw new AppError('not_found');
    // Somebody who signed in as the host: nobody adds themselves.
    if (add.host === accountId) await store.take(add.host, add.id);
    else await circle.add(accountId, add.host);
    await this.#listeners.notify(add.host);
  }

  /** The former guests who have added this host and await an answer; not those whose add is gone, or who are separated. */
  async awaiting(host: string): Promise<{ guestID: string; since: number }[]> {
    const { store, circle } = this.#options;
    const open = await Promise.all(
      (await store.awaiting(host)).map(async ({ id, member, createdAt }) => {
        const { addedByMe, addedByOther } = await circle.relation(host, member);
        return addedByOther && !addedByMe ? [{ guestID: id, since: createdAt.getTime() }] : [];
      }),
    );
    return open.flat();
  }

  /** The answer of the host. Throws `not_found`. */
  async answer(host: string, guestID: string, add: boolean): Promise<void> {
    const { store, circle } = this.#options;
    const pending = isId(guestID) ? await store.take(host, guestID) : undefined;
    if (!pending) throw new AppError('not_found');
    if (add) await circle.add(host, pending.member);
    await this.#listeners.notify(host);
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const own = await this.#options.store.by(accountId);
    return { guestAdds: own.map(({ createdAt }) => ({ createdAt })) };
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#options.store.erase(tx, accountId);
  }

  /** Deletes the adds that are older than this. */
  forget(before: Date): Promise<void> {
    return this.#options.store.forget(before);
  }
}
