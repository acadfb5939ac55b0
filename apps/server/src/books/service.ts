import type { Database } from '../platform/database/database.ts';
import {
  isPayment,
  type Movement,
  type Payment,
  placePrice,
  postingsOf,
  postingsOfCost,
  postingsOfFailed,
  postingsOfPlace,
  type Tax,
  vatOf,
} from './movements.ts';
import { receiptNumber } from './receipt-number.ts';
import type { Issuer } from './seller.ts';
import type { BooksCheck, BooksStore, ReceiptRow } from './store.ts';
import type { Sums } from './tables.ts';

export type { Movement, Payment, Tax } from './movements.ts';
export { receiptNumber } from './receipt-number.ts';
export { type Issuer, issuerOf, orderLabelsForCounsel, type Seller, sellerFile, taxFor } from './seller.ts';
export type { ReceiptRow } from './store.ts';

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

/** Called in the transaction that issues a receipt. */
export type ReceiptIssued = (tx: Database, receipt: ReceiptRow) => Promise<void>;

/** Takes back what was booked for a place that nobody waits for. */
class NobodyWaits extends Error {}

/** A movement that belongs to another one, which is to be booked first. */
export class NotYet extends Error {}

const taxOn = ({ vatCountry, vatBasisPoints }: ReceiptRow): Tax | undefined =>
  vatCountry === null || vatBasisPoints === null ? undefined : { country: vatCountry, basisPoints: vatBasisPoints };

/** The books: double entry, one for each movement of money. Source: requirements/membership 9.5. */
export class Books {
  readonly #store: BooksStore;
  constructor(store: BooksStore) {
    this.#store = store;
  }

