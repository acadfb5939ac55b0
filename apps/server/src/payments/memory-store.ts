import type { Database } from '../platform/database/database.ts';
import { byInstant, MemoryTable, type MemoryTransactions, rowOf } from '../platform/memory-tables.ts';
import {
  type BillingRow,
  type DeclinesSought,
  type EventRow,
  isDecline,
  type PayerRow,
  type PaymentRow,
  type PaymentStore,
  type RequestRow,
} from './store.ts';
import type { CursorKind, payerAccount, RequestKind } from './tables.ts';

type Own = typeof payerAccount.$inferSelect;

/** Payers and their payments in memory, for the simulation. */
export class MemoryPaymentStore implements PaymentStore {
  readonly payers = new MemoryTable<PayerRow>(({ id }) => id);
  readonly owners = new MemoryTable<Own>(
    ({ payerId }) => payerId,
    (row) => `${row.accountId} ${row.providerAccount}`,
  );
  readonly bills = new MemoryTable<BillingRow>(({ payerId }) => payerId);
  readonly rows = new MemoryTable<PaymentRow>(
    ({ id }) => id,
    ({ payerId, attempt }) => (attempt === null ? undefined : `${payerId} ${attempt}`),
    ({ intentRef }) => intentRef ?? undefined,
  );
  readonly events = new MemoryTable<EventRow>(({ id }) => id);
  readonly requests = new MemoryTable<RequestRow>(({ id }) => id);
  readonly #cursors = new Map<string, Date>();
  readonly #identities = new Map<string, string>();
  #requestSeq = 0;
  readonly transaction: PaymentStore['transaction'];

  constructor(transactions: MemoryTransactions) {
    this.transaction = transactions.run;
  }

  async identity(keyHash: string): Promise<string | undefined> {
    return this.#identities.get(keyHash);
  }

  async setIdentity(keyHash: string, account: string): Promise<void> {
    if (!this.#identities.has(keyHash)) this.#identities.set(keyHash, account);
  }

  async payerOf(accountId: string, providerAccount: string): Promise<PayerRow | undefined> {
    const own = this.owners.find((each) => each.accountId === accountId && each.providerAccount === providerAccount);
    return own && this.payers.get(own.payerId);
  }

  async payersOf(_: Database, accountId: string): Promise<PayerRow[]> {
    return this.#own(accountId).flatMap((payerId) => this.payers.get(payerId) ?? []);
  }

  async payer(id: string): Promise<PayerRow | undefined> {
    return this.payers.get(id);
  }

  async payerByCustomer(providerAccount: string, customerRef: string): Promise<PayerRow | undefined> {
    return this.payers.find((each) => each.customerRef === customerRef && each.providerAccount === providerAccount);
  }

  async accountOf(payerId: string): Promise<string | undefined> {
    return this.owners.get(payerId)?.accountId;
  }

  async addPayer(
    tx: Database,
    accountId: string,
    { id, providerAccount }: { id: string; providerAccount: string },
  ): Promise<void> {
    if (this.owners.insertNew({ payerId: id, accountId, providerAccount }, tx))
      this.payers.insert({ id, providerAccount, customerRef: null, readSeq: 0, writtenSeq: 0 }, tx);
  }

  /** Transactions do not overlap. */
  async lock(): Promise<void> {}

  async setCustomer(payerId: string, customerRef: string): Promise<void> {
    if (this.payers.get(payerId)?.customerRef === null) this.payers.update(payerId, { customerRef });
  }

  async billing(payerId: string): Promise<BillingRow | undefined> {
    return this.bills.get(payerId);
  }

  async setBilling(tx: Database, row: BillingRow): Promise<void> {
    this.bills.put(row, tx);
  }

  async payment(id: string): Promise<PaymentRow | undefined> {
    return this.rows.get(id);
  }

  async paymentOfAttempt(_: Database, payerId: string, attempt: string): Promise<PaymentRow | undefined> {
    return this.rows.find((each) => each.payerId === payerId && each.attempt === attempt);
  }

  async paymentOfIntent(intentRef: string): Promise<PaymentRow | undefined> {
    return this.rows.find((each) => each.intentRef === intentRef);
  }

  async firstPayment(subscriptionRef: string): Promise<PaymentRow | undefined> {
    return this.rows.find((each) => each.subscriptionRef === subscriptionRef && each.kind === 'subscription');
  }

  async paidOf(subscriptionRef: string): Promise<PaymentRow[]> {
    return this.rows
      .where((each) => each.subscriptionRef === subscriptionRef && each.paidAt !== null && each.bouncedAt === null)
      .toSorted(byInstant(({ paidAt }) => paidAt))
      .toReversed();
  }

  async returnedSince(since: Date): Promise<string[]> {
    const rows = this.rows.where(({ bouncedAt }) => bouncedAt !== null && bouncedAt >= since);
    return [...new Set(rows.flatMap(({ subscriptionRef }) => subscriptionRef ?? []))];
  }

  async hasBounced(subscriptionRef: string): Promise<boolean> {
    return this.rows.find((each) => each.subscriptionRef === subscriptionRef && each.bouncedAt !== null) !== undefined;
  }

  async paidThoughOver(providerAccount: string, since: Date): Promise<PaymentRow[]> {
    return this.#at(providerAccount).filter(
      ({ state, paidAt, bouncedAt }) => state === 'over' && paidAt !== null && paidAt >= since && bouncedAt === null,
    );
  }

