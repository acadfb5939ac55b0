import type { Subscription } from '@unspoken/contract/accounts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Listeners } from '../platform/listeners.ts';
import type { DataSubject } from '../platform/module.ts';
import { type MembershipRow, membershipOf } from './chart.ts';
import type { PlaceStore } from './place-store.ts';
import type { MembershipStore } from './store.ts';

/** What an account may do in experiences other than the minute: everything; one of them, once; nothing. */
export type Right = 'subscriber' | 'try' | 'none';

export interface MembershipOptions {
  readonly store: MembershipStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly places: Pick<PlaceStore, 'at' | 'hasHad' | 'ofAccount' | 'queuedSince' | 'addFormerTrials' | 'erase'>;
  readonly trialHash: (addressKey: string) => string;
  /** The provider's account that counts. */
  readonly providerAccount: () => string | undefined;
  /** The paid membership of an account. */
  readonly paid: (accountId: string, from?: Database) => Promise<MembershipRow | undefined>;
  readonly isSuspended: (accountId: string, from?: Database) => Promise<boolean>;
}

/**
 * Paid membership, and the one experience that everybody may try without it. A try is claimed in the transaction that records an
 * encounter and settled in the one that ends it, so that two simultaneous encounters cannot both use it. Source:
 * requirements/experiences 11.
 */
export class Membership {
  readonly #store: MembershipStore;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #places: MembershipOptions['places'];
  readonly #trialHash: MembershipOptions['trialHash'];
  readonly #providerAccount: MembershipOptions['providerAccount'];
  readonly #paid: MembershipOptions['paid'];
  readonly #isSuspended: MembershipOptions['isSuspended'];
  readonly #listeners = new Listeners<string[]>();
  /** Calls the listener with the accounts whose right may have changed. */
  readonly subscribe = this.#listeners.add;

  constructor({ store, clock, places, trialHash, providerAccount, paid, isSuspended }: MembershipOptions) {
    this.#trialHash = trialHash;
    this.#providerAccount = providerAccount;
    this.#isSuspended = isSuspended;
    this.#store = store;
    this.#clock = clock;
    this.#places = places;
    this.#paid = paid;
  }

  /** To be called after rights may have changed. */
  readonly changed = (accountId: string): Promise<void> => this.#listeners.notify(accountId);

  /** Instants in ISO 8601. */
  async subscription(accountId: string): Promise<Subscription> {
    const now = this.#clock.now();
    const [place, trialUsed, attempt, row] = await Promise.all([
      this.#places.at(accountId, new Date(now), this.#providerAccount()),
      this.#places.hasHad(accountId, 'trial'),
      this.#store.tryOf(accountId),
      this.#paid(accountId),
    ]);
    const isSuspended = (row !== undefined || place !== undefined) && (await this.#isSuspended(accountId));
    const { state, hasRights } = membershipOf(row, isSuspended, now);
    const isShown = row !== undefined && state !== 'none' && state !== 'ended';
    return {
      subscriptionAmount: isShown ? row.nextCents : place ? 0 : null,
      initialPaymentSucceeded: row !== undefined && row.firstPaidAt !== null,
      trialUsed,
      activeSubscription: hasRights || (place !== undefined && !isSuspended),
      freeExperienceUsed: attempt?.usedAt != null,
      pendingInvoice: state === 'actionRequired',
      subscriptionCancelsAt: isShown ? (row.cancelsAt?.toISOString() ?? null) : null,
      trialEnds: isShown ? null : (place?.endsAt.toISOString() ?? null),
    };
  }

  /** A claimed try still counts as available; `claimTry` ensures that only one room holds it. */
  async right(accountId: string, from?: Database): Promise<Right> {
    const now = this.#clock.now();
    const row = await this.#paid(accountId, from);
    const hasRights =
      membershipOf(row, false, now).hasRights ||
      (await this.#places.at(accountId, new Date(now), this.#providerAccount(), from)) !== undefined;
    if (hasRights && !(await this.#isSuspended(accountId, from))) return 'subscriber';
    return (await this.#store.tryOf(accountId, from))?.usedAt ? 'none' : 'try';
  }

  /** Claims the account's try for a room; false if it is used, or another room has claimed it. In the transaction that records the encounter. */
  async claimTry(tx: Database, accountId: string, roomID: string): Promise<boolean> {
    return this.#store.claimTry(tx, { accountId, roomID, claimedAt: new Date(this.#clock.now()) });
  }

  /** Marks the try that this room claimed as used, or releases it. In the transaction that ends the encounter. Idempotent. */
  async settleTry(tx: Database, accountId: string, roomID: string, used: boolean): Promise<void> {
    if (used) await this.#store.markTryUsed(tx, accountId, roomID, new Date(this.#clock.now()));
    else await this.#store.releaseTry(tx, accountId, roomID);
  }

  /** Releases the unused tries that these rooms claimed. */
  releaseTries(tx: Database, rooms: readonly string[]): Promise<void> {
    return this.#store.releaseTriesOf(tx, rooms);
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const attempt = await this.#store.tryOf(accountId);
    return {
      subscription: await this.subscription(accountId),
      places: (await this.#places.ofAccount(accountId)).map(({ kind, beginsAt, endsAt }) => ({ kind, beginsAt, endsAt })),
      placeAskedFor: (await this.#places.queuedSince(accountId))?.toISOString() ?? null,
      freeTry: attempt && { claimedAt: attempt.claimedAt.toISOString(), usedAt: attempt.usedAt?.toISOString() ?? null },
    };
  }

  /** That there was a trial is remembered by a keyed hash, so that it is one for a person. */
  async erase(tx: Database, { accountId, addressKeys }: Pick<DataSubject, 'accountId' | 'addressKeys'>): Promise<void> {
    const hadTrial = await this.#places.hasHad(accountId, 'trial', tx);
    const at = new Date(this.#clock.now());
    if (hadTrial) await this.#places.addFormerTrials(tx, addressKeys.map(this.#trialHash), at);
    await this.#places.erase(tx, accountId);
    await this.#store.erase(tx, accountId);
  }
}
