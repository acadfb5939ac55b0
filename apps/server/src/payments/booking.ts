import {
  type Books,
  type Issuer,
  type Movement,
  NotYet,
  type Payment as PaymentMovement,
  type ReceiptIssued,
  type ReceiptRow,
  type Tax,
} from '../books/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import type { ProviderAccount } from './account.ts';
import type { MovementRead, PaymentProvider } from './provider.ts';
import type { PaymentRow, PaymentStore } from './store.ts';

export interface BookingOptions {
  readonly store: PaymentStore;
  readonly provider: ProviderAccount;
  readonly books: Pick<Books, 'record'>;
  readonly random: Pick<Random, 'id'>;
  readonly clock: { readonly now: () => number };
  readonly receiptIssued: (tx: Database, payment: PaymentRow, receipt: ReceiptRow) => Promise<void>;
  /** Who issues receipts, and the tax that is in a price which is paid from a country at an instant. */
  readonly seller: { readonly issuer: Issuer; readonly taxFor: (country: string | undefined, at: Date) => Tax | undefined };
}

const [minute, hour] = [60_000, 3_600_000];
/** What was read in the last minutes is read again: the clocks of the provider's machines differ. */
const overlap = 10 * minute;
/** How long a movement may belong to nothing that is known, before it is booked as unexplained. */
const patience = hour;

const paymentKinds = ['charge', 'refund', 'refund failed', 'bounced'] as const;
type PaymentMovementKind = (typeof paymentKinds)[number];
/** Whether somebody has paid, or got something back. */
const isOfPayment = (kind: MovementRead['kind']): kind is PaymentMovementKind => paymentKinds.some((each) => each === kind);

/** Books each movement on the provider's balance, once, and nothing else. Source: requirements/membership 9.5. */
export class Booking {
  readonly #options: BookingOptions;
  constructor(options: BookingOptions) {
    this.#options = options;
  }

  /** Books what has moved since the last time. Throws `ProviderUnavailable`. */
  async run(): Promise<void> {
    const { store } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    const cursor = await store.cursor(account, 'movements');
    const movements = await provider.movementsSince(new Date((cursor?.getTime() ?? overlap) - overlap));
    let [latest, waiting] = [cursor?.getTime() ?? 0, Number.POSITIVE_INFINITY];
    for (const movement of movements) {
      if (await this.#book(provider, account, movement)) latest = Math.max(latest, movement.at.getTime());
      else waiting = Math.min(waiting, movement.at.getTime());
    }
    if (latest > 0) await store.setCursor(account, 'movements', new Date(Math.min(latest, waiting)));
  }

  /** False if it belongs to something that has not been booked, or is not known yet. */
  async #book(provider: PaymentProvider, providerAccount: string, read: MovementRead): Promise<boolean> {
    const { store, books, clock } = this.#options;
    const payment = read.intentRef === undefined ? undefined : await this.#paymentOf(provider, read.intentRef, read);
    if (isOfPayment(read.kind) && !payment && clock.now() - read.at.getTime() < patience) return false;
    if (payment && read.kind === 'charge')
      await store.transaction((tx) =>
        store.changePayment(tx, payment.id, { paidAt: read.at, collectedAt: read.collectedAt ?? read.at }),
      );
    if (payment && read.kind === 'bounced')
      await store.transaction((tx) => store.changePayment(tx, payment.id, { bouncedAt: read.at }));
    const booking = { providerAccount, at: read.at, ...(payment && { paymentId: payment.id }) };
    try {
      const issued: ReceiptIssued | undefined = payment && ((tx, receipt) => this.#options.receiptIssued(tx, payment, receipt));
      await books.record(this.#movement(read, payment), booking, await this.#parties(payment), issued);
      return true;
    } catch (error) {
      if (error instanceof NotYet) return false;
      throw error;
    }
  }

  #movement(read: MovementRead, payment: PaymentRow | undefined): Movement {
    const { ref, cents, feeCents, kind, at, country } = read;
    const money = { ref, cents, feeCents };
    if (!isOfPayment(kind)) return { ...money, kind };
    if (!payment) return { ...money, kind: 'unknown' };
    const { purpose } = payment;
    const tax = purpose === 'membership' ? this.#options.seller.taxFor(country, at) : undefined;
    if (kind === 'refund failed') return { ...money, kind, refundRef: read.refundRef ?? '', purpose, tax };
    // A debit that the bank returns is income taken back, as a refund is.
    const booked: PaymentMovement['kind'] = kind === 'bounced' ? 'refund' : kind;
    return { ...money, kind: booked, purpose, tax } as Movement;
  }

  /** The payment of an intent. One of a subscription that is not known is a renewal. */
  async #paymentOf(provider: PaymentProvider, intentRef: string, { cents, at }: MovementRead): Promise<PaymentRow | undefined> {
    const { store, random } = this.#options;
    const known = await store.paymentOfIntent(intentRef);
    if (known) return known;
    const subscriptionRef = await provider.subscriptionOf(intentRef);
    const first = subscriptionRef === undefined ? undefined : await store.firstPayment(subscriptionRef);
    if (!first || subscriptionRef === undefined) return undefined;
    await store.transaction((tx) =>
      store.addPayment(tx, {
        ...{ id: random.id(), payerId: first.payerId, kind: 'renewal', cents: Math.abs(cents), purpose: 'membership' },
        ...{ intentRef, subscriptionRef, createdAt: at },
      }),
    );
    return store.paymentOfIntent(intentRef);
  }

  /** Who issues a receipt and to whom; after the account was deleted, to nobody by name. */
  async #parties(payment: PaymentRow | undefined): Promise<{ issuer: Issuer; addressee: readonly string[] }> {
    const { store, seller } = this.#options;
    const billing = payment && (await store.billing(payment.payerId));
    const addressee = billing ? [`${billing.firstName} ${billing.lastName}`, `${billing.postalCode} ${billing.country}`] : [];
    return { issuer: seller.issuer, addressee };
  }
}