  async abandoned(providerAccount: string, before: Date): Promise<PaymentRow[]> {
    return this.#at(providerAccount).filter(
      ({ state, kind, createdAt }) => state === 'open' && (kind === 'donation' || kind === 'method') && createdAt < before,
    );
  }

  async openDonations(_: Database, accountId: string): Promise<PaymentRow[]> {
    const own = this.#own(accountId);
    return this.rows.where(
      ({ payerId, kind, state }) => own.includes(payerId) && kind === 'donation' && (state === 'open' || state === 'settling'),
    );
  }

  async payments(payerId: string): Promise<PaymentRow[]> {
    return this.rows.where((each) => each.payerId === payerId).toSorted(byInstant(({ createdAt }) => createdAt));
  }

  async addPayment(tx: Database, row: Parameters<PaymentStore['addPayment']>[1]): Promise<void> {
    const none = {
      attempt: null,
      intentRef: null,
      subscriptionRef: null,
      state: 'open' as const,
      collectedAt: null,
      declinedAt: null,
      paidAt: null,
      bouncedAt: null,
    };
    this.rows.insertNew(rowOf<PaymentRow>(none, row), tx);
  }

  async giveUp(tx: Database, id: string): Promise<boolean> {
    const isOpen = ['open', 'settling'].includes(this.rows.get(id)?.state ?? '');
    if (isOpen) this.rows.update(id, { state: 'over' }, tx);
    return isOpen;
  }

  async changePayment(tx: Database, id: string, fields: Partial<PaymentRow>): Promise<void> {
    this.rows.update(id, fields, tx);
  }

  async nextRead(payerId: string): Promise<number> {
    const readSeq = (this.payers.get(payerId)?.readSeq ?? 0) + 1;
    this.payers.update(payerId, { readSeq });
    return readSeq;
  }

  async mayWrite(tx: Database, payerId: string, seq: number): Promise<boolean> {
    if ((this.payers.get(payerId)?.writtenSeq ?? seq) >= seq) return false;
    this.payers.update(payerId, { writtenSeq: seq }, tx);
    return true;
  }

  async addEvents(tx: Database, rows: Parameters<PaymentStore['addEvents']>[1]): Promise<string[]> {
    const none = { customerRef: null, appliedAt: null };
    return rows.filter((row) => this.events.insertNew(rowOf<EventRow>(none, row), tx)).map(({ id }) => id);
  }

  async event(id: string): Promise<EventRow | undefined> {
    return this.events.get(id);
  }

  async declines({ providerAccount, customerRef, since, most }: DeclinesSought): Promise<Pick<EventRow, 'created'>[]> {
    const isSought = (each: EventRow) =>
      each.customerRef === customerRef && each.providerAccount === providerAccount && isDecline(each) && each.created >= since;
    return this.events
      .where(isSought)
      .map(({ created }) => ({ created }))
      .toSorted((one, other) => other.created.getTime() - one.created.getTime())
      .slice(0, most);
  }

  async unapplied(providerAccount: string): Promise<EventRow[]> {
    return this.events
      .where((each) => each.appliedAt === null && each.providerAccount === providerAccount)
      .toSorted(byInstant(({ created }) => created))
      .slice(0, 1_000);
  }

  async applied(ids: readonly string[], at: Date): Promise<void> {
    for (const id of ids) this.events.update(id, { appliedAt: at });
  }

  async cursor(providerAccount: string, kind: CursorKind): Promise<Date | undefined> {
    return this.#cursors.get(`${providerAccount} ${kind}`);
  }

  async setCursor(providerAccount: string, kind: CursorKind, at: Date): Promise<void> {
    this.#cursors.set(`${providerAccount} ${kind}`, at);
  }

  async oldestUndone(providerAccount: string): Promise<Date | undefined> {
    return (await this.openRequests(providerAccount)).toSorted(byInstant(({ acceptedAt }) => acceptedAt))[0]?.acceptedAt;
  }

  async addRequest(tx: Database, row: Parameters<PaymentStore['addRequest']>[1]): Promise<void> {
    this.requests.insert(rowOf<RequestRow>({ doneAt: null, seq: ++this.#requestSeq }, row), tx);
  }

  async openRequests(providerAccount: string): Promise<RequestRow[]> {
    return this.requests
      .where(({ doneAt, payerId }) => doneAt === null && this.payers.get(payerId)?.providerAccount === providerAccount)
      .toSorted((a, b) => a.seq - b.seq);
  }

  async isRequested(_: Database, objectRef: string, kinds: readonly RequestKind[]): Promise<boolean> {
    return this.#open(objectRef, kinds).length > 0;
  }

  async wasRequested(_: Database, objectRef: string, kind: RequestKind, since: Date): Promise<boolean> {
    const isIt = (each: RequestRow) => each.objectRef === objectRef && each.kind === kind && each.acceptedAt >= since;
    return this.requests.find(isIt) !== undefined;
  }

  async requestState(id: string): Promise<'open' | 'done' | 'taken back'> {
    const row = this.requests.get(id);
    if (!row) return 'taken back';
    return row.doneAt === null ? 'open' : 'done';
  }

  async closeRequest(tx: Database, id: string, at: Date): Promise<void> {
    this.requests.update(id, { doneAt: at }, tx);
  }

  async takeBack(tx: Database, objectRef: string, kinds: readonly RequestKind[]): Promise<void> {
    const open = new Set(this.#open(objectRef, kinds));
    this.requests.delete((each) => open.has(each), tx);
  }

  async erase(tx: Database, accountId: string): Promise<void> {
    const own = this.#own(accountId);
    this.bills.delete(({ payerId }) => own.includes(payerId), tx);
    this.owners.delete((each) => each.accountId === accountId, tx);
  }

  async ofAccount(accountId: string): Promise<{ billing: BillingRow[]; payments: PaymentRow[] }> {
    const own = this.#own(accountId);
    return {
      billing: this.bills.where(({ payerId }) => own.includes(payerId)),
      payments: this.rows.where(({ payerId }) => own.includes(payerId)).toSorted(byInstant(({ createdAt }) => createdAt)),
    };
  }

  async forgetEvents(before: Date): Promise<void> {
    this.events.delete(({ receivedAt, appliedAt }) => receivedAt < before && appliedAt !== null);
  }

  #own(accountId: string): string[] {
    return this.owners.where((each) => each.accountId === accountId).map(({ payerId }) => payerId);
  }

  #at(providerAccount: string): PaymentRow[] {
    return this.rows.where(({ payerId }) => this.payers.get(payerId)?.providerAccount === providerAccount);
  }

  #open(objectRef: string, kinds: readonly RequestKind[]): RequestRow[] {
    return this.requests.where((each) => each.objectRef === objectRef && kinds.includes(each.kind) && each.doneAt === null);
  }
}
