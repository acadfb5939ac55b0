import { AppError } from '@unspoken/contract/errors';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import type { ProviderAccount } from './account.ts';
import { type PaymentProvider, ProviderRefusal, ProviderUnavailable, type RefundRead } from './provider.ts';
import type { RefundRow, RefundStore } from './refund-store.ts';
import { mostUnavailable } from './requests.ts';
import { firstRequest, type PaymentRow, type PaymentStore } from './store.ts';
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

  /** Decides that so many cents of a payment go back in all. What was decided before counts, whatever came of it. How many more. */
  async decide(tx: Database, { id, payerId, cents }: PaymentRow, owed: number, reason: RefundReason): Promise<number> {
    const { store, refunds, clock, random } = this.#options;
    await store.lock(tx, payerId);
    const given = Math.min(cents, owed) - (await refunds.refunded(tx, id));
    if (given <= 0) return 0;
    await refunds.add(tx, { id: random.id(), paymentId: id, cents: given, reason, decidedAt: new Date(clock.now()) });
    return given;
  }

  /**
   * Decides a refund that an administrator wants, once for each id. What administrators give back of one payment without another one is
   * limited; more is proposed. What is proposed counts against further wishes, not against what the rules owe. Whether
   * it is new, and its state. Throws `refund_too_large`, also for an id that was used for something else.
   */
  async decideByHand(
    tx: Database,
    { id: paymentId, payerId, cents: paid }: PaymentRow,
    { id, cents, reason, by, alone }: { id: string; cents: number; reason: RefundReason; by: string; alone: number },
  ): Promise<{ state: RefundRow['state']; isNew: boolean }> {
    const { store, refunds, clock } = this.#options;
    await store.lock(tx, payerId);
    const byHand = await refunds.byHand(tx, paymentId);
    const known = await refunds.lock(tx, id);
    if (known) {
      if (known.paymentId !== paymentId || known.cents !== cents || known.reason !== reason)
        throw new AppError('refund_too_large');
      return { state: known.state, isNew: false };
    }
    const sum = (rows: readonly RefundRow[]) => rows.reduce((all, each) => all + each.cents, 0);
    const proposed = sum(byHand.filter(({ state }) => state === 'proposed'));
    if (cents > paid - (await refunds.refunded(tx, paymentId)) - proposed) throw new AppError('refund_too_large');
    const state = sum(byHand) + cents > alone ? 'proposed' : 'due';
    await refunds.add(tx, { id, paymentId, cents, reason, decidedAt: new Date(clock.now()), decidedBy: by, state });
    return { state, isNew: true };
  }

  /** Approves what another administrator has proposed: the refund. Throws `not_found`, `other_person_needed` or `refund_too_large`. */
  async approve(tx: Database, id: string, by: string): Promise<RefundRow> {
    const { store, refunds } = this.#options;
    const paymentId = await refunds.paymentOf(tx, id);
    const payment = paymentId === undefined ? undefined : await store.payment(paymentId, tx);
    // The payer before the refund, as everywhere: two who lock them in turns would wait for each other.
    if (payment) await store.lock(tx, payment.payerId);
    const seen = await refunds.lock(tx, id);
    if (seen?.state !== 'proposed' || !payment) throw new AppError('not_found');
    if (seen.decidedBy === by) throw new AppError('other_person_needed');
    // The rules may have given it back in the meantime.
    if (seen.cents > payment.cents - (await refunds.refunded(tx, payment.id))) throw new AppError('refund_too_large');
    await refunds.change(id, { state: 'due' }, tx);
    return seen;
  }

  /** Takes a proposal back, or refuses it: the refund that it was. Throws `not_found`. */
  async reject(tx: Database, id: string): Promise<RefundRow> {
    const { refunds } = this.#options;
    const row = await refunds.lock(tx, id);
    if (row?.state !== 'proposed') throw new AppError('not_found');
    await refunds.remove(tx, id);
    return row;
  }

  /** Gives back what was decided. What the provider refuses is reported, once. */
  async run(): Promise<void> {
    const { refunds, fault } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    let unavailable = 0;
    for (const { id, cents, intentRef, decidedAt } of await refunds.due(account)) {
      if (intentRef === null) continue;
      try {
        const { ref, state } = await this.#give(provider, { id, cents, intentRef, decidedAt });
        await refunds.change(id, { ref, state: state === 'failed' ? 'failed' : 'done' });
      } catch (error) {
        if (error instanceof ProviderUnavailable && ++unavailable === mostUnavailable) return;
        if (error instanceof ProviderUnavailable) continue;
        if (!(error instanceof ProviderRefusal)) throw error;
        // Not yet: a debit has to settle before it can be given back, and there has to be enough on the balance.
        if (error.code === 'balance_insufficient' || (await provider.intent(intentRef)).state === 'settling') continue;
        await refunds.change(id, { state: 'failed' });
        fault(error);
      }
    }
  }

  /** Reads a refund again of which something has been signalled. */
  async readAgain(ref: string): Promise<void> {
    const { refunds, fault } = this.#options;
    const { provider } = await this.#options.provider.open();
    const [row, { state }] = [await refunds.byRef(ref), await provider.refundState(ref)];
    if (!row || state !== 'failed' || row.state === 'failed') return;
    await refunds.change(row.id, { state: 'failed' });
    fault(new RefundFailed(row.id));
  }

  /** One that was decided a while ago may have been given already, by a request whose answer was lost. */
  async #give(
    provider: PaymentProvider,
    { id, cents, intentRef, decidedAt }: { id: string; cents: number; intentRef: string; decidedAt: Date },
  ): Promise<RefundRead> {
    const isYoung = this.#options.clock.now() - decidedAt.getTime() < firstRequest;
    const given = isYoung ? undefined : (await provider.refundsOf(intentRef)).get(id);
    return given ?? provider.refund({ intentRef, cents, refundId: id }, `refund:${id}`);
  }
}

/** The bank of a payer has not taken a refund: somebody has to look at it. */
export class RefundFailed extends Error {}
