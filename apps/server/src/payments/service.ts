import { createHash } from 'node:crypto';
import { AppError } from '@unspoken/contract/errors';
import { fieldTexts } from '@unspoken/contract/fields';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { TooMany } from '../platform/limits.ts';
import type { Random } from '../platform/random.ts';
import { answered, type ProviderAccount } from './account.ts';
import type { IntentRead, PaymentProvider, Started } from './provider.ts';
import { Reading } from './reading.ts';
import type { RefundStore } from './refund-store.ts';
import { customerOf, firstRequest, type PayerRow, type PaymentRow, type PaymentStore } from './store.ts';
import type { PaymentKind, RequestKind } from './tables.ts';

export {
  type MethodRead,
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
  type SubscriptionRead,
} from './provider.ts';
export type { PayerRow, PaymentRow } from './store.ts';
export type { RefundReason } from './tables.ts';

/** Who pays, as the form has it. */
export interface BillingDetails {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly postalCode: string;
  readonly country: string;
  readonly language: string;
}

/** What is to be paid; `attempt` is the same for every try to send one form. */
export interface PaymentRequest {
  readonly kind: Exclude<PaymentKind, 'renewal'>;
  readonly attempt: string;
  readonly cents: number;
  readonly purpose: 'membership' | 'donation' | 'places';
}

/** A payment that is waiting for its payer to confirm it. */
export interface Confirmable extends Pick<Started, 'clientSecret'> {
  readonly payment: PaymentRow;
  readonly intentRef: string;
  readonly publishableKey: string;
}

export interface PaymentStatus {
  readonly payment: PaymentRow;
  readonly intent: IntentRead | undefined;
  readonly beginsAgainAt: Date | undefined;
  readonly publishableKey: string;
}

export interface PaymentsOptions {
  readonly store: PaymentStore;
  readonly refunds: Pick<RefundStore, 'ofPayments'>;
  readonly provider: ProviderAccount;
  readonly accounts: Pick<Accounts, 'lock'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  readonly fault: (error: unknown) => void;
}

/** After how long a donation, or a method, that nobody has confirmed is given up. */
const abandonedAfter = 23 * 3_600_000;
/** So many declined attempts in this time end what was begun: nobody tries out here which cards work. Source: requirements/threats 5.14. */
const [mostDeclined, declinesIn] = [3, 3_600_000];

/**
 * Payments: rows before calls, and keys that are the row's and not the attempt's, so that what is repeated is done once. No transaction is
 * open while the provider is asked. Source: requirements/membership 4.
 */
export class Payments {
  readonly #options: PaymentsOptions;
  readonly #declineListeners: ((tx: Database, payerId: string) => Promise<void>)[] = [];
  readonly reading: Reading;
  constructor(options: PaymentsOptions) {
    this.#options = options;
    this.reading = new Reading(options);
  }

  get mode(): ProviderAccount['mode'] {
    return this.#options.provider.mode;
  }

  /** The provider's account whose rows count; undefined if there is none, or it is not known yet. */
  get account(): string | undefined {
    return this.#options.provider.name;
  }

  /** The payer of an account; undefined if it has never begun a payment. */
  async payerOf(accountId: string, from?: Database): Promise<PayerRow | undefined> {
    const { account } = this;
    return account === undefined ? undefined : this.#options.store.payerOf(accountId, account, from);
  }

  accountOf(payerId: string, tx?: Database): Promise<string | undefined> {
    return this.#options.store.accountOf(payerId, tx);
  }

  payment(id: string, tx?: Database): Promise<PaymentRow | undefined> {
    return this.#options.store.payment(id, tx);
  }

