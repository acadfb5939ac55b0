import { AppError } from '@unspoken/contract/errors';
import type { BillingDetails, Confirmable, PaymentRow, Payments } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import { type MembershipRow, membershipOf } from './chart.ts';
import type { MembershipRows } from './membership-store.ts';

export interface SubscriptionsOptions {
  readonly rows: MembershipRows;
  readonly payments: Payments;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  readonly hasOpenDispute: (tx: Database, payerId: string) => Promise<boolean>;
}

/** A membership that was begun with another amount, and is to be replaced. */
class Replaced extends Error {
  readonly row: MembershipRow;
  constructor(row: MembershipRow) {
    super('replaced');
    this.row = row;
  }
}

/** How often a membership that keeps changing is looked at again. */
const attempts = 3;

/** Beginning a membership: one for an account, however often and from wherever it is begun. Source: requirements/membership 5.1, 5.2. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Throws `membership_exists`, `payment_pending`, `payments_closed` or `unavailable`. */
  async begin(
    accountId: string,
    { attempt, cents }: { readonly attempt: string; readonly cents: number },
    billing: BillingDetails,
  ): Promise<Confirmable> {
    const { payments } = this.#options;
    const request = { kind: 'subscription', attempt, cents, purpose: 'membership' } as const;
    for (let i = 0; i < attempts; i++) {
      try {
        const decide = (tx: Database, payer: { id: string; providerAccount: string }, payment: PaymentRow) =>
          this.#decide(tx, { accountId, providerAccount: payer.providerAccount, payment });
        const begun = await payments.begin(accountId, request, billing, decide);
        await this.#requireLive(begun);
        const started = await payments.start(begun);
        await this.#file(started);
        return started;
      } catch (error) {
        if (!(error instanceof Replaced)) throw error;
        await this.#replace(error.row);
      }
    }
    throw new AppError('unavailable');
  }

  async #decide(
    tx: Database,
    { accountId, providerAccount, payment }: { accountId: string; providerAccount: string; payment: PaymentRow },
  ): Promise<string | undefined> {
    const { rows, clock, random, hasOpenDispute } = this.#options;
    if (await hasOpenDispute(tx, payment.payerId)) throw new AppError('dispute_open');
    const live = await rows.live(accountId, providerAccount, tx);
    if (live) {
      const { state } = membershipOf(live, false, clock.now());
      if (state === 'settling') throw new AppError('payment_pending');
      if (state !== 'pending' && state !== 'none') throw new AppError('membership_exists');
      if (state === 'pending' && live.cents === payment.cents) return live.paymentId;
      throw new Replaced(live);
    }
    await rows.add(tx, {
      ...{ id: random.id(), accountId, providerAccount, payerId: payment.payerId, paymentId: payment.id },
      ...{ cents: payment.cents, nextCents: payment.cents, createdAt: payment.createdAt },
    });
    return undefined;
  }

  /** Ends what was begun before, and makes sure that it has ended: it may have been paid in the meantime. */
  async #replace({ id, paymentId }: MembershipRow): Promise<void> {
    const { payments, rows, clock } = this.#options;
    const earlier = await payments.payment(paymentId);
    if (!earlier) throw new AppError('unavailable');
    // Without an answer to the call that started it, its subscription is learned by the same call.
    const { payment } = await payments.start(earlier);
    await payments.ask(() => payments.reading.read(payment.payerId));
    const row = await rows.transaction((tx) => rows.lock(tx, id));
    if (row?.firstPaidAt !== null || row.isSettling) throw new AppError('membership_exists');
    await payments.ask((provider) => provider.end(payment.subscriptionRef ?? '', `replace:${id}`));
    await payments.ask(() => payments.reading.read(payment.payerId));
    await rows.transaction(async (tx) => {
      const { endedAt = null } = (await rows.lock(tx, id)) ?? {};
      // What was paid between the two reads is given back, see `due.ts`.
      await rows.change(tx, id, { endedAt: endedAt ?? new Date(clock.now()), cause: 'replaced', isSettling: false });
    });
  }

  /** A form that is sent again does not begin again what has ended. */
  async #requireLive({ id, payerId }: PaymentRow): Promise<void> {
    const { rows } = this.#options;
    const row = (await rows.transaction((tx) => rows.ofPayer(tx, payerId))).find(({ paymentId }) => paymentId === id);
    if (row?.endedAt !== null) throw new AppError('payment_not_found');
  }

  /** Notes the subscription. One that ended here while it was being started is ended there as well. */
  async #file({ payment }: Confirmable): Promise<void> {
    const { rows, payments } = this.#options;
    await rows.transaction(async (tx) => {
      const row = (await rows.ofPayer(tx, payment.payerId)).find(({ paymentId }) => paymentId === payment.id);
      if (row && row.subscriptionRef === null) await rows.change(tx, row.id, { subscriptionRef: payment.subscriptionRef });
      if (!row || row.endedAt === null || payment.subscriptionRef === null) return;
      await payments.acceptOnce(tx, row.payerId, 'end', payment.subscriptionRef);
    });
    await this.#requireLive(payment);
  }
}