  /**
   * Books a balance transaction of the provider, once, with a receipt if somebody has paid or got something back. Whether it had not been
   * booked before. Throws `NotYet` for a refund whose charge, or a failed refund whose refund, has not been booked: it is to be read again
   * after that.
   */
  record(movement: Movement, booking: Booking, parties: Parties, issued: ReceiptIssued = async () => {}): Promise<boolean> {
    const row = { ...booking, kind: movement.kind, movementRef: movement.ref };
    return this.#locked(booking, async (tx) => {
      const inPlaces = movement.kind === 'refund' ? await this.#inPlaces(tx, booking) : 0;
      if (!isPayment(movement)) return (await this.#store.add(tx, row, postingsOf(movement, inPlaces))) !== undefined;
      const { tax, vatCents, corrects } = await this.#receiptFor(tx, movement, booking);
      const postings =
        movement.kind === 'refund failed'
          ? postingsOfFailed(movement, await this.#store.postingsOf(tx, booking.providerAccount, movement.refundRef))
          : postingsOf({ ...movement, tax }, inPlaces, vatCents);
      const seq = await this.#store.add(tx, row, postings);
      if (seq === undefined) return false;
      const { providerAccount, at, paymentId } = booking;
      const isTaxed = movement.purpose === 'membership' && tax !== undefined;
      const receipt = await this.#store.issue(tx, {
        ...{ providerAccount, year: at.getUTCFullYear(), entrySeq: seq, at, paymentId, purpose: movement.purpose },
        ...{ grossCents: movement.cents, vatCents, corrects, ...parties },
        ...(isTaxed && { vatCountry: tax.country, vatBasisPoints: tax.basisPoints }),
      });
      await issued(tx, receipt);
      return true;
    });
  }

  /** The receipts of these payments, the earliest first. */
  receipts(providerAccount: string, paymentIds: readonly string[]): Promise<ReceiptRow[]> {
    return this.#store.receiptsOf(providerAccount, paymentIds);
  }

  /** The receipt under a number as it is printed. */
  receipt(providerAccount: string, number: string): Promise<ReceiptRow | undefined> {
    const [year = 0, serial = 0] = number.split('-').map(Number);
    return this.#store.receiptByNumber(providerAccount, year, serial);
  }

  /**
   * Books a cost that was paid from the bank, once for each id, and lets `booked` act in the same transaction. `name` is that under which it
   * is published. Whether it is booked now: false if another cost was booked under this id.
   */
  cost(
    id: string,
    { name, cents, ...booking }: Booking & { readonly name: string; readonly cents: number },
    booked: (tx: Database) => Promise<void> = async () => {},
  ): Promise<boolean> {
    const row = { ...booking, kind: 'cost' as const, movementRef: `cost:${id}` };
    return this.#locked(booking, async (tx) => {
      const postings = postingsOfCost(name, cents);
      if ((await this.#store.add(tx, row, postings)) !== undefined) {
        await booked(tx);
        return true;
      }
      const known = await this.#store.postingsOf(tx, booking.providerAccount, row.movementRef);
      return postings.every(({ account, cents: each }) => known.some((one) => one.account === account && one.cents === each));
    });
  }

  /**
   * Takes the price of a place from what is set aside for places, and opens it in the same transaction. False, and nothing has happened, if
   * less is set aside, if it was taken before for this id, or if there is nobody to open it for.
   */
  givePlace(id: string, booking: Booking, open: (tx: Database) => Promise<boolean> = async () => true): Promise<boolean> {
    const row = { ...booking, kind: 'place' as const, movementRef: `place:${id}` };
    const given = this.#locked(booking, async (tx) => {
      if ((await this.#inPlaces(tx, booking)) < placePrice) return false;
      if ((await this.#store.add(tx, row, postingsOfPlace())) === undefined) return false;
      if (!(await open(tx))) throw new NobodyWaits();
      return true;
    });
    return given.catch((error: unknown) => {
      if (error instanceof NobodyWaits) return false;
      throw error;
    });
  }

  /** The balance of each account of the books, in cents. */
  balances(providerAccount: string): Promise<ReadonlyMap<string, number>> {
    return this.#store.balances(providerAccount);
  }

  /**
   * Reads all entries. What is wrong with the books, and in `faults` nothing, unless somebody has changed the database by hand. Kept as
   * the last check: later balances are summed on from it.
   */
  async check(at: Date): Promise<BooksCheck> {
    const first = await this.#store.firstEntry();
    const faults = (await this.#store.unbalanced()).map((seq) => `the postings of entry ${seq} do not sum to 0`);
    const sums: Record<string, Sums> = {};
    for (const of of await this.#store.providerAccounts()) {
      const summed = await this.#store.sums(of);
      const total = Object.values(summed.balances).reduce((sum, cents) => sum + cents, 0);
      const { places: owed = 0, unexplained = 0 } = summed.balances;
      if (total !== 0) faults.push(`the books of ${of} sum to ${total} cents`);
      if (owed > 0) faults.push(`the places of ${of} are ${owed} cents below nothing`);
      for (const seq of await this.#store.withoutReceipt(of)) faults.push(`entry ${seq} of ${of} has no receipt of its amount`);
      for (const year of await this.#store.yearsWithGaps(of)) faults.push(`the receipts of ${of} in ${year} have a gap`);
      if (unexplained !== 0) faults.push(`${unexplained} cents of ${of} are unexplained`);
      sums[of] = summed;
    }
    const check = { at, faults, first, sums };
    await this.#store.keepCheck(check);
    return check;
  }

  /** The last check by any process. */
  lastCheck(): Promise<BooksCheck | undefined> {
    return this.#store.lastCheck();
  }

  /** Deletes the entries of calendar years, in UTC, that had ended at an instant. */
  async forget(before: Date): Promise<void> {
    await this.#store.forget(new Date(Date.UTC(before.getUTCFullYear(), 0, 1)));
  }

  /**
   * The tax in a payment, and the receipt that it corrects. What is given back contains the tax of what was paid, at the rate of that day;
   * all refunds of a payment together take back no more and no less.
   */
  async #receiptFor(
    tx: Database,
    movement: Extract<Movement, Payment>,
    { providerAccount, paymentId }: Booking,
  ): Promise<{ tax: Tax | undefined; vatCents: number; corrects: string | null }> {
    const { cents, purpose } = movement;
    if (movement.kind === 'charge') return { tax: movement.tax, vatCents: vatOf(cents, movement), corrects: null };
    if (movement.kind === 'refund failed') {
      const failed = await this.#store.receiptOf(providerAccount, movement.refundRef, tx);
      if (!failed) throw new NotYet(`the refund ${movement.refundRef} has not been booked`);
      return { tax: taxOn(failed), vatCents: 0 - failed.vatCents, corrects: receiptNumber(failed) };
    }
    const [charged, ...later] = paymentId === undefined ? [] : await this.#store.receiptsOf(providerAccount, [paymentId], tx);
    if (!charged) throw new NotYet(`the payment of the refund ${movement.ref} has not been booked`);
    const tax = taxOn(charged);
    const refunded = { cents: 0, vatCents: 0 };
    for (const each of later) {
      refunded.cents += each.grossCents;
      refunded.vatCents += each.vatCents;
    }
    const vatCents = vatOf(refunded.cents + cents, { purpose, tax }) - refunded.vatCents;
    return { tax, vatCents, corrects: receiptNumber(charged) };
  }

  /** What is set aside for places, in cents. The caller holds the lock of the account. */
  async #inPlaces(tx: Database, { providerAccount }: Booking): Promise<number> {
    return 0 - ((await this.#store.balances(providerAccount, tx)).get('places') ?? 0);
  }

  #locked<T>({ providerAccount }: Booking, book: (tx: Database) => Promise<T>): Promise<T> {
    return this.#store.transaction(async (tx) => {
      await this.#store.lock(tx, providerAccount);
      return book(tx);
    });
  }
}
