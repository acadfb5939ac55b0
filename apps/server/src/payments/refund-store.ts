import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { DisputeRead } from './provider.ts';
import { dispute, payer, payment, refund } from './tables.ts';

export type RefundRow = typeof refund.$inferSelect;

/** All SQL about money that goes back: refunds and disputes. */
export const refundStore = (db: Database) => ({
  async add(tx: Database, row: typeof refund.$inferInsert): Promise<void> {
    await tx.insert(refund).values(row);
  },

  /** What was decided to be given back of a payment, in cents: also what has failed, which is for a person to look at; not what is proposed. */
  async refunded(tx: Database, paymentId: string): Promise<number> {
    const [row] = await tx
      .select({ cents: sql<string>`coalesce(sum(${refund.cents}), 0)` })
      .from(refund)
      .where(and(eq(refund.paymentId, paymentId), ne(refund.state, 'proposed')));
    return Number(row?.cents ?? 0);
  },

  /** The refunds of a payment that administrators have decided or proposed. */
  async byHand(tx: Database, paymentId: string): Promise<RefundRow[]> {
    return tx
      .select()
      .from(refund)
      .where(and(eq(refund.paymentId, paymentId), isNotNull(refund.decidedBy)));
  },

  async remove(tx: Database, id: string): Promise<void> {
    await tx.delete(refund).where(eq(refund.id, id));
  },

  /** What goes, or went, back of these payments. */
  async ofPayments(paymentIds: readonly string[]) {
    const ids = [...paymentIds];
    return {
      refunds: await db.select().from(refund).where(inArray(refund.paymentId, ids)).orderBy(asc(refund.decidedAt)),
      disputes: await db.select().from(dispute).where(inArray(dispute.paymentId, ids)).orderBy(asc(dispute.openedAt)),
    };
  },

  /** What is still to be given back, with the payment at the provider. */
  async due(providerAccount: string): Promise<(RefundRow & { intentRef: string | null })[]> {
    const rows = await db
      .select({ row: refund, intentRef: payment.intentRef })
      .from(refund)
      .innerJoin(payment, eq(payment.id, refund.paymentId))
      .innerJoin(payer, eq(payer.id, payment.payerId))
      .where(and(eq(refund.state, 'due'), eq(payer.providerAccount, providerAccount)))
      .orderBy(asc(refund.decidedAt));
    return rows.map(({ row, intentRef }) => ({ ...row, intentRef }));
  },

  /** Refunds that are not done. */
  async notDone(providerAccount: string): Promise<RefundRow[]> {
    const rows = await db
      .select({ row: refund })
      .from(refund)
      .innerJoin(payment, eq(payment.id, refund.paymentId))
      .innerJoin(payer, eq(payer.id, payment.payerId))
      .where(and(ne(refund.state, 'done'), eq(payer.providerAccount, providerAccount)))
      .orderBy(asc(refund.decidedAt))
      .limit(200);
    return rows.map(({ row }) => row);
  },

  /** The payment of which a refund gives back; undefined if there is no such refund. */
  async paymentOf(tx: Database, id: string): Promise<string | undefined> {
    return (await tx.select({ of: refund.paymentId }).from(refund).where(eq(refund.id, id)))[0]?.of;
  },

  async lock(tx: Database, id: string): Promise<RefundRow | undefined> {
    return (await tx.select().from(refund).where(eq(refund.id, id)).for('update'))[0];
  },

  /** Disputes that are not over. */
  async disputesOf(providerAccount: string): Promise<(typeof dispute.$inferSelect)[]> {
    const rows = await db
      .select({ row: dispute })
      .from(dispute)
      .innerJoin(payment, eq(payment.id, dispute.paymentId))
      .innerJoin(payer, eq(payer.id, payment.payerId))
      .where(and(inArray(dispute.state, ['inquiry', 'open']), eq(payer.providerAccount, providerAccount)))
      .orderBy(asc(dispute.dueAt))
      .limit(200);
    return rows.map(({ row }) => row);
  },

  async change(id: string, fields: Partial<typeof refund.$inferInsert>, from: Database = db): Promise<void> {
    await from.update(refund).set(fields).where(eq(refund.id, id));
  },

  async byRef(ref: string): Promise<RefundRow | undefined> {
    return (await db.select().from(refund).where(eq(refund.ref, ref)))[0];
  },

  async setDispute(tx: Database, paymentId: string, read: DisputeRead): Promise<void> {
    const { ref, cents, state, openedAt, dueAt = null } = read;
    await tx
      .insert(dispute)
      .values({ ref, paymentId, cents, state, openedAt, dueAt })
      .onConflictDoUpdate({ target: dispute.ref, set: { cents, state, dueAt } });
  },

  /** Whether a payment of a subscription is reclaimed, or was for good. */
  async isDisputed(tx: Database, subscriptionRef: string): Promise<boolean> {
    const rows = await tx
      .select({ ref: dispute.ref })
      .from(dispute)
      .innerJoin(payment, eq(payment.id, dispute.paymentId))
      .where(and(eq(payment.subscriptionRef, subscriptionRef), inArray(dispute.state, ['open', 'lost'])));
    return rows.length > 0;
  },

  /** Whether a payment of a payer is reclaimed. */
  async hasOpenDispute(tx: Database, payerId: string): Promise<boolean> {
    const isIt = and(eq(payment.payerId, payerId), eq(dispute.state, 'open'));
    const open = tx.select({ ref: dispute.ref }).from(dispute).innerJoin(payment, eq(payment.id, dispute.paymentId));
    return (await open.where(isIt).limit(1)).length > 0;
  },
});
export type RefundStore = ReturnType<typeof refundStore>;
