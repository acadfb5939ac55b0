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

  /** Decides, or proposes, that so many cents go back, as an administrator wishes. Throws `refund_too_large`. */
  async decideByHand(
    tx: Database,
    { id, payerId, cents }: PaymentRow,
    { cents: wished, reason, by, isProposal }: { cents: number; reason: RefundReason; by: string; isProposal: boolean },
  ): Promise<void> {
    const { store, refunds, clock, random } = this.#options;
    await store.lock(tx, payerId);
    if (wished > cents - (await refunds.refunded(tx, id))) throw new AppError('refund_too_large');
    const decided = { reason, decidedAt: new Date(clock.now()), decidedBy: by, state: isProposal ? 'proposed' : 'due' } as const;
    await refunds.add(tx, { id: random.id(), paymentId: id, cents: wished, ...decided });
  }

  /** Approves what another administrator has proposed: the refund. Throws `not_found` or `other_person_needed`. */
  async approve(tx: Database, id: string, by: string): Promise<RefundRow> {
    const { refunds } = this.#options;
    const row = await refunds.lock(tx, id);
    if (row?.state !== 'proposed') throw new AppError('not_found');
    if (row.decidedBy === by) throw new AppError('other_person_needed');
    await refunds.change(id, { state: 'due' }, tx);
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
