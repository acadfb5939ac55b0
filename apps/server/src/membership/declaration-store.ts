import { and, asc, eq, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { declaration } from './tables.ts';

export type DeclarationRow = typeof declaration.$inferSelect;

/** All SQL about declarations. */
export const declarationStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  async add(tx: Database, row: typeof declaration.$inferInsert): Promise<void> {
    await tx.insert(declaration).values(row);
  },

  async byId(id: string): Promise<DeclarationRow | undefined> {
    return (await db.select().from(declaration).where(eq(declaration.id, id)))[0];
  },

  async lock(tx: Database, id: string): Promise<DeclarationRow | undefined> {
    return (await tx.select().from(declaration).where(eq(declaration.id, id)).for('update'))[0];
  },

  async byToken(tokenHash: string): Promise<DeclarationRow | undefined> {
    return (await db.select().from(declaration).where(eq(declaration.tokenHash, tokenHash)))[0];
  },

  async change(tx: Database, id: string, fields: Partial<typeof declaration.$inferInsert>): Promise<void> {
    await tx.update(declaration).set(fields).where(eq(declaration.id, id));
  },

  /** Leaves those that have not been confirmed since an instant to an administrator. */
  async escalate(before: Date): Promise<void> {
    const isLate = and(eq(declaration.state, 'awaiting'), lt(declaration.receivedAt, before));
    await db.update(declaration).set({ state: 'console', tokenHash: null }).where(isLate);
  },

  async open(): Promise<DeclarationRow[]> {
    const isOpen = eq(declaration.state, 'console');
    // Those of members first: anybody can send others.
    return db
      .select()
      .from(declaration)
      .where(isOpen)
      .orderBy(asc(isNull(declaration.membershipId)), asc(declaration.receivedAt))
      .limit(200);
  },

  /** Whether another declaration of this kind and membership has a link that works. */
  async isRepeated(id: string, membershipId: string): Promise<boolean> {
    const kind = db.select({ kind: declaration.kind }).from(declaration).where(eq(declaration.id, id));
    const isOther = and(eq(declaration.membershipId, membershipId), ne(declaration.id, id), inArray(declaration.kind, kind));
    const rows = await db
      .select({ id: declaration.id })
      .from(declaration)
      .where(and(isOther, isNotNull(declaration.tokenHash)));
    return rows.length > 0;
  },

  async ofAccount(accountId: string): Promise<DeclarationRow[]> {
    return db.select().from(declaration).where(eq(declaration.accountId, accountId)).orderBy(asc(declaration.receivedAt));
  },

  /** Cuts the declarations of an account from it; what was declared is kept for its time. */
  async disown(tx: Database, accountId: string): Promise<void> {
    await tx.update(declaration).set({ accountId: null, tokenHash: null }).where(eq(declaration.accountId, accountId));
  },

  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, declaration, lt(declaration.receivedAt, before));
  },
});
export type DeclarationStore = ReturnType<typeof declarationStore>;