  /**
   * Writes down a payment that an account wants to make, once for each attempt. `decide` runs in the same transaction, while nobody else
   * begins a payment of this payer; it may refuse, or return the id of an earlier payment that is to be continued instead. Throws `TooMany`
   * while too many attempts of the payer were declined.
   */
  async begin(
    accountId: string,
    request: PaymentRequest,
    billing: BillingDetails | undefined,
    decide: (tx: Database, payer: PayerRow, payment: PaymentRow) => Promise<string | undefined> = async () => undefined,
  ): Promise<PaymentRow> {
    const { store, accounts, clock, random } = this.#options;
    const { account } = await this.#options.provider.open();
    return store.transaction(async (tx) => {
      // Not for an account that is being deleted.
      if (!(await accounts.lock(tx, accountId))) throw new AppError('sign_in_required');
      if (!(await store.payerOf(accountId, account, tx)))
        await store.addPayer(tx, accountId, { id: random.id(), providerAccount: account });
      const payer = (await store.payerOf(accountId, account, tx)) as PayerRow;
      await store.lock(tx, payer.id);
      const known = await store.paymentOfAttempt(tx, payer.id, request.attempt);
      if (known) return sameAs(known, request);
      const from = await this.#beginsAgainAt(payer, tx);
      if (from) throw new TooMany(Math.ceil((from.getTime() - clock.now()) / 1_000), 'too_many_declined');
      if (billing) await store.setBilling(tx, { payerId: payer.id, ...billing });
      const row: PaymentRow = {
        ...{ id: random.id(), payerId: payer.id, ...request, intentRef: null, subscriptionRef: null, state: 'open' },
        ...{ createdAt: new Date(clock.now()), collectedAt: null, declinedAt: null, paidAt: null, bouncedAt: null },
      };
      const continued = await decide(tx, payer, row);
      if (continued !== undefined) return (await store.payment(continued, tx)) as PaymentRow;
      await store.addPayment(tx, row);
      return row;
    });
  }

