import type { Database } from '../platform/database/database.ts';
import { MemoryTable, type MemoryTransactions, rowOf } from '../platform/memory-tables.ts';
import { type Posting, paymentKinds } from './movements.ts';
import type { BooksCheck, BooksStore, ReceiptRow } from './store.ts';
import type { entry } from './tables.ts';

type EntryRow = typeof entry.$inferSelect & { readonly postings: readonly Posting[] };

/** The books in memory, for the simulation. */
export class MemoryBooksStore implements BooksStore {
  readonly entries = new MemoryTable<EntryRow>((row) => `${row.providerAccount} ${row.movementRef}`);
  readonly issued = new MemoryTable<ReceiptRow>((row) => `${row.providerAccount} ${row.year} ${row.number}`);
  #seq = 0;
  #lastCheck: BooksCheck | undefined;
  readonly transaction: BooksStore['transaction'];

  constructor(transactions: MemoryTransactions) {
    this.transaction = transactions.run;
  }

  /** Transactions do not overlap. */
  async lock(): Promise<void> {}

  async add(tx: Database, row: Parameters<BooksStore['add']>[1], postings: readonly Posting[]): Promise<number | undefined> {
    const seq = ++this.#seq;
    return this.entries.insertNew(rowOf<EntryRow>({ paymentId: null, seq, postings }, row), tx) ? seq : undefined;
  }

  async issue(tx: Database, row: Parameters<BooksStore['issue']>[1]): Promise<ReceiptRow> {
    const ofYear = this.issued.where(({ providerAccount, year }) => providerAccount === row.providerAccount && year === row.year);
    const number = Math.max(0, ...ofYear.map((each) => each.number)) + 1;
    const none = { paymentId: null, vatCountry: null, vatBasisPoints: null, corrects: null };
    const receipt = rowOf<ReceiptRow>({ ...none, number }, row);
    this.issued.insert(receipt, tx);
    return receipt;
  }

  async receiptsOf(providerAccount: string, paymentIds: readonly string[]): Promise<ReceiptRow[]> {
    return this.issued
      .where((each) => each.providerAccount === providerAccount && paymentIds.includes(each.paymentId ?? ''))
      .toSorted((a, b) => a.entrySeq - b.entrySeq);
  }

  async receiptByNumber(providerAccount: string, year: number, number: number): Promise<ReceiptRow | undefined> {
    return this.issued.get(`${providerAccount} ${year} ${number}`);
  }

  async yearsWithGaps(providerAccount: string): Promise<number[]> {
    const numbers = Map.groupBy(
      this.issued.where((each) => each.providerAccount === providerAccount),
      ({ year }) => year,
    );
    return [...numbers].flatMap(([year, rows]) => (Math.max(...rows.map(({ number }) => number)) === rows.length ? [] : year));
  }

  async receiptOf(providerAccount: string, movementRef: string): Promise<ReceiptRow | undefined> {
    const seq = this.entries.get(`${providerAccount} ${movementRef}`)?.seq;
    return this.issued.find(({ entrySeq }) => entrySeq === seq);
  }

  async postingsOf(_: Database, providerAccount: string, movementRef: string): Promise<Posting[]> {
    return [...(this.entries.get(`${providerAccount} ${movementRef}`)?.postings ?? [])];
  }

  async withoutReceipt(providerAccount: string): Promise<number[]> {
    const ofPayments = this.entries.where(
      (each) => each.providerAccount === providerAccount && paymentKinds.some((kind) => kind === each.kind),
    );
    return ofPayments
      .filter(({ seq, postings }) => {
        const moved = postings.filter(({ account }) => account !== 'provider' && account !== 'fees');
        const receipt = this.issued.find(({ entrySeq }) => entrySeq === seq);
        return receipt?.grossCents !== 0 - sumOf(moved);
      })
      .map(({ seq }) => seq);
  }

  async balances(providerAccount: string, _tx?: Database): Promise<ReadonlyMap<string, number>> {
    return new Map(Object.entries((await this.sums(providerAccount)).balances));
  }

  async sums(providerAccount: string, after = 0): ReturnType<BooksStore['sums']> {
    const balances: Record<string, number> = {};
    let last = after;
    for (const { seq, postings } of this.entries.where((each) => each.providerAccount === providerAccount && each.seq > after))
      for (const { account, cents } of postings) {
        balances[account] = (balances[account] ?? 0) + cents;
        last = Math.max(last, seq);
      }
    return { last, balances };
  }

  async firstEntry(): Promise<number> {
    return this.entries.all()[0]?.seq ?? 0;
  }

  async lastCheck(): Promise<BooksCheck | undefined> {
    return this.#lastCheck;
  }

  async keepCheck(check: BooksCheck): Promise<void> {
    if (!this.#lastCheck || check.at > this.#lastCheck.at) this.#lastCheck = check;
  }

  async unbalanced(): Promise<number[]> {
    return this.entries.where(({ postings }) => sumOf(postings) !== 0).map(({ seq }) => seq);
  }

  async providerAccounts(): Promise<string[]> {
    return [...new Set(this.entries.all().map(({ providerAccount }) => providerAccount))];
  }

  async forget(before: Date): Promise<void> {
    const isOld = ({ at }: { at: Date }) => at < before;
    if (this.entries.find(isOld)) this.#lastCheck = undefined;
    this.issued.delete(isOld);
    this.entries.delete(isOld);
  }
}

const sumOf = (postings: readonly Posting[]): number => postings.reduce((sum, { cents }) => sum + cents, 0);
