import { AppError } from '@unspoken/contract/errors';
import {
  type MethodRead,
  type PaymentProvider,
  type Payments,
  ProviderRefusal,
  type SubscriptionRead,
} from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import type { Applying } from './applying.ts';
import { type MembershipRow, membershipOf, withdrawableUntil } from './chart.ts';
import type { MembershipMails } from './mails.ts';
import type { MembershipRows } from './membership-store.ts';

export interface ManagingOptions {
  readonly rows: MembershipRows;
  readonly payments: Payments;
  readonly applying: Pick<Applying, 'end'>;
  readonly mails: Pick<MembershipMails, 'post'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  /** Notified after a change that may have changed rights. */
  readonly changed: (accountId: string) => Promise<void>;
}

/** What was declared of one membership must not happen to a later one. */
interface Declared {
  readonly membershipId?: string | undefined;
}

/**
 * What members do with their membership. What lowers an obligation is accepted here and done at the provider later; what raises one needs
 * the provider now. Source: requirements/membership 4.6, 4.7.
 */
export class Managing {
  readonly #options: ManagingOptions;
  constructor(options: ManagingOptions) {
    this.#options = options;
  }

  /** Cancels at the end of the period, with a mail if announced; what has not been paid yet, or is due, ends at once. Idempotent. */
  async cancel(
    accountId: string,
    { isAnnounced = true, membershipId }: Declared & { isAnnounced?: boolean } = {},
  ): Promise<void> {
    const { rows, payments, applying, mails, clock } = this.#options;
    const act = async (tx: Database, row: MembershipRow): Promise<void> => {
      if (row.cancelledAt !== null) return;
      const { state } = membershipOf(row, false, clock.now());
      const until = row.cancelsAt ?? row.paidUntil;
      const { subscriptionRef } = row;
      const runsOn = (state === 'active' || state === 'ending') && subscriptionRef !== null && until !== null;
      // What has not been paid has not been ordered.
      if (isAnnounced && state !== 'pending')
        await mails.post(tx, accountId, runsOn ? 'membershipCancelled' : 'membershipEnded', { until });
      if (!runsOn) return applying.end(tx, row, 'cancelled');
      await payments.accept(tx, row.payerId, 'cancel', subscriptionRef);
      await rows.change(tx, row.id, { cancelledAt: new Date(clock.now()), cancelsAt: until });
    };
    await this.#withLive(accountId, act, membershipId);
  }

