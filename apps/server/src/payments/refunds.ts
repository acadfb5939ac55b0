import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import type { ProviderAccount } from './account.ts';
import { ProviderRefusal, ProviderUnavailable } from './provider.ts';
import type { RefundStore } from './refund-store.ts';
import type { PaymentRow, PaymentStore } from './store.ts';
import type { RefundReason } from './tables.ts';

interface RefundsOptions {
  readonly store: Pick<PaymentStore, 'lock' | 'payment'>;
  readonly refunds: RefundStore;
  readonly provider: ProviderAccount;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  readonly fault: (error: unknown) => void;
}

/** Money that goes back. Decided in the transaction of its cause, done until it is done. */
export class Refunds {
  readonly #options: RefundsOptions;
  constructor(options: RefundsOptions) {
    this.#options = options;
  }

  /** Decides to give back so many cents, or as much of them as is left of the payment. How many. */
  async decide(tx: Database, payment: PaymentRow, cents: number, reason: RefundReason): Promise<number> {
    const { store, refunds, clock, random } = this.#options;
    await store.lock(tx, payment.payerId);
    const left = payment.cents - (await refunds.refunded(tx, payment.id));
    const given = Math.min(cents, left);
    if (given <= 0) return 0;
    await refunds.add(tx, {
      ...{ id: random.id(), paymentId: payment.id, cents: given, reason, decidedAt: new Date(clock.now()) },
    });
    return given;
  }

  /** Gives back what was decided. What the provider refuses is reported, once. */
  async run(): Promise<void> {
    const { refunds, fault } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    for (const { id, cents, intentRef } of await refunds.due(account)) {
      if (intentRef === null) continue;
      try {
        const { ref, state } = await provider.refund({ intentRef, cents, refundId: id }, `refund:${id}`);
        await refunds.change(id, { ref, state: state === 'failed' ? 'failed' : 'done' });
      } catch (error) {
        if (error instanceof ProviderUnavailable) return;
        if (!(error instanceof ProviderRefusal)) throw error;
        // Not yet: a debit has to settle before it can be given back, and there has to be enough on the balance.
        if (error.code === 'balance_insufficient' || (await provider.intent(intentRef)).state === 'settling') continue;
        await refunds.change(id, { state: 'failed' });
        fault(error);
      }
    }
  }
}
