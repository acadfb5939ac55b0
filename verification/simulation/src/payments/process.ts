import { MemoryBooksStore } from '@unspoken/server/books/memory-store';
import { Books } from '@unspoken/server/books/service';
import { MemoryPlaceStore } from '@unspoken/server/membership/memory-place-store';
import { MemoryMembershipRows, MemoryTries } from '@unspoken/server/membership/memory-store';
import { paidMemberships } from '@unspoken/server/membership/personal-records';
import { membershipServices } from '@unspoken/server/membership/services';
import { ProviderAccount } from '@unspoken/server/payments/account';
import { MemoryRefundStore } from '@unspoken/server/payments/memory-refund-store';
import { MemoryPaymentStore } from '@unspoken/server/payments/memory-store';
import { mailReceipt } from '@unspoken/server/payments/receipt-mail';
import { paymentServices } from '@unspoken/server/payments/services';
import { StripeProvider } from '@unspoken/server/payments/stripe';
import { MemoryTransactions } from '@unspoken/server/platform/memory-tables';
import type { DataSubject } from '@unspoken/server/platform/module';
import type { VirtualTime } from '../virtual-time.ts';
import { type Outside, webhookSecret } from './outside.ts';
import type { Society } from './society.ts';

/** The tables that all processes share. */
export function memoryTables() {
  const transactions = new MemoryTransactions();
  const payments = new MemoryPaymentStore(transactions);
  return {
    ...{ transactions, payments, refunds: new MemoryRefundStore(payments), books: new MemoryBooksStore(transactions) },
    ...{ rows: new MemoryMembershipRows(transactions), places: new MemoryPlaceStore(transactions), tries: new MemoryTries() },
  };
}
export type Tables = ReturnType<typeof memoryTables>;

export interface ProcessOptions {
  readonly tables: Tables;
  readonly outside: Outside;
  readonly society: Society;
  readonly time: VirtualTime;
  /** By how much its clock is fast, ms. */
  readonly skew: number;
  readonly id: () => string;
  readonly fault: (error: unknown) => void;
}

/** The tax in every price of the simulated enterprise. */
export const tax = { country: 'DE', basisPoints: 1_900 };
const seller = { issuer: { name: 'Sample', address: ['Sample Street 1'], taxNumber: '00' }, taxFor: () => tax };
const publicUrl = 'https://unspoken.example';
export const trialDays = 14;

/** A process of the product: the real services and the real adapter over the shared tables. */
export class PaymentProcess {
  isDead = false;
  /** Until when it stands still, epoch ms. */
  standsUntil = 0;
  readonly provider: StripeProvider;
  readonly payments: ReturnType<typeof paymentServices>;
  readonly membership: ReturnType<typeof membershipServices>;
  readonly #jobs = new Map<string, (data: object, id: string) => Promise<void>>();
  readonly #options: ProcessOptions;
  readonly #records: ReturnType<typeof paidMemberships>;

  constructor(options: ProcessOptions) {
    const { tables, outside, society, time, skew, id, fault } = options;
    this.#options = options;
    const keys = { secretKey: 'sk_test_simulated', publishableKey: 'pk_test_simulated', webhookSecrets: [webhookSecret] };
    const httpClient = outside.line(this);
    this.provider = new StripeProvider({ ...keys, productName: 'Membership', httpClient });
    const provider = new ProviderAccount({ mode: 'rehearsal', provider: async () => this.provider }, tables.payments);
    const books = new Books(tables.books);
    const { accounts, conduct, mailTemplates } = society;
    const common = { books, accounts, clock: { now: () => time.now() + skew }, random: { id }, fault };
    this.payments = paymentServices({
      ...{ ...common, store: tables.payments, refundRows: tables.refunds, provider, seller },
      jobs: {
        define: async (name, run) => void this.#jobs.set(name, run as never),
        post: async (tx, kind, data) => society.postJob(tx, { kind, data }),
      } as Parameters<typeof paymentServices>[0]['jobs'],
      receiptIssued: (tx, payment, receipt) =>
        mailReceipt({ store: tables.payments, mailTemplates, publicUrl }, tx, payment, receipt),
    });
    const { payments, refunds } = this.payments;
    this.membership = membershipServices({
      ...{ ...common, rows: tables.rows, store: tables.tries, openPlaces: tables.places, payments, refunds, conduct, publicUrl },
      ...{
        disputes: tables.refunds,
        hasCompletedMinute: async () => true,
        trialDays,
        mailTemplates,
        trialHash: (addressKey) => addressKey,
      },
    });
    const { applying } = this.membership;
    const declarations = { ofAccount: async () => [], disown: async () => {} };
    this.#records = paidMemberships({ rows: tables.rows, applying, payments, books, declarations });
    void this.payments.signals.prepare();
  }

  /** What is done every minute. */
  async minute(): Promise<void> {
    const { due, places } = this.membership;
    await this.payments.settle();
    await due.run();
    await places.run();
  }

  /** Deletes an account, as the product does it: everything in one transaction. */
  async erase(accountId: string): Promise<void> {
    const { tables, society } = this.#options;
    await tables.transactions.run(async (tx) => {
      if (!(await society.accounts.lock(tx, accountId))) return;
      const subject: DataSubject = { accountId, addressKeys: [society.addressOf(accountId)], facebookId: null, guest: false };
      await this.#records.erase?.(tx, subject);
      await this.payments.payments.erase(tx, subject);
      await this.membership.membership.erase(tx, subject);
      society.remove(tx, accountId);
    });
  }

  async run({ kind, data }: { kind: string; data: object }): Promise<void> {
    await this.#jobs.get(kind)?.(data, '');
  }
}
