import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import type { Customer } from './provider.ts';
import {
  billing,
  type CursorKind,
  payer,
  payerAccount,
  payment,
  providerCursor,
  providerEvent,
  providerIdentity,
  providerRequest,
  type RequestKind,
} from './tables.ts';

export type PayerRow = typeof payer.$inferSelect;
export type PaymentRow = typeof payment.$inferSelect;
export type BillingRow = typeof billing.$inferSelect;
export type RequestRow = typeof providerRequest.$inferSelect;
export type EventRow = typeof providerEvent.$inferSelect;

/** How long a first request may take, ms. What is older and not filed is looked up before it is asked for again. */
export const firstRequest = 15_000;

type Declined = Pick<EventRow, 'created'>[];

export interface DeclinesSought {
  readonly providerAccount: string;
  readonly customerRef: string;
  readonly since: Date;
  readonly most: number;
}

/** The signals of attempts that were declined. */
const declinedTypes: readonly string[] = ['payment_intent.payment_failed', 'setup_intent.setup_failed'];
export const isDecline = ({ type }: Pick<EventRow, 'type'>): boolean => declinedTypes.includes(type);

export const customerOf = (row: BillingRow): Customer => ({
  email: row.email,
  name: `${row.firstName} ${row.lastName}`,
  ...{ postalCode: row.postalCode, country: row.country, language: row.language },
});

