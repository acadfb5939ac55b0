import type { Database } from '../platform/database/database.ts';
import {
  isPayment,
  type Movement,
  type Payment,
  placePrice,
  postingsOf,
  postingsOfCost,
  postingsOfPlace,
  vatOf,
} from './movements.ts';
import { receiptNumber } from './receipt-number.ts';
import type { Issuer } from './seller.ts';
import type { BooksStore, ReceiptRow } from './store.ts';

/** Where and when money moved. `providerAccount` is `sandbox`, or an account of the provider with its mode. */
export interface Booking {
  readonly providerAccount: string;
  readonly at: Date;
  readonly paymentId?: string;
}

/** What a receipt has beside the money: who issues it, and the lines of the name and address of who paid. */
export interface Parties {
  readonly issuer: Issuer;
  readonly addressee: readonly string[];
}

/** The books: double entry, one for each movement of money. Source: requirements/membership 9.5. */
export class Books {
  readonly #store: BooksStore;
  constructor(store: BooksStore) {
    this.#store = store;
  }

  /**
   * Books a balance transaction of the provider, once, with a receipt if somebody has paid or got something back. Whether it had not been
   * booked before.
   */
  record(movement: Movement, booking: Booking, parties: Parties): Promise<boolean> {
    const row = { ...booking, kind: movement.kind, movementRef: movement.ref };
    return this.#locked(booking, async (tx) => {
      const inPlaces = movement.kind === 'refund' ? await this.#store.inPlaces(tx, booking.providerAccount) : 0;
      const seq = await this.#store.add(tx, row, postingsOf(movement, inPlaces));
      if (seq !== undefined && isPayment(movement)) await this.#issue(tx, seq, movement, booking, parties);
      return seq !== undefined;
    });
  }

  /** The receipts of a payment, the earliest first. */
  receipts(providerAccount: string, paymentId: string): Promise<ReceiptRow[]> {
    return this.#store.receiptsOf(providerAccount, paymentId);
  }

  /** Books a cost that was paid from the bank, once for each id. `name` is that under which it is published. */
  cost(id: string, { name, cents, ...booking }: Booking & { readonly name: string; readonly cents: number }): Promise<boolean> {
    const row = { ...booking, kind: 'cost' as const, movementRef: `cost:${id}` };
    return this.#locked(booking, async (tx) => (await this.#store.add(tx, row, postingsOfCost(name, cents))) !== undefined);
  }

  /** Takes the price of a place from what is set aside for places, once for each id; false if there is less. */
  givePlace(id: string, booking: Booking): Promise<boolean> {
    const row = { ...booking, kind: 'place' as const, movementRef: `place:${id}` };
    return this.#locked(booking, async (tx) => {
      if ((await this.#store.inPlaces(tx, booking.providerAccount)) < placePrice) return false;
      return (await this.#store.add(tx, row, postingsOfPlace())) !== undefined;
    });
  }

  /** The balance of each account of the books, in cents. */
  balances(providerAccount: string): Promise<ReadonlyMap<string, number>> {
    return this.#store.balances(providerAccount);
  }

  /** What is wrong with the books; nothing, unless somebody has changed the database by hand. */
  async check(): Promise<string[]> {
    const found = (await this.#store.unbalanced()).map((seq) => `the postings of entry ${seq} do not sum to 0`);
    for (const of of await this.#store.providerAccounts()) {
      const balances = await this.#store.balances(of);
      const total = [...balances.values()].reduce((sum, cents) => sum + cents, 0);
      const [owed, unexplained] = [balances.get('places') ?? 0, balances.get('unexplained') ?? 0];
      if (total !== 0) found.push(`the books of ${of} sum to ${total} cents`);
      if (owed > 0) found.push(`the places of ${of} are ${owed} cents below nothing`);
      const unreceipted = await this.#store.notReceipted(of);
      if (unreceipted !== 0) found.push(`${unreceipted} cents of ${of} have no receipt`);
      for (const year of await this.#store.yearsWithGaps(of)) found.push(`the receipts of ${of} in ${year} have a gap`);
      if (unexplained !== 0) found.push(`${unexplained} cents of ${of} are unexplained`);
    }
    return found;
  }

  /** Deletes the entries of calendar years, in UTC, that had ended at an instant. */
  async forget(before: Date): Promise<void> {
    await this.#store.forget(new Date(Date.UTC(before.getUTCFullYear(), 0, 1)));
  }

  async #issue(
    tx: Database,
    entrySeq: number,
    { kind, cents, purpose, tax }: Extract<Movement, Payment>,
    { providerAccount, at, paymentId }: Booking,
    parties: Parties,
  ): Promise<void> {
    const earlier = paymentId === undefined ? [] : await this.#store.receiptsOf(providerAccount, paymentId, tx);
    // What is given back corrects the receipt of the payment; a refund that failed, the correction of that refund.
    const corrected = { charge: undefined, refund: earlier[0], 'refund failed': earlier.findLast((each) => each.grossCents < 0) }[
      kind
    ];
    const vatCents = vatOf(cents, { purpose, tax });
    await this.#store.issue(tx, {
      ...{
        providerAccount,
        year: at.getUTCFullYear(),
        entrySeq,
        at,
        paymentId,
        purpose,
        grossCents: cents,
        vatCents,
        ...parties,
      },
      ...(vatCents !== 0 && { vatCountry: tax?.country, vatBasisPoints: tax?.basisPoints }),
      ...(corrected && { corrects: receiptNumber(corrected) }),
    });
  }

  #locked<T>({ providerAccount }: Booking, book: (tx: Database) => Promise<T>): Promise<T> {
    return this.#store.transaction(async (tx) => {
      await this.#store.lock(tx, providerAccount);
      return book(tx);
    });
  }
}
