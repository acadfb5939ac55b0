import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { account, emailConfirmation, session, sessionToken } from './tables.ts';

export type Account = typeof account.$inferSelect;
export type NewAccount = typeof account.$inferInsert;
export type Session = typeof session.$inferSelect;

/** A live token with its session and account. */
export interface Credential {
  readonly account: Account;
  readonly session: Session;
  readonly token: typeof sessionToken.$inferSelect;
}

/** The one place that speaks SQL about accounts. Takes a transaction as well as a database. */
export const accountStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** False if the address is taken; nothing is stored then. */
  async add(tx: Database, row: NewAccount): Promise<boolean> {
    const added = await tx.insert(account).values(row).onConflictDoNothing().returning({ id: account.id });
    return added.length > 0;
  },

  async byEmail(emailKey: string): Promise<Account | undefined> {
    return (await db.select().from(account).where(eq(account.emailKey, emailKey)).limit(1))[0];
  },

  async byId(id: string): Promise<Account | undefined> {
    return (await db.select().from(account).where(eq(account.id, id)).limit(1))[0];
  },

  async update(id: string, values: Partial<NewAccount>): Promise<void> {
    await db.update(account).set(values).where(eq(account.id, id));
  },

  async noteTried(id: string, at: Date): Promise<void> {
    await db
      .update(account)
      .set({ triedToConnectAt: at })
      .where(and(eq(account.id, id), isNull(account.triedToConnectAt)));
  },

  async addSession(
    tx: Database,
    row: typeof session.$inferInsert,
    token: { hash: string; expiresAt: Date },
    keep: number,
  ): Promise<void> {
    await tx.insert(session).values(row);
    await tx.insert(sessionToken).values({ ...token, sessionId: row.id, createdAt: row.createdAt });
    const old = await tx
      .select({ id: session.id })
      .from(session)
      .where(eq(session.accountId, row.accountId))
      .orderBy(desc(session.lastUsedAt))
      .offset(keep);
    for (const { id } of old) await tx.delete(session).where(eq(session.id, id));
  },

  async credential(hash: string): Promise<Credential | undefined> {
    const [row] = await db
      .select({ account, session, token: sessionToken })
      .from(sessionToken)
      .innerJoin(session, eq(session.id, sessionToken.sessionId))
      .innerJoin(account, eq(account.id, session.accountId))
      .where(eq(sessionToken.hash, hash))
      .limit(1);
    return row;
  },

  /** The first use of a token lets the ones it replaces run out. */
  async firstUse(token: { hash: string; sessionId: string; createdAt: Date }, at: Date, othersUntil: Date): Promise<void> {
    await db.update(sessionToken).set({ usedAt: at }).where(eq(sessionToken.hash, token.hash));
    await db
      .update(sessionToken)
      .set({ expiresAt: sql`least(${sessionToken.expiresAt}, ${othersUntil})` })
      .where(and(eq(sessionToken.sessionId, token.sessionId), lt(sessionToken.createdAt, token.createdAt)));
  },

  async touch(sessionId: string, at: Date): Promise<void> {
    await db.update(session).set({ lastUsedAt: at }).where(eq(session.id, sessionId));
  },

  async hasNewerToken(token: { sessionId: string; createdAt: Date; hash: string }): Promise<boolean> {
    const newer = await db
      .select({ hash: sessionToken.hash })
      .from(sessionToken)
      .where(
        and(
          eq(sessionToken.sessionId, token.sessionId),
          gt(sessionToken.createdAt, token.createdAt),
          ne(sessionToken.hash, token.hash),
        ),
      )
      .limit(1);
    return newer.length > 0;
  },

  async addToken(row: typeof sessionToken.$inferInsert): Promise<void> {
    await db.insert(sessionToken).values(row);
  },

  async endSession(id: string): Promise<void> {
    await db.delete(session).where(eq(session.id, id));
  },

  async addConfirmation(tx: Database, row: typeof emailConfirmation.$inferInsert): Promise<void> {
    await tx.insert(emailConfirmation).values(row);
  },

  async confirmation(hash: string): Promise<typeof emailConfirmation.$inferSelect | undefined> {
    return (await db.select().from(emailConfirmation).where(eq(emailConfirmation.hash, hash)).limit(1))[0];
  },
});

export type AccountStore = ReturnType<typeof accountStore>;