/** All SQL about payers, their payments, and what is asked of the provider. */
export const paymentStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  async identity(keyHash: string): Promise<string | undefined> {
    const rows = await db.select().from(providerIdentity).where(eq(providerIdentity.keyHash, keyHash));
    return rows[0]?.account;
  },

  async setIdentity(keyHash: string, account: string): Promise<void> {
    await db.insert(providerIdentity).values({ keyHash, account }).onConflictDoNothing();
  },

  async payerOf(accountId: string, providerAccount: string, from: Database = db): Promise<PayerRow | undefined> {
    const rows = await from
      .select({ row: payer })
      .from(payer)
      .innerJoin(payerAccount, eq(payerAccount.payerId, payer.id))
      .where(and(eq(payerAccount.accountId, accountId), eq(payerAccount.providerAccount, providerAccount)));
    return rows[0]?.row;
  },

  /** The payers of an account, at every account of the provider. */
  async payersOf(tx: Database, accountId: string): Promise<PayerRow[]> {
    const rows = await tx
      .select({ row: payer })
      .from(payer)
      .innerJoin(payerAccount, eq(payerAccount.payerId, payer.id))
      .where(eq(payerAccount.accountId, accountId));
    return rows.map(({ row }) => row);
  },

  async payer(id: string, from: Database = db): Promise<PayerRow | undefined> {
    return (await from.select().from(payer).where(eq(payer.id, id)))[0];
  },

  async payerByCustomer(providerAccount: string, customerRef: string): Promise<PayerRow | undefined> {
    const isIt = and(eq(payer.providerAccount, providerAccount), eq(payer.customerRef, customerRef));
    return (await db.select().from(payer).where(isIt))[0];
  },

  /** The account of a payer; undefined once it was deleted. */
  async accountOf(payerId: string, from: Database = db): Promise<string | undefined> {
    return (await from.select().from(payerAccount).where(eq(payerAccount.payerId, payerId)))[0]?.accountId;
  },

  /** Adds a payer for an account, unless it has one. */
  async addPayer(
    tx: Database,
    accountId: string,
    { id, providerAccount }: { id: string; providerAccount: string },
  ): Promise<void> {
    await tx.insert(payer).values({ id, providerAccount });
    const owned = await tx
      .insert(payerAccount)
      .values({ payerId: id, accountId, providerAccount })
      .onConflictDoNothing()
      .returning();
    if (owned.length === 0) await tx.delete(payer).where(eq(payer.id, id));
  },

  /** Keeps others from changing what belongs to this payer until the transaction ends. */
  async lock(tx: Database, payerId: string): Promise<void> {
    await tx.select().from(payer).where(eq(payer.id, payerId)).for('no key update');
  },

  async setCustomer(payerId: string, customerRef: string): Promise<void> {
    await db
      .update(payer)
      .set({ customerRef })
      .where(and(eq(payer.id, payerId), isNull(payer.customerRef)));
  },

  async billing(payerId: string, from: Database = db): Promise<BillingRow | undefined> {
    return (await from.select().from(billing).where(eq(billing.payerId, payerId)))[0];
  },

  async setBilling(tx: Database, row: BillingRow): Promise<void> {
    await tx.insert(billing).values(row).onConflictDoUpdate({ target: billing.payerId, set: row });
  },

  async payment(id: string, from: Database = db): Promise<PaymentRow | undefined> {
    return (await from.select().from(payment).where(eq(payment.id, id)))[0];
  },

  async paymentOfAttempt(tx: Database, payerId: string, attempt: string): Promise<PaymentRow | undefined> {
    const isIt = and(eq(payment.payerId, payerId), eq(payment.attempt, attempt));
    return (await tx.select().from(payment).where(isIt))[0];
  },

  async paymentOfIntent(intentRef: string, from: Database = db): Promise<PaymentRow | undefined> {
    return (await from.select().from(payment).where(eq(payment.intentRef, intentRef)))[0];
  },

  async firstPayment(subscriptionRef: string): Promise<PaymentRow | undefined> {
    const isIt = and(eq(payment.subscriptionRef, subscriptionRef), eq(payment.kind, 'subscription'));
    return (await db.select().from(payment).where(isIt))[0];
  },

  /** The payments of a subscription that have been made, the latest first. */
  async paidOf(subscriptionRef: string, from: Database = db): Promise<PaymentRow[]> {
    const isIt = and(eq(payment.subscriptionRef, subscriptionRef), isNotNull(payment.paidAt), isNull(payment.bouncedAt));
    return from.select().from(payment).where(isIt).orderBy(desc(payment.paidAt));
  },

  /** The subscriptions of which the banks of their payers have taken back a payment since an instant. */
  async returnedSince(since: Date): Promise<string[]> {
    const isIt = and(gte(payment.bouncedAt, since), isNotNull(payment.subscriptionRef));
    const rows = await db.selectDistinct({ ref: payment.subscriptionRef }).from(payment).where(isIt);
    return rows.flatMap(({ ref }) => ref ?? []);
  },

  /** Whether the bank of the payer has taken back a payment of a subscription. */
  async hasBounced(subscriptionRef: string, from: Database): Promise<boolean> {
    const isIt = and(eq(payment.subscriptionRef, subscriptionRef), isNotNull(payment.bouncedAt));
    return (await from.select({ id: payment.id }).from(payment).where(isIt).limit(1)).length > 0;
  },

  /** The payments that were made although nothing could be paid any more. */
  async paidThoughOver(providerAccount: string, since: Date): Promise<PaymentRow[]> {
    const isIt = and(eq(payment.state, 'over'), gte(payment.paidAt, since), isNull(payment.bouncedAt));
    const rows = await db
      .select({ row: payment })
      .from(payment)
      .innerJoin(payer, eq(payer.id, payment.payerId))
      .where(and(isIt, eq(payer.providerAccount, providerAccount)));
    return rows.map(({ row }) => row);
  },

  /** Payments outside of subscriptions that nobody has made since an instant. */
  async abandoned(providerAccount: string, before: Date): Promise<PaymentRow[]> {
    const isIt = and(eq(payment.state, 'open'), inArray(payment.kind, ['donation', 'method']), lt(payment.createdAt, before));
    const rows = await db
      .select({ row: payment })
      .from(payment)
      .innerJoin(payer, eq(payer.id, payment.payerId))
      .where(and(isIt, eq(payer.providerAccount, providerAccount)))
      .limit(500);
    return rows.map(({ row }) => row);
  },

  /** The open donations of an account. */
  async openDonations(tx: Database, accountId: string): Promise<PaymentRow[]> {
    const own = tx.select({ id: payerAccount.payerId }).from(payerAccount).where(eq(payerAccount.accountId, accountId));
    const isIt = and(inArray(payment.payerId, own), eq(payment.kind, 'donation'), inArray(payment.state, ['open', 'settling']));
    return tx.select().from(payment).where(isIt);
  },

  async payments(payerId: string, from: Database = db): Promise<PaymentRow[]> {
    return from.select().from(payment).where(eq(payment.payerId, payerId)).orderBy(asc(payment.createdAt));
  },

  async addPayment(tx: Database, row: typeof payment.$inferInsert): Promise<void> {
    await tx.insert(payment).values(row).onConflictDoNothing();
  },

  /** Notes that nothing can be paid any more of what is open, or still processed; false if it has been paid in the meantime. */
  async giveUp(tx: Database, id: string): Promise<boolean> {
    const isOpen = and(eq(payment.id, id), inArray(payment.state, ['open', 'settling']));
    return (await tx.update(payment).set({ state: 'over' }).where(isOpen).returning({ id: payment.id })).length > 0;
  },

  async changePayment(tx: Database, id: string, fields: Partial<typeof payment.$inferInsert>): Promise<void> {
    await tx.update(payment).set(fields).where(eq(payment.id, id));
  },

  /** The number of the next read of a payer's state. */
  async nextRead(payerId: string): Promise<number> {
    const [row] = await db
      .update(payer)
      .set({ readSeq: sql`${payer.readSeq} + 1` })
      .where(eq(payer.id, payerId))
      .returning({ seq: payer.readSeq });
    return row?.seq ?? 0;
  },

  /** Claims the right to write a read; false if a later one has been written. */
  async mayWrite(tx: Database, payerId: string, seq: number): Promise<boolean> {
    const written = await tx
      .update(payer)
      .set({ writtenSeq: seq })
      .where(and(eq(payer.id, payerId), lt(payer.writtenSeq, seq)))
      .returning({ id: payer.id });
    return written.length > 0;
  },

  /** Stores signals that were not known; their ids. */
  async addEvents(tx: Database, rows: readonly (typeof providerEvent.$inferInsert)[]): Promise<string[]> {
    const added: string[] = [];
    // A statement takes 65,535 parameters.
    for (let i = 0; i < rows.length; i += 1_000) {
      const some = tx
        .insert(providerEvent)
        .values(rows.slice(i, i + 1_000))
        .onConflictDoNothing();
      added.push(...(await some.returning({ id: providerEvent.id })).map(({ id }) => id));
    }
    return added;
  },

  async event(id: string): Promise<EventRow | undefined> {
    return (await db.select().from(providerEvent).where(eq(providerEvent.id, id)))[0];
  },

  /** The latest declined attempts of a customer to pay, or to add a method, since an instant; the last first. */
  async declines({ providerAccount, customerRef, since, most }: DeclinesSought, from: Database = db): Promise<Declined> {
    const isOf = and(eq(providerEvent.providerAccount, providerAccount), eq(providerEvent.customerRef, customerRef));
    const isIt = and(isOf, inArray(providerEvent.type, [...declinedTypes]), gte(providerEvent.created, since));
    const found = from.select({ created: providerEvent.created }).from(providerEvent).where(isIt);
    return found.orderBy(desc(providerEvent.created)).limit(most);
  },

  async unapplied(providerAccount: string): Promise<EventRow[]> {
    const isOpen = and(isNull(providerEvent.appliedAt), eq(providerEvent.providerAccount, providerAccount));
    return db.select().from(providerEvent).where(isOpen).orderBy(asc(providerEvent.created)).limit(1_000);
  },

  async applied(ids: readonly string[], at: Date): Promise<void> {
    await db
      .update(providerEvent)
      .set({ appliedAt: at })
      .where(inArray(providerEvent.id, [...ids]));
  },

  async cursor(providerAccount: string, kind: CursorKind): Promise<Date | undefined> {
    const isIt = and(eq(providerCursor.providerAccount, providerAccount), eq(providerCursor.kind, kind));
    return (await db.select().from(providerCursor).where(isIt))[0]?.at;
  },

  async setCursor(providerAccount: string, kind: CursorKind, at: Date): Promise<void> {
    await db
      .insert(providerCursor)
      .values({ providerAccount, kind, at })
      .onConflictDoUpdate({ target: [providerCursor.providerAccount, providerCursor.kind], set: { at } });
  },

  /** When the oldest was accepted of what has not been done, or decided of what has not been given back. */
  async oldestUndone(providerAccount: string): Promise<Date | undefined> {
    const { rows } = await db.execute<{ oldest: Date | string | null }>(sql`
      select least(
        (select min(r.accepted_at) from provider_request r join payer p on p.id = r.payer_id
          where r.done_at is null and p.provider_account = ${providerAccount}),
        (select min(f.decided_at) from refund f join payment m on m.id = f.payment_id join payer p on p.id = m.payer_id
          where f.state = 'due' and p.provider_account = ${providerAccount})) as oldest`);
    const oldest = rows[0]?.oldest ?? null;
    return oldest === null ? undefined : new Date(oldest);
  },

  async addRequest(tx: Database, row: typeof providerRequest.$inferInsert): Promise<void> {
    await tx.insert(providerRequest).values(row);
  },

  /** What has been accepted and not been done, in its order. */
  async openRequests(providerAccount: string): Promise<RequestRow[]> {
    const rows = await db
      .select({ row: providerRequest })
      .from(providerRequest)
      .innerJoin(payer, eq(payer.id, providerRequest.payerId))
      .where(and(isNull(providerRequest.doneAt), eq(payer.providerAccount, providerAccount)))
      .orderBy(asc(providerRequest.seq));
    return rows.map(({ row }) => row);
  },

  /** Whether something of these kinds is waiting to be done with an object. */
  async isRequested(tx: Database, objectRef: string, kinds: readonly RequestKind[]): Promise<boolean> {
    const isIt = and(eq(providerRequest.objectRef, objectRef), inArray(providerRequest.kind, [...kinds]));
    return (
      (
        await tx
          .select({ id: providerRequest.id })
          .from(providerRequest)
          .where(and(isIt, isNull(providerRequest.doneAt)))
      ).length > 0
    );
  },

  /** Whether something of a kind was accepted for an object since an instant, done or not. */
  async wasRequested(tx: Database, objectRef: string, kind: RequestKind, since: Date): Promise<boolean> {
    const isOf = and(eq(providerRequest.objectRef, objectRef), eq(providerRequest.kind, kind));
    const isIt = and(isOf, gte(providerRequest.acceptedAt, since));
    return (await tx.select({ id: providerRequest.id }).from(providerRequest).where(isIt).limit(1)).length > 0;
  },

  /** Whether something that was accepted is still to be done, has been done, or was taken back. */
  async requestState(id: string): Promise<'open' | 'done' | 'taken back'> {
    const [row] = await db.select({ doneAt: providerRequest.doneAt }).from(providerRequest).where(eq(providerRequest.id, id));
    if (!row) return 'taken back';
    return row.doneAt === null ? 'open' : 'done';
  },

  async closeRequest(tx: Database, id: string, at: Date): Promise<void> {
    await tx.update(providerRequest).set({ doneAt: at }).where(eq(providerRequest.id, id));
  },

  /** Takes back what has not been done of these kinds: nothing is left of it, so that it cannot be taken for something done. */
  async takeBack(tx: Database, objectRef: string, kinds: readonly RequestKind[]): Promise<void> {
    const isIt = and(eq(providerRequest.objectRef, objectRef), inArray(providerRequest.kind, [...kinds]));
    await tx.delete(providerRequest).where(and(isIt, isNull(providerRequest.doneAt)));
  },

  /** Deletes whose payer it is, and the details for bills. */
  async erase(tx: Database, accountId: string): Promise<void> {
    const own = tx.select({ id: payerAccount.payerId }).from(payerAccount).where(eq(payerAccount.accountId, accountId));
    await tx.delete(billing).where(inArray(billing.payerId, own));
    await tx.delete(payerAccount).where(eq(payerAccount.accountId, accountId));
  },

  async ofAccount(accountId: string): Promise<{ billing: BillingRow[]; payments: PaymentRow[] }> {
    const own = db.select({ id: payerAccount.payerId }).from(payerAccount).where(eq(payerAccount.accountId, accountId));
    return {
      billing: await db.select().from(billing).where(inArray(billing.payerId, own)),
      payments: await db.select().from(payment).where(inArray(payment.payerId, own)).orderBy(asc(payment.createdAt)),
    };
  },

  /** Deletes signals that were applied before an instant. */
  async forgetEvents(before: Date): Promise<void> {
    await deleteInBatches(db, providerEvent, and(lt(providerEvent.receivedAt, before), isNotNull(providerEvent.appliedAt)));
  },
});
export type PaymentStore = ReturnType<typeof paymentStore>;
