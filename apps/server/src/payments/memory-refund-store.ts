import type { Database } from '../platform/database/database.ts';
import { byInstant, MemoryTable, rowOf } from '../platform/memory-tables.ts';
import type { MemoryPaymentStore } from './memory-store.ts';
import type { DisputeRead } from './provider.ts';
import type { RefundRow, RefundStore } from './refund-store.ts';
import type { PaymentRow } from './store.ts';
import type { dispute } from './tables.ts';

type DisputeRow = typeof dispute.$inferSelect;

/** Refunds and disputes in memory, for the simulation. */
export class MemoryRefundStore implements RefundStore {
  readonly rows = new MemoryTable<RefundRow>(({ id }) => id);
  readonly disputes = new MemoryTable<DisputeRow>(({ ref }) => ref);
  readonly #payments: MemoryPaymentStore;
  constructor(payments: MemoryPaymentStore) {
    this.#payments = payments;
  }

  async add(tx: Database, row: Parameters<RefundStore['add']>[1]): Promise<void> {
    this.rows.insert(rowOf<RefundRow>({ state: 'due', ref: null, decidedBy: null }, row), tx);
  }

  async refunded(_: Database, paymentId: string): Promise<number> {
    const all = this.rows.where((each) => each.paymentId === paymentId && each.state !== 'proposed');
    return all.reduce((sum, { cents }) => sum + cents, 0);
  }

  async byHand(_: Database, paymentId: string): Promise<RefundRow[]> {
    return this.rows.where((each) => each.paymentId === paymentId && each.decidedBy !== null);
  }

  async remove(tx: Database, id: string): Promise<void> {
    this.rows.delete((each) => each.id === id, tx);
  }

  async ofPayments(paymentIds: readonly string[]): Promise<{ refunds: RefundRow[]; disputes: DisputeRow[] }> {
    const isOne = ({ paymentId }: { paymentId: string }) => paymentIds.includes(paymentId);
    return { refunds: this.#sorted(isOne), disputes: this.disputes.where(isOne).toSorted(byInstant(({ openedAt }) => openedAt)) };
  }

  async due(providerAccount: string): Promise<(RefundRow & { intentRef: string | null })[]> {
    return this.#sorted(({ state, paymentId }) => state === 'due' && this.#isAt(paymentId, providerAccount)).map((row) => ({
      ...row,
      intentRef: this.#payment(row.paymentId)?.intentRef ?? null,
    }));
  }

  async notDone(providerAccount: string): Promise<RefundRow[]> {
    return this.#sorted(({ state, paymentId }) => state !== 'done' && this.#isAt(paymentId, providerAccount));
  }

  async paymentOf(_: Database, id: string): Promise<string | undefined> {
    return this.rows.get(id)?.paymentId;
  }

  async lock(_: Database, id: string): Promise<RefundRow | undefined> {
    return this.rows.get(id);
  }

  async disputesOf(providerAccount: string): Promise<DisputeRow[]> {
    return this.disputes
      .where(({ state, paymentId }) => (state === 'inquiry' || state === 'open') && this.#isAt(paymentId, providerAccount))
      .toSorted(byInstant(({ dueAt }) => dueAt));
  }

  async change(id: string, fields: Partial<RefundRow>, tx?: Database): Promise<void> {
    this.rows.update(id, fields, tx);
  }

  async byRef(ref: string): Promise<RefundRow | undefined> {
    return this.rows.find((each) => each.ref === ref);
  }

  async setDispute(tx: Database, paymentId: string, read: DisputeRead): Promise<void> {
    const { ref, cents, state, openedAt, dueAt = null } = read;
    const known = this.disputes.get(ref);
    if (known) this.disputes.update(ref, { cents, state, dueAt }, tx);
    else this.disputes.insert({ ref, paymentId, cents, state, openedAt, dueAt }, tx);
  }

  readonly isDisputed = async (_: Database, subscriptionRef: string): Promise<boolean> =>
    this.#has((of) => of.subscriptionRef === subscriptionRef, ['open', 'lost']);

  readonly hasOpenDispute = async (_: Database, payerId: string): Promise<boolean> =>
    this.#has((of) => of.payerId === payerId, ['open']);

  #has(isOf: (payment: PaymentRow) => boolean, states: readonly DisputeRow['state'][]): boolean {
    const found = this.disputes.find(({ paymentId, state }) => {
      const of = this.#payment(paymentId);
      return of !== undefined && isOf(of) && states.includes(state);
    });
    return found !== undefined;
  }

  #payment(id: string): PaymentRow | undefined {
    return this.#payments.rows.get(id);
  }

  #isAt(paymentId: string, providerAccount: string): boolean {
    const payer = this.#payments.payers.get(this.#payment(paymentId)?.payerId ?? '');
    return payer?.providerAccount === providerAccount;
  }

  #sorted(holds: (row: RefundRow) => boolean): RefundRow[] {
    return this.rows.where(holds).toSorted(byInstant(({ decidedAt }) => decidedAt));
  }
}