  /** Starts a payment at the provider, or finds the one that was started. Throws `unavailable`. */
  async start(begun: PaymentRow): Promise<Confirmable> {
    const { fault } = this.#options;
    const { provider } = await this.#options.provider.open();
    return answered(async () => {
      const payment = await this.#filed(provider, begun);
      const { publishableKey } = provider;
      if (payment.intentRef !== null) {
        const { clientSecret } = await provider.intent(payment.intentRef);
        return { payment, intentRef: payment.intentRef, clientSecret, publishableKey };
      }
      const customerRef = await this.#customer(provider, payment);
      const of = { customerRef, cents: payment.cents, paymentRecordId: payment.id };
      const key = `payment:${payment.id}`;
      const starts = { subscription: 'startSubscription', donation: 'startDonation', method: 'startMethod' } as const;
      if (payment.kind === 'renewal') throw new AppError('payment_not_found');
      const started = await provider[starts[payment.kind]](of, key);
      return { ...started, payment: await this.#file(payment, started), publishableKey };
    }, fault);
  }

  /** How far one of an account's own payments is; while it is open, as the provider has it now. */
  async status(accountId: string, paymentRecordId: string): Promise<PaymentStatus> {
    const { store, fault } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    const payer = await store.payerOf(accountId, account);
    const found = await store.payment(paymentRecordId);
    if (!payer || found?.payerId !== payer.id) throw new AppError('payment_not_found');
    const isOpen = found.state === 'open' || found.state === 'settling';
    return answered(async () => {
      if (isOpen) await this.reading.read(payer.id);
      const payment = (await store.payment(paymentRecordId)) as PaymentRow;
      const intent = isOpen && payment.intentRef !== null ? await provider.intent(payment.intentRef) : undefined;
      // Not for each look at a payment that goes its way.
      const beginsAgainAt = payment.declinedAt === null ? undefined : await this.#beginsAgainAt(payer);
      return { payment, intent, beginsAgainAt, publishableKey: provider.publishableKey };
    }, fault);
  }

  /** Accepts what lowers an obligation, in the transaction of its cause; it is done as soon as the provider can be reached. */
  async accept(tx: Database, payerId: string, kind: RequestKind, objectRef: string): Promise<void> {
    const { store, clock, random } = this.#options;
    await store.addRequest(tx, { id: random.id(), payerId, kind, objectRef, acceptedAt: new Date(clock.now()) });
  }

  /** Accepts it unless something of these kinds is waiting to be done already. */
  async acceptOnce(tx: Database, payerId: string, kind: RequestKind, objectRef: string, kinds = [kind]): Promise<void> {
    if (!(await this.#options.store.isRequested(tx, objectRef, kinds))) await this.accept(tx, payerId, kind, objectRef);
  }

  /** Whether something was accepted for an object since an instant, done or not. */
  wasRequested(tx: Database, objectRef: string, kind: RequestKind, since: Date): Promise<boolean> {
    return this.#options.store.wasRequested(tx, objectRef, kind, since);
  }

  /** The subscriptions of which a payment was taken back by the payer's bank since an instant. */
  returnedSince(since: Date): Promise<string[]> {
    return this.#options.store.returnedSince(since);
  }

  hasBounced(tx: Database, subscriptionRef: string): Promise<boolean> {
    return this.#options.store.hasBounced(subscriptionRef, tx);
  }

  /** Takes back what was accepted and has not been done. */
  takeBack(tx: Database, objectRef: string, kinds: readonly RequestKind[]): Promise<void> {
    return this.#options.store.takeBack(tx, objectRef, kinds);
  }

  ofPayer(payerId: string, tx?: Database): Promise<PaymentRow[]> {
    return this.#options.store.payments(payerId, tx);
  }

  /** The payment of a subscription that is waiting to be made. */
  async openPayment(payerId: string, subscriptionRef: string): Promise<PaymentRow | undefined> {
    const all = await this.#options.store.payments(payerId);
    return all.findLast((each) => each.subscriptionRef === subscriptionRef && each.state === 'open');
  }

  /** The payments of a subscription that have been made, the latest first. */
  paidOf(subscriptionRef: string, tx?: Database): Promise<PaymentRow[]> {
    return this.#options.store.paidOf(subscriptionRef, tx);
  }

  /** Asks the provider for something that needs its answer now. Throws `unavailable`. */
  async ask<T>(question: (provider: PaymentProvider) => Promise<T>): Promise<T> {
    const { provider } = await this.#options.provider.open();
    return answered(() => question(provider), this.#options.fault);
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const { store, refunds } = this.#options;
    const { billing, payments } = await store.ofAccount(accountId);
    const back = await refunds.ofPayments(payments.map(({ id }) => id));
    return {
      billing: billing.map(({ payerId: _, ...details }) => details),
      payments: payments.map(({ id, kind, cents, purpose, state, createdAt, collectedAt, declinedAt, paidAt, bouncedAt }) => {
        return { id, kind, cents, purpose, state, createdAt, collectedAt, declinedAt, paidAt, bouncedAt };
      }),
      refunds: back.refunds.map(({ cents, reason, state, decidedAt }) => ({ cents, reason, state, decidedAt })),
      disputes: back.disputes.map(({ cents, state, openedAt }) => ({ cents, state, openedAt })),
    };
  }

  /** What was paid stays, without the person: books are kept for ten years. What is open is given up. */
  async erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    const { store } = this.#options;
    for (const donation of await store.openDonations(tx, accountId)) await this.#giveUp(tx, donation);
    for (const { id, customerRef } of await store.payersOf(tx, accountId))
      if (customerRef !== null) await this.accept(tx, id, 'forget customer', customerRef);
    await store.erase(tx, accountId);
  }

  /** Gives up what nobody has confirmed for a day. */
  async giveUpAbandoned(): Promise<void> {
    const { store, clock } = this.#options;
    const { account } = await this.#options.provider.open();
    for (const payment of await store.abandoned(account, new Date(clock.now() - abandonedAfter)))
      await store.transaction((tx) => this.#giveUp(tx, payment));
  }

  /** Calls the listener, in a transaction, with a payer of whom too many attempts were declined. */
  readonly subscribeToDeclines = (listener: (tx: Database, payerId: string) => Promise<void>): void => {
    this.#declineListeners.push(listener);
  };

  /** Ends what a payer has begun and not paid, once too many attempts were declined. Renewals are kept: they were ordered before. */
  async endIfDeclinedOften(payerId: string): Promise<void> {
    const { store, clock } = this.#options;
    await store.transaction(async (tx) => {
      const payer = await store.payer(payerId, tx);
      if (!payer || !(await this.#beginsAgainAt(payer, tx))) return;
      await store.lock(tx, payerId);
      for (const payment of await store.payments(payerId, tx)) {
        if (payment.state !== 'open' || payment.kind === 'renewal') continue;
        await store.changePayment(tx, payment.id, { declinedAt: new Date(clock.now()) });
        // What was to begin a membership ends with it.
        if (payment.kind !== 'subscription') await this.#giveUp(tx, payment);
      }
      for (const listener of this.#declineListeners) await listener(tx, payerId);
    });
  }

  /** From when on a payer can begin something new, if too many of their attempts were declined. */
  async #beginsAgainAt({ providerAccount, customerRef }: PayerRow, tx?: Database): Promise<Date | undefined> {
    const { store, clock } = this.#options;
    if (customerRef === null) return undefined;
    const sought = { providerAccount, customerRef, since: new Date(clock.now() - declinesIn), most: mostDeclined };
    const first = (await store.declines(sought, tx))[mostDeclined - 1];
    return first && new Date(first.created.getTime() + declinesIn);
  }

  /** The payments since an instant that were made although they had been given up. */
  async paidThoughOver(since: Date): Promise<PaymentRow[]> {
    const { account } = this;
    return account === undefined ? [] : this.#options.store.paidThoughOver(account, since);
  }

  async #giveUp(tx: Database, { id, payerId, intentRef }: PaymentRow): Promise<void> {
    // Unless it has been paid in the meantime.
    if (!(await this.#options.store.giveUp(tx, id))) return;
    if (intentRef !== null) await this.accept(tx, payerId, 'cancel intent', intentRef);
  }

  /** A payment whose start was not answered is looked up by its id: the provider may have forgotten its key, or remember a fault of its own. */
  async #filed(provider: PaymentProvider, payment: PaymentRow): Promise<PaymentRow> {
    const { store, clock } = this.#options;
    const payer = await store.payer(payment.payerId);
    const isYoung = clock.now() - payment.createdAt.getTime() < firstRequest;
    if (payment.intentRef !== null || isYoung || !payer?.customerRef) return payment;
    const subscriptions = await provider.subscriptions(payer.customerRef);
    const subscription = subscriptions.find(({ paymentRecordId }) => paymentRecordId === payment.id);
    // It was begun, and has ended since.
    if (subscription?.status === 'ended') throw new AppError('payment_not_found');
    const intent = subscription?.invoice?.intent ?? (await provider.intentsOf(payer.customerRef)).get(payment.id);
    if (!intent) return payment;
    return this.#file(payment, { subscriptionRef: subscription?.ref, intentRef: intent.ref });
  }

  async #file(
    payment: PaymentRow,
    { subscriptionRef = null, intentRef }: { subscriptionRef?: string | null | undefined; intentRef: string },
  ) {
    const { store } = this.#options;
    await store.transaction((tx) => store.changePayment(tx, payment.id, { subscriptionRef, intentRef }));
    return { ...payment, subscriptionRef, intentRef };
  }

  /** The customer at the provider, with the details of the latest form. */
  async #customer(provider: PaymentProvider, { id, payerId }: PaymentRow): Promise<string> {
    const { store } = this.#options;
    const [payer, billing] = [await store.payer(payerId), await store.billing(payerId)];
    if (!billing) throw new AppError('payment_not_found');
    const customer = customerOf(billing);
    // What is sent again under a key must be the same.
    const contents = createHash('sha256').update(JSON.stringify(customer)).digest('hex').slice(0, 16);
    if (payer?.customerRef) {
      await provider.updateCustomer(payer.customerRef, customer, `customer of payment:${id}:${contents}`);
      return payer.customerRef;
    }
    await store.setCustomer(payerId, await provider.createCustomer(customer, `customer:${payerId}:${contents}`));
    const customerRef = (await store.payer(payerId))?.customerRef as string;
    // The account was erased while the provider was asked.
    const isErased = (await store.accountOf(payerId)) === undefined;
    if (isErased) await store.transaction((tx) => this.acceptOnce(tx, payerId, 'forget customer', customerRef));
    if (isErased) throw new AppError('payment_not_found');
    return customerRef;
  }
}

/** The same form: with other contents it is another payment, which needs another attempt. */
function sameAs(known: PaymentRow, { kind, cents, purpose }: PaymentRequest): PaymentRow {
  if (known.kind === kind && known.cents === cents && known.purpose === purpose) return known;
  throw new AppError('validation_failed', { attemptID: fieldTexts.invalid });
}
