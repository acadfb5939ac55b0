import type { Subscription } from '@unspoken/contract/accounts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Listeners } from '../platform/listeners.ts';
import { type MembershipRow, membershipOf } from './chart.ts';
import type { MembershipStore } from './store.ts';

/** What an account may do in experiences other than the minute: everything; one of them, once; nothing. */
export type Right = 'subscriber' | 'try' | 'none';

/** A paid membership, and whether its owner is suspended. */
export interface PaidMembership {
  readonly row: MembershipRow | undefined;
  readonly isSuspended: boolean;
}

export interface MembershipOptions {
  readonly store: MembershipStore;
  readonly clock: Pick<Clock, 'now'>;
  /** The paid membership of an account; without it nobody has one. */
  readonly paid?: (accountId: string, from?: Database) => Promise<PaidMembership>;
}

const nothingPaid = async (): Promise<PaidMembership> => ({ row: undefined, isSuspended: false });

/**
 * Paid membership, and the one experience that everybody may try without it. A try is claimed in the transaction that records an
 * encounter and settled in the one that ends it, so that two simultaneous encounters cannot both use it. Source:
 * requirements/experiences 11.
 */
export class Membership {
  readonly #store: MembershipStore;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #paid: NonNullable<MembershipOptions['paid']>;
  readonly #listeners = new Listeners<string[]>();
  /** Calls the listener with the accounts whose right may have changed. */
  readonly subscribe = this.#listeners.add;

  constructor({ store, clock, paid = nothingPaid }: MembershipOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#paid = paid;
  }

  /** To be called after rights may have changed. */
  readonly changed = (accountId: string): Promise<void> => this.#listeners.notify(accountId);

  /** Instants in ISO 8601. */
  async subscription(accountId: string): Promise<Subscription> {
    const [granted, attempt, { row, isSuspended }] = await Promise.all([
      this.#store.of(accountId),
      this.#store.tryOf(accountId),
      this.#paid(accountId),
    ]);
    const { state, hasRights } = membershipOf(row, isSuspended, this.#clock.now());
    const isShown = state !== 'none' && state !== 'ended';
    return {
      subscriptionAmount: isShown && row ? row.nextCents : (granted?.amount ?? null),
      initialPaymentSucceeded: row ? row.firstPaidAt !== null : (granted?.initialPaymentSucceeded ?? false),
      trialUsed: granted?.trialUsed ?? false,
      activeSubscription: hasRights || (granted?.active ?? false),
      freeExperienceUsed: attempt?.usedAt != null,
      pendingInvoice: state === 'actionRequired' || (granted?.pendingInvoice ?? false),
      subscriptionCancelsAt: isShown ? (row?.cancelsAt?.toISOString() ?? null) : (granted?.cancelsAt?.toISOString() ?? null),
      trialEnds: granted?.trialEnds?.toISOString() ?? null,
    };
  }

  /** A claimed try still counts as available; `claimTry` ensures that only one room holds it. */
  async right(accountId: string, from?: Database): Promise<Right> {
    if ((await this.#store.of(accountId, from))?.active) return 'subscriber';
    const { row, isSuspended } = await this.#paid(accountId, from);
    if (membershipOf(row, isSuspended, this.#clock.now()).hasRights) return 'subscriber';
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

  /** Makes an account a subscriber without a payment, for the command line outside production. Amount in cents a month. */
  async grant(accountId: string, amount: number): Promise<void> {
    await this.#store.subscribe(accountId, amount);
    await this.#listeners.notify(accountId);
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const attempt = await this.#store.tryOf(accountId);
    return {
      subscription: await this.subscription(accountId),
      freeTry: attempt && { claimedAt: attempt.claimedAt.toISOString(), usedAt: attempt.usedAt?.toISOString() ?? null },
    };
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#store.erase(tx, accountId);
  }
}
