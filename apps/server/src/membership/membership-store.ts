import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import type { MembershipRow, Pause } from './chart.ts';
import { type DunningStep, dunningMail, membership, membershipPause } from './tables.ts';

/** The memberships of an account that have not ended; read for everybody who opens the application, and so in batches. */
function liveOf(db: Database): (accountId: string) => Promise<readonly MembershipRow[]> {
  const ofMany = db
    .select()
    .from(membership)
    .where(and(sql`${membership.accountId} = any(${sql.placeholder('accountIds')}::uuid[])`, isNull(membership.endedAt)))
    .prepare('live memberships of many');
  return batchedRows<MembershipRow>(
    (accountIds) => ofMany.execute({ accountIds }),
    ({ accountId }) => accountId,
  );
}

/** All SQL about paid memberships. */
export const membershipRows = (db: Database, lives = liveOf(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  async live(accountId: string, providerAccount: string, from?: Database): Promise<MembershipRow | undefined> {
    const isIt = and(eq(membership.accountId, accountId), isNull(membership.endedAt));
    const rows = from ? await from.select().from(membership).where(isIt) : await lives(accountId);
    return rows.find((row) => row.providerAccount === providerAccount);
  },

  /** The live one, or the one that ended last. */
  async latest(accountId: string, providerAccount: string): Promise<MembershipRow | undefined> {
    const isIt = and(eq(membership.accountId, accountId), eq(membership.providerAccount, providerAccount));
    const rows = await db.select().from(membership).where(isIt).orderBy(desc(membership.createdAt)).limit(50);
    return rows.find(({ endedAt }) => endedAt === null) ?? rows[0];
  },

  async add(tx: Database, row: typeof membership.$inferInsert): Promise<void> {
    await tx.insert(membership).values(row);
  },

  async change(tx: Database, id: string, fields: Partial<typeof membership.$inferInsert>): Promise<void> {
    await tx.update(membership).set(fields).where(eq(membership.id, id));
  },

  /** Locks it against others; undefined if it has ended. */
  async lockLive(tx: Database, id: string): Promise<MembershipRow | undefined> {
    const isIt = and(eq(membership.id, id), isNull(membership.endedAt));
    return (await tx.select().from(membership).where(isIt).for('update'))[0];
  },

  async lock(tx: Database, id: string): Promise<MembershipRow | undefined> {
    return (await tx.select().from(membership).where(eq(membership.id, id)).for('update'))[0];
  },

  async ofPayer(tx: Database, payerId: string): Promise<MembershipRow[]> {
    return tx.select().from(membership).where(eq(membership.payerId, payerId)).for('update');
  },

  /** Those that are not over, or whose owners have not been told so. */
  async unfinished(providerAccount: string): Promise<MembershipRow[]> {
    // As in the index that has only these.
    const isOpen = sql`(${membership.endedAt} is null or ${membership.hadRights})`;
    return db
      .select()
      .from(membership)
      .where(and(isOpen, eq(membership.providerAccount, providerAccount)));
  },

  /** Those with a subscription that have ended since an instant, or were not collected since another one. */
  async endedOrPaused(providerAccount: string, since: { readonly ended: Date; readonly paused: Date }): Promise<MembershipRow[]> {
    const paused = db
      .select({ id: membershipPause.membershipId })
      .from(membershipPause)
      .where(or(isNull(membershipPause.until), gte(membershipPause.until, since.paused)));
    const ended = db.select({ id: membership.id }).from(membership).where(gte(membership.endedAt, since.ended));
    // Not with an or: each of the two has an index.
    const isOne = inArray(membership.id, unionAll(ended, paused));
    const isHere = and(isNotNull(membership.subscriptionRef), eq(membership.providerAccount, providerAccount));
    return db.select().from(membership).where(and(isOne, isHere));
  },

  async pauses(membershipId: string): Promise<Pause[]> {
    return db.select().from(membershipPause).where(eq(membershipPause.membershipId, membershipId));
  },

  async addPause(tx: Database, membershipId: string, since: Date): Promise<void> {
    await tx.insert(membershipPause).values({ membershipId, since }).onConflictDoNothing();
  },

  async endPause(tx: Database, membershipId: string, until: Date): Promise<void> {
    const isOpen = and(eq(membershipPause.membershipId, membershipId), isNull(membershipPause.until));
    await tx.update(membershipPause).set({ until }).where(isOpen);
  },

  /** Notes mails about an invoice; those that had not been noted. */
  async addDunning(tx: Database, invoice: string, steps: readonly DunningStep[], at: Date): Promise<DunningStep[]> {
    const values = steps.map((step) => ({ invoice, step, at }));
    const added = await tx.insert(dunningMail).values(values).onConflictDoNothing().returning({ step: dunningMail.step });
    return added.map(({ step }) => step);
  },

  async forgetDunning(before: Date): Promise<void> {
    await deleteInBatches(db, dunningMail, lt(dunningMail.at, before));
  },

  async all(accountId: string): Promise<MembershipRow[]> {
    return db.select().from(membership).where(eq(membership.accountId, accountId)).orderBy(desc(membership.createdAt));
  },

  async liveOf(tx: Database, accountId: string): Promise<MembershipRow[]> {
    const isIt = and(eq(membership.accountId, accountId), isNull(membership.endedAt));
    return tx.select().from(membership).where(isIt).for('update');
  },

  /** Cuts the memberships of an account from it. */
  async disown(tx: Database, accountId: string): Promise<void> {
    await tx.update(membership).set({ accountId: null }).where(eq(membership.accountId, accountId));
  },
});
export type MembershipRows = ReturnType<typeof membershipRows>;