  /** Takes a cancellation back. If the provider does not answer, or the period has just ended there, it holds. Throws `unavailable`. */
  async resume(accountId: string, { membershipId }: Declared = {}): Promise<void> {
    const { rows, payments, clock, random } = this.#options;
    const { subscriptionRef, cancelsAt, cancelledAt, payerId } = await this.#live(accountId, membershipId);
    if (subscriptionRef === null || cancelsAt === null || cancelsAt.getTime() <= clock.now()) throw new AppError('no_membership');
    await this.#withLive(accountId, async (tx, { id }) => {
      await payments.takeBack(tx, subscriptionRef, ['cancel']);
      await rows.change(tx, id, { cancelledAt: null });
    });
    try {
      await this.#ofRunning(accountId, subscriptionRef, (provider) => provider.resume(subscriptionRef, `resume:${random.id()}`));
    } catch (error) {
      await this.#withLive(accountId, async (tx, row) => {
        if (row.cancelledAt !== null || cancelledAt === null) return;
        await payments.accept(tx, payerId, 'cancel', subscriptionRef);
        await rows.change(tx, row.id, { cancelledAt });
      });
      throw error;
    }
    await this.#withLive(accountId, async (tx, row) => {
      // Unless it was cancelled again in the meantime.
      if (row.cancelledAt === null) await rows.change(tx, row.id, { cancelsAt: null });
    });
    await payments.ask(() => payments.reading.read(payerId));
  }

  /** Another price from the next invoice on. Throws `invoice_open` while one is due. */
  async updatePrice(accountId: string, cents: number): Promise<void> {
    const { payments, random } = this.#options;
    const { subscriptionRef, payerId } = await this.#live(accountId);
    await payments.ask(() => payments.reading.read(payerId));
    const { firstPaidAt, openInvoice } = await this.#live(accountId);
    if (subscriptionRef === null || firstPaidAt === null) throw new AppError('no_membership');
    if (openInvoice !== null) throw new AppError('invoice_open');
    await this.#ofRunning(accountId, subscriptionRef, async (provider) => {
      const read = await this.#running(provider, accountId, subscriptionRef);
      await provider.changePrice(read, cents, `price:${random.id()}`);
    });
    await payments.ask(() => payments.reading.read(payerId));
  }

  /** Begins to add a payment method. The id of its payment page. Throws `no_membership` also for what has not been paid. */
  async addMethod(accountId: string, attempt: string): Promise<string> {
    const { payments } = this.#options;
    const { firstPaidAt, isSettling } = await this.#live(accountId);
    if (firstPaidAt === null && !isSettling) throw new AppError('no_membership');
    const request = { kind: 'method', attempt, cents: 0, purpose: 'membership' } as const;
    const { payment } = await payments.start(await payments.begin(accountId, request, undefined));
    return payment.id;
  }

  async setDefaultMethod(accountId: string, methodRef: string): Promise<void> {
    const { random } = this.#options;
    const { subscriptionRef } = await this.#live(accountId);
    if (subscriptionRef === null) throw new AppError('no_membership');
    await this.#ownMethod(accountId, methodRef);
    await this.#ofRunning(accountId, subscriptionRef, (provider) =>
      provider.setDefaultMethod(subscriptionRef, methodRef, `default:${random.id()}`),
    );
  }

  /** Throws `payment_method_in_use` for the one by which the membership is paid. */
  async deleteMethod(accountId: string, methodRef: string): Promise<void> {
    const { payments, random } = this.#options;
    await this.#ownMethod(accountId, methodRef);
    const subscriptionRef = (await this.#find(accountId))?.subscriptionRef ?? undefined;
    const used = subscriptionRef && (await payments.ask((provider) => provider.defaultMethod(subscriptionRef)));
    if (used === methodRef) throw new AppError('payment_method_in_use');
    await payments.ask((provider) => provider.deleteMethod(methodRef, `method:${random.id()}`));
  }

  /** The methods of an account, and the default one. Throws `unavailable`. */
  async methods(accountId: string): Promise<{ methods: readonly MethodRead[]; defaultRef: string | undefined }> {
    const { payments } = this.#options;
    const customer = (await payments.payerOf(accountId))?.customerRef;
    if (!customer) return { methods: [], defaultRef: undefined };
    const subscriptionRef = (await this.#find(accountId))?.subscriptionRef ?? undefined;
    return payments.ask(async (provider) => ({
      methods: await provider.methods(customer),
      defaultRef: subscriptionRef && (await provider.defaultMethod(subscriptionRef)),
    }));
  }

  /** The payment that has failed, as the id of its payment page. */
  async recover(accountId: string): Promise<string> {
    const { payments } = this.#options;
    const { payerId, subscriptionRef } = await this.#live(accountId);
    await payments.ask(() => payments.reading.read(payerId));
    const due = await payments.openPayment(payerId, subscriptionRef ?? '');
    if (!due) throw new AppError('no_membership');
    return due.id;
  }

  /** Ends the membership at once; everything is given back, see `owedBack`. Counts from when it was declared. Throws `withdrawal_over`. */
  async withdraw(accountId: string, { declaredAt, membershipId }: Declared & { declaredAt?: Date } = {}): Promise<void> {
    const { applying, mails, clock } = this.#options;
    const act = async (tx: Database, row: MembershipRow) => {
      const { state } = membershipOf(row, false, clock.now());
      const isBegun = state === 'pending' || state === 'settling';
      const at = declaredAt?.getTime() ?? clock.now();
      if (!isBegun && withdrawableUntil(row, at) === undefined) throw new AppError('withdrawal_over');
      if (state !== 'pending') await mails.post(tx, accountId, 'membershipWithdrawn', { at: declaredAt });
      await applying.end(tx, row, 'withdrawn');
    };
    await this.#withLive(accountId, act, membershipId);
  }

  async #withLive(
    accountId: string,
    act: (tx: Database, row: MembershipRow) => Promise<void>,
    membershipId?: string,
  ): Promise<void> {
    const { rows, changed } = this.#options;
    const { id } = await this.#live(accountId, membershipId);
    await rows.transaction(async (tx) => {
      const row = await rows.lockLive(tx, id);
      if (!row) throw new AppError('no_membership');
      await act(tx, row);
    });
    await changed(accountId);
  }

  async #live(accountId: string, membershipId?: string): Promise<MembershipRow> {
    const row = await this.#find(accountId);
    if (!row || (membershipId !== undefined && row.id !== membershipId)) throw new AppError('no_membership');
    return row;
  }

  async #find(accountId: string): Promise<MembershipRow | undefined> {
    const { account } = this.#options.payments;
    return account === undefined ? undefined : this.#options.rows.live(accountId, account);
  }

  /** Requests what is refused for a subscription that has ended; it may have ended at the provider only. Throws `no_membership`. */
  async #ofRunning(
    accountId: string,
    subscriptionRef: string,
    request: (provider: PaymentProvider) => Promise<void>,
  ): Promise<void> {
    await this.#options.payments.ask(async (provider) => {
      try {
        await request(provider);
      } catch (error) {
        if (error instanceof ProviderRefusal) await this.#running(provider, accountId, subscriptionRef);
        throw error;
      }
    });
  }

  /** A subscription at the provider. Throws `no_membership` if it has ended. */
  async #running(provider: PaymentProvider, accountId: string, subscriptionRef: string): Promise<SubscriptionRead> {
    const customer = (await this.#options.payments.payerOf(accountId))?.customerRef;
    const read = customer && (await provider.subscriptions(customer)).find(({ ref }) => ref === subscriptionRef);
    if (!read || read.status === 'ended') throw new AppError('no_membership');
    return read;
  }

  async #ownMethod(accountId: string, methodRef: string): Promise<void> {
    const { methods } = await this.methods(accountId);
    if (!methods.some(({ ref }) => ref === methodRef)) throw new AppError('payment_method_not_found');
  }
}
