import type { AnswerOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import { type findReceipt, type moneyOverview, type refundReasonsByHand, secondAdminAbove } from '@unspoken/contract/finance';
import { type Books, type ReceiptRow, receiptNumber } from '../books/service.ts';
import type { MembershipModule } from '../membership/module.ts';
import type { CaseDependencies } from '../moderation/service.ts';
import type { PaymentsModule } from '../payments/module.ts';
import type { PaymentRow } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';

export interface MoneyOptions extends Pick<PaymentsModule, 'payments' | 'refunds' | 'refundRows' | 'silentFor' | 'undoneFor'> {
  readonly books: Books;
  readonly placeCounts: MembershipModule['placeCounts'];
  readonly ledger: Pick<CaseDependencies, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly transaction: <T>(run: (tx: Database) => Promise<T>) => Promise<T>;
}

/** What administrators see of money, and do about it; each act is a line of the ledger. Source: requirements/membership 9.10, 9.11, 13.5. */
export class Money {
  readonly #options: MoneyOptions;
  constructor(options: MoneyOptions) {
    this.#options = options;
  }

  async overview(me: string): Promise<AnswerOf<typeof moneyOverview>> {
    const { payments, books, refundRows, silentFor, undoneFor, placeCounts, clock } = this.#options;
    const { account, mode } = payments;
    const of = async <T>(read: (account: string) => Promise<readonly T[]>) => (account === undefined ? [] : await read(account));
    const balances = account === undefined ? new Map<string, number>() : await books.balances(account);
    const { at, faults } = (await books.lastCheck()) ?? (await books.check(new Date(clock.now())));
    return {
      ...{ payments: mode, account: account ?? null, silentFor: await silentFor(), undoneFor: await undoneFor() },
      balances: [...balances]
        .map(([name, cents]) => ({ account: name, cents }))
        .toSorted((a, b) => (a.account < b.account ? -1 : 1)),
      ...{ faults: [...faults], checkedAt: at.toISOString() },
      disputes: (await of(refundRows.disputesOf)).map(({ ref, cents, state, dueAt }) => ({
        ...{ ref, cents, state, dueAt: dueAt?.toISOString() ?? null },
      })),
      refunds: (await of(refundRows.notDone)).map(shownTo(me)),
      places: await placeCounts(new Date(clock.now()), account),
    };
  }

  /** Throws `not_found`. */
  async receipt(me: string, number: string): Promise<AnswerOf<typeof findReceipt>> {
    const { refundRows, ledger, payments, transaction } = this.#options;
    const { receipt, payment } = await this.#paid(number);
    const subject = await payments.accountOf(payment.payerId);
    await transaction((tx) =>
      ledger.append(tx, { kind: 'receipt viewed', actor: me, code: number, ...(subject && { subject }) }),
    );
    const { refunds } = await refundRows.ofPayments([payment.id]);
    return {
      ...{ number: receiptNumber(receipt), at: receipt.at.toISOString(), purpose: receipt.purpose, gross: receipt.grossCents },
      ...{ addressee: [...receipt.addressee], refunds: refunds.map(shownTo(me)) },
      refundable: payment.cents - refunds.reduce((sum, { cents }) => sum + cents, 0),
    };
  }

  /** Throws `not_found` or `refund_too_large`. */
  async refund(
    me: string,
    { id, number, cents, reason }: { id: string; number: string; cents: number; reason: (typeof refundReasonsByHand)[number] },
  ): Promise<RefundState> {
    const { refunds, ledger, payments, transaction } = this.#options;
    const { payment } = await this.#paid(number);
    const subject = await payments.accountOf(payment.payerId);
    return transaction(async (tx) => {
      const { state, isNew } = await refunds.decideByHand(tx, payment, { id, cents, reason, by: me, alone: secondAdminAbove });
      const kind = state === 'proposed' ? 'refund proposed' : 'payment refunded';
      if (isNew) await ledger.append(tx, { kind, actor: me, code: number, ...(subject && { subject }) });
      return state;
    });
  }

  /** Throws `not_found`, `other_person_needed` or `refund_too_large`. */
  approve(me: string, id: string): Promise<void> {
    const { refunds } = this.#options;
    return this.#decide(me, 'payment refunded', (tx) => refunds.approve(tx, id, me));
  }

  /** Throws `not_found`. */
  reject(me: string, id: string): Promise<void> {
    const { refunds } = this.#options;
    return this.#decide(me, 'refund rejected', (tx) => refunds.reject(tx, id));
  }

  async #decide(
    me: string,
    kind: 'payment refunded' | 'refund rejected',
    decide: (tx: Database) => Promise<{ readonly paymentId: string }>,
  ): Promise<void> {
    const { ledger, payments, transaction } = this.#options;
    await transaction(async (tx) => {
      const { paymentId } = await decide(tx);
      const payment = await payments.payment(paymentId, tx);
      const subject = payment && (await payments.accountOf(payment.payerId, tx));
      await ledger.append(tx, { kind, actor: me, ...(subject && { subject }) });
    });
  }

  /** Books a cost, once for each id. Throws `payments_closed` where no account of the provider is known, `cost_differs`. */
  async cost(me: string, { id, name, cents }: { id: string; name: string; cents: number }): Promise<void> {
    const { books, ledger, payments, clock } = this.#options;
    const { account } = payments;
    if (account === undefined) throw new AppError('payments_closed');
    const note = async (tx: Database) => {
      await ledger.append(tx, { kind: 'cost booked', actor: me, code: name });
    };
    const isBooked = await books.cost(id, { name, cents, providerAccount: account, at: new Date(clock.now()) }, note);
    if (!isBooked) throw new AppError('cost_differs');
  }

  async #paid(number: string): Promise<{ receipt: ReceiptRow; payment: PaymentRow }> {
    const { books, payments } = this.#options;
    const receipt = payments.account === undefined ? undefined : await books.receipt(payments.account, number);
    const payment = receipt?.paymentId ? await payments.payment(receipt.paymentId) : undefined;
    if (!receipt || !payment) throw new AppError('not_found');
    return { receipt, payment };
  }
}

type Refunds = AnswerOf<typeof moneyOverview>['refunds'];
type RefundState = Refunds[number]['state'];

const shownTo =
  (me: string) =>
  (row: {
    readonly id: string;
    readonly cents: number;
    readonly reason: string;
    readonly state: Refunds[number]['state'];
    readonly decidedAt: Date;
    readonly decidedBy: string | null;
  }): Refunds[number] => ({
    ...{ id: row.id, cents: row.cents, reason: row.reason, state: row.state, decidedAt: row.decidedAt.toISOString() },
    isOwn: row.decidedBy === me,
  });
