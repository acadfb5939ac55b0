import type { Database } from '../platform/database/database.ts';
import { type Movement, placePrice, postingsOf, postingsOfCost, postingsOfPlace } from './movements.ts';
import type { BooksStore } from './store.ts';

/** Where and when money moved. `providerAccount` is `sandbox`, or an account of the provider with its mode. */
export interface Booking {
  readonly providerAccount: string;
  readonly at: Date;
  readonly paymentId?: string;
}

/** The books: double entry, one for each movement of money. Source: requirements/membership 9.5. */
export class Books {
  readonly #store: BooksStore;
  constructor(store: BooksStore) {
    this.#store = store;
  }

  /** Books a balance transaction of the provider, once. Whether it had not been booked before. */
  record(movement: Movement, booking: Booking): Promise<boolean> {
    const row = { ...booking, kind: movement.kind, movementRef: movement.ref };
    return this.#locked(booking, async (tx) => {
      const inPlaces = movement.kind === 'refund' ? await this.#store.inPlaces(tx, booking.providerAccount) : 0;
      return this.#store.add(tx, row, postingsOf(movement, inPlaces));
    });
  }

  /** Books a cost that was paid from the bank, once for each id. `name` is that under which it is published. */
  cost(id: string, { name, cents, ...booking }: Booking & { readonly name: string; readonly cents: number }): Promise<boolean> {
    const row = { ...booking, kind: 'cost' as const, movementRef: `cost:${id}` };
    return this.#locked(booking, (tx) => this.#store.add(tx, row, postingsOfCost(name, cents)));
  }

  /** Takes the price of a place from what is set aside for places, once for each id; false if there is less. */
  givePlace(id: string, booking: Booking): Promise<boolean> {
    const row = { ...booking, kind: 'place' as const, movementRef: `place:${id}` };
    return this.#locked(booking, async (tx) => {
      if ((await this.#store.inPlaces(tx, booking.providerAccount)) < placePrice) return false;
      return this.#store.add(tx, row, postingsOfPlace());
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
      if (unexplained !== 0) found.push(`${unexplained} cents of ${of} are unexplained`);
    }
    return found;
  }

  /** Deletes the entries of calendar years, in UTC, that had ended at an instant. */
  async forget(before: Date): Promise<void> {
    await this.#store.forget(new Date(Date.UTC(before.getUTCFullYear(), 0, 1)));
  }

  #locked<T>({ providerAccount }: Booking, book: (tx: Database) => Promise<T>): Promise<T> {
    return this.#store.transaction(async (tx) => {
      await this.#store.lock(tx, providerAccount);
      return book(tx);
    });
  }
}
