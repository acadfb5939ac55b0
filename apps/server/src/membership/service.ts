import type { Subscription } from '@unspoken/contract/accounts';
import type { Database } from '../platform/database/database.ts';
import type { MembershipStore } from './store.ts';

/** Paid membership: so far only the stored membership, as its owner sees it. */
export class Membership {
  readonly #store: MembershipStore;
  constructor(store: MembershipStore) {
    this.#store = store;
  }

  /** Instants in ISO 8601. */
  async subscription(accountId: string): Promise<Subscription> {
    const row = await this.#store.of(accountId);
    return {
      subscriptionAmount: row?.amount ?? null,
      initialPaymentSucceeded: row?.initialPaymentSucceeded ?? false,
      trialUsed: row?.trialUsed ?? false,
      activeSubscription: row?.active ?? false,
      freeExperienceUsed: row?.freeExperienceUsed ?? false,
      pendingInvoice: row?.pendingInvoice ?? false,
      subscriptionCancelsAt: row?.cancelsAt?.toISOString() ?? null,
      trialEnds: row?.trialEnds?.toISOString() ?? null,
    };
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    return { subscription: await this.subscription(accountId) };
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#store.erase(tx, accountId);
  }
}
