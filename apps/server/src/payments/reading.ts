import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import type { ProviderAccount } from './account.ts';
import type { IntentRead, SubscriptionRead } from './provider.ts';
import type { PayerRow, PaymentRow, PaymentStore } from './store.ts';
import type { PaymentState } from './tables.ts';

/** Is told in the transaction what was read about a payer; what it returns runs after the commit. */
export type ReadListener = (
  tx: Database,
  payer: PayerRow,
  subscriptions: readonly SubscriptionRead[],
) => Promise<(() => Promise<void>) | undefined>;

interface ReadingOptions {
  readonly store: PaymentStore;
  readonly provider: ProviderAccount;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
}

const states = {
  ...{ unpaid: 'open', confirming: 'open', settling: 'settling', paid: 'paid', cancelled: 'over' },
} as const satisfies Record<IntentRead['state'], PaymentState>;

/**
 * Reads the present state of a payer at the provider. Reads are numbered when they begin, and one that ends after a later one is not
 * written. Source: requirements/membership 4.1 to 4.3.
 */
export class Reading {
  readonly #options: ReadingOptions;
  readonly #listeners: ReadListener[] = [];
  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: ReadListener): void => {
    this.#listeners.push(listener);
  };

  /** Throws `ProviderUnavailable`; nothing is written then. */
  async read(payerId: string): Promise<void> {
    const { store } = this.#options;
    const { provider } = await this.#options.provider.open();
    const customerRef = (await store.payer(payerId))?.customerRef;
    if (!customerRef) return;
    const seq = await store.nextRead(payerId);
    const subscriptions = await provider.subscriptions(customerRef);
    const intents = new Map<string, IntentRead>();
    for (const { invoice } of subscriptions) if (invoice?.intent) intents.set(invoice.intent.ref, invoice.intent);
    for (const { state, intentRef } of await store.payments(payerId))
      if (intentRef !== null && (state === 'open' || state === 'settling') && !intents.has(intentRef))
        intents.set(intentRef, await provider.intent(intentRef));
    const after = await store.transaction(async (tx) => {
      if (!(await store.mayWrite(tx, payerId, seq))) return [];
      return this.#write(tx, payerId, subscriptions, intents);
    });
    for (const each of after) await each?.();
  }

  async #write(
    tx: Database,
    payerId: string,
    subscriptions: readonly SubscriptionRead[],
    intents: ReadonlyMap<string, IntentRead>,
  ): Promise<((() => Promise<void>) | undefined)[]> {
    const { store } = this.#options;
    const payments = await store.payments(payerId, tx);
    for (const subscription of subscriptions) await this.#addRenewal(tx, payerId, payments, subscription);
    for (const { id, state, intentRef } of payments) {
      const read = intentRef === null ? undefined : intents.get(intentRef);
      const now = read && states[read.state];
      // What is paid stays so: money that goes back is a refund or a dispute. So does what is over: if it is paid all the same, it goes back.
      if (now !== undefined && now !== state && state !== 'paid' && state !== 'over')
        await store.changePayment(tx, id, { state: now });
    }
    const payer = (await store.payer(payerId, tx)) as PayerRow;
    const after: ((() => Promise<void>) | undefined)[] = [];
    for (const listener of this.#listeners) after.push(await listener(tx, payer, subscriptions));
    return after;
  }

  /** An invoice that is not the first one is a payment of its own. */
  async #addRenewal(
    tx: Database,
    payerId: string,
    payments: readonly PaymentRow[],
    subscription: SubscriptionRead,
  ): Promise<void> {
    const { store, random, clock } = this.#options;
    const intent = subscription.invoice?.intent;
    const isOurs = payments.some(({ subscriptionRef }) => subscriptionRef === subscription.ref);
    if (!intent || !isOurs || payments.some(({ intentRef }) => intentRef === intent.ref)) return;
    await store.addPayment(tx, {
      ...{ id: random.id(), payerId, kind: 'renewal', cents: intent.cents, purpose: 'membership', intentRef: intent.ref },
      ...{ subscriptionRef: subscription.ref, state: states[intent.state], createdAt: new Date(clock.now()) },
    });
  }
}
