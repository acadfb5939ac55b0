import type { RegisteringStage } from '@unspoken/contract/accounts';
import { and, asc, eq, inArray, isNotNull, isNull, like, lt, ne, or, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { errorCode } from '../platform/database/driver-error.ts';
import {
  account,
  deletionCode,
  emailConfirmation,
  formerAddress,
  listConfirmation,
  passkey,
  passkeyChallenge,
  passwordRecovery,
  recoveryCode,
  secondFactor,
  session,
  unsubscribeLink,
} from './tables.ts';

export type Account = typeof account.$inferSelect;
export type NewAccount = typeof account.$inferInsert;
export type Passkey = typeof passkey.$inferSelect;
export type Confirmation = typeof emailConfirmation.$inferSelect;

/** Whether a transaction failed because another row already has a value that must be unique (SQLSTATE 23505). */
export const isTaken = (error: unknown): boolean => errorCode(error) === '23505';

/** A prepared statement, because it runs for everyone who is about to be paired. */
const accountsOf = (from: Database) =>
  from
    .select()
    .from(account)
    .where(sql`${account.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('accounts of many');

/** Looks up an account by its id; lookups of several callers are combined into one query. */
function batchedById(db: Database): (id: string) => Promise<readonly Account[]> {
  const accounts = accountsOf(db);
  return batchedRows(
    (ids) => accounts.execute({ ids }),
    ({ id }) => id,
  );
}

/** The only SQL for accounts. A function that is given a `tx` runs in that transaction. */
export const accountStore = (db: Database, findById = batchedById(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** False if the address or the Facebook identity is taken; then nothing is stored. */
  async add(tx: Database, row: NewAccount): Promise<boolean> {
    const added = await tx.insert(account).values(row).onConflictDoNothing().returning({ id: account.id });
    return added.length > 0;
  },

  async byEmail(addressKey: string, tx: Database = db): Promise<Account | undefined> {
    return (await tx.select().from(account).where(eq(account.addressKey, addressKey)).limit(1))[0];
  },

  async byId(id: string, tx?: Database): Promise<Account | undefined> {
    const found = tx ? await accountsOf(tx).execute({ ids: [id] }) : await findById(id);
    return found[0];
  },

  async byIds(ids: readonly string[], tx: Database = db): Promise<Account[]> {
    return ids.length === 0 ? [] : accountsOf(tx).execute({ ids });
  },

  /** The current account, locked: waits for transactions that called `lockAgainstDeletion` for it, and makes later such calls wait. */
  async lock(tx: Database, id: string): Promise<Account | undefined> {
    return (await tx.select().from(account).where(eq(account.id, id)).for('update'))[0];
  },

  /** Which of these accounts exist; they cannot be deleted before the transaction ends. */
  async lockAgainstDeletion(tx: Database, ids: readonly string[]): Promise<string[]> {
    const rows = await tx
      .select({ id: account.id })
      .from(account)
      .where(inArray(account.id, [...ids]))
      .orderBy(account.id)
      .for('key share');
    return rows.map(({ id }) => id);
  },

  /** Those who moderate, administrators included. */
  async moderators(tx: Database = db): Promise<Account[]> {
    return tx
      .select()
      .from(account)
      .where(and(inArray(account.role, ['moderator', 'admin']), isNotNull(account.verifiedAt)))
      .orderBy(account.createdAt);
  },

  async byFacebook(facebookId: string): Promise<Account | undefined> {
    return (await db.select().from(account).where(eq(account.facebookId, facebookId)).limit(1))[0];
  },

  async update(id: string, values: Partial<NewAccount>, tx: Database = db): Promise<void> {
    await tx.update(account).set(values).where(eq(account.id, id));
  },

  /**
   * The ids of all admins. Their rows are locked until the transaction ends: another transaction that would change one of
   * them waits. They are read again under the locks, because a transaction that held the locks may have changed them.
   */
  async lockAdmins(tx: Database): Promise<string[]> {
    const admins = () => tx.select({ id: account.id }).from(account).where(eq(account.role, 'admin')).orderBy(asc(account.id));
    await admins().for('no key update');
    return (await admins()).map(({ id }) => id);
  },

  async noteFormerAddress(tx: Database, accountId: string, addressKey: string): Promise<void> {
    await tx.insert(formerAddress).values({ accountId, addressKey }).onConflictDoNothing();
  },

  async formerAddresses(accountId: string, tx: Database = db): Promise<string[]> {
    const rows = await tx.select().from(formerAddress).where(eq(formerAddress.accountId, accountId));
    return rows.map(({ addressKey }) => addressKey);
  },

  /** The new addresses an account has requested and for which a confirmation link is still stored. */
  async requestedAddresses(accountId: string): Promise<string[]> {
    const rows = await db.select().from(emailConfirmation).where(eq(emailConfirmation.accountId, accountId));
    return rows.flatMap(({ newEmail }) => newEmail ?? []);
  },

  /** Moves an account that is at one of these stages to `to`; undefined if it is at none of them. */
  async moveStage(tx: Database, id: string, from: readonly RegisteringStage[], to: RegisteringStage | null) {
    const isAtOne = and(eq(account.id, id), inArray(account.registeringStage, [...from]));
    const [moved] = await tx.update(account).set({ registeringStage: to }).where(isAtOne).returning();
    return moved;
  },

  async recordConnectAttempt(id: string, at: Date): Promise<void> {
    await db
      .update(account)
      .set({ triedToConnectAt: at })
      .where(and(eq(account.id, id), isNull(account.triedToConnectAt)));
  },

  /** Deletes the account and, by cascade, every row that references it. */
  async remove(tx: Database, id: string): Promise<void> {
    await tx.delete(account).where(eq(account.id, id));
  },

  // ---- Mailed links and codes. Only hashes are stored.

  async addConfirmation(tx: Database, row: typeof emailConfirmation.$inferInsert): Promise<void> {
    await tx.insert(emailConfirmation).values(row);
  },

  /** The change of address that this link refuses. */
  async refusable(hash: string, tx: Database): Promise<Confirmation | undefined> {
    return (await tx.select().from(emailConfirmation).where(eq(emailConfirmation.refusalHash, hash)).limit(1))[0];
  },

  async confirmation(hash: string): Promise<Confirmation | undefined> {
    return (await db.select().from(emailConfirmation).where(eq(emailConfirmation.hash, hash)).limit(1))[0];
  },

  /** Deletes the links of all changes of address that the account has requested. */
  async dropChanges(tx: Database, accountId: string): Promise<void> {
    await tx
      .delete(emailConfirmation)
      .where(and(eq(emailConfirmation.accountId, accountId), isNotNull(emailConfirmation.newEmail)));
  },

  /** Whether the link of this request has already been created. */
  async hasRecovery(tx: Database, id: string): Promise<boolean> {
    return (await tx.select().from(passwordRecovery).where(eq(passwordRecovery.id, id)).limit(1)).length > 0;
  },

  /** Adds a link; the account's earlier links become void. */
  async addRecovery(tx: Database, row: typeof passwordRecovery.$inferInsert): Promise<void> {
    await tx.delete(passwordRecovery).where(eq(passwordRecovery.accountId, row.accountId));
    await tx.insert(passwordRecovery).values(row);
  },

  async recovery(hash: string): Promise<typeof passwordRecovery.$inferSelect | undefined> {
    return (await db.select().from(passwordRecovery).where(eq(passwordRecovery.hash, hash)).limit(1))[0];
  },

  /** Uses up a link and returns its account and expiry; undefined if it does not exist. */
  async takeRecovery(tx: Database, hash: string): Promise<{ accountId: string; expiresAt: Date } | undefined> {
    return (await tx.delete(passwordRecovery).where(eq(passwordRecovery.hash, hash)).returning())[0];
  },

  async dropRecoveries(tx: Database, accountId: string): Promise<void> {
    await tx.delete(passwordRecovery).where(eq(passwordRecovery.accountId, accountId));
  },

  async dropDeletionCode(tx: Database, accountId: string): Promise<void> {
    await tx.delete(deletionCode).where(eq(deletionCode.accountId, accountId));
  },

  async setDeletionCode(tx: Database, row: typeof deletionCode.$inferInsert): Promise<void> {
    const { accountId, ...rest } = row;
    await tx.insert(deletionCode).values(row).onConflictDoUpdate({ target: deletionCode.accountId, set: rest });
  },

  /** Takes one try; undefined when none is left, or there is no code. */
  async tryDeletionCode(accountId: string): Promise<typeof deletionCode.$inferSelect | undefined> {
    const [row] = await db
      .update(deletionCode)
      .set({ triesLeft: sql`${deletionCode.triesLeft} - 1` })
      .where(and(eq(deletionCode.accountId, accountId), sql`${deletionCode.triesLeft} > 0`))
      .returning();
    return row;
  },

  async addListConfirmation(tx: Database, row: typeof listConfirmation.$inferInsert): Promise<void> {
    await tx.insert(listConfirmation).values(row);
  },

  async listConfirmation(hash: string): Promise<typeof listConfirmation.$inferSelect | undefined> {
    return (await db.select().from(listConfirmation).where(eq(listConfirmation.hash, hash)).limit(1))[0];
  },

  async dropListConfirmations(tx: Database, accountId: string): Promise<void> {
    await tx.delete(listConfirmation).where(eq(listConfirmation.accountId, accountId));
  },

  async addUnsubscribeLink(tx: Database, row: typeof unsubscribeLink.$inferInsert): Promise<void> {
    await tx.insert(unsubscribeLink).values(row);
  },

  async unsubscribeLink(hash: string): Promise<string | undefined> {
    return (await db.select().from(unsubscribeLink).where(eq(unsubscribeLink.hash, hash)).limit(1))[0]?.accountId;
  },

  /** Deletes mailed links and codes that expired before an instant. */
  async deleteLinksBefore(before: Date): Promise<void> {
    await deleteInBatches(db, emailConfirmation, lt(emailConfirmation.expiresAt, before));
    await deleteInBatches(db, passwordRecovery, lt(passwordRecovery.expiresAt, before));
    await deleteInBatches(db, deletionCode, lt(deletionCode.expiresAt, before));
    await deleteInBatches(db, listConfirmation, lt(listConfirmation.expiresAt, before));
  },

  // ---- The second factor.

  async secondFactor(accountId: string): Promise<typeof secondFactor.$inferSelect | undefined> {
    return (await db.select().from(secondFactor).where(eq(secondFactor.accountId, accountId)).limit(1))[0];
  },

  /** Stores a secret that is still to be confirmed; false if the account already has a confirmed one. */
  async beginSecondFactor(accountId: string, secret: string): Promise<boolean> {
    const kept = await db
      .insert(secondFactor)
      .values({ accountId, secret })
      .onConflictDoUpdate({ target: secondFactor.accountId, set: { secret }, setWhere: isNull(secondFactor.confirmedAt) })
      .returning({ accountId: secondFactor.accountId });
    return kept.length > 0;
  },

  /** Confirms the secret and stores the recovery codes; false if a parallel request has confirmed it first. */
  async confirmSecondFactor(tx: Database, accountId: string, at: Date, step: number, codes: readonly string[]): Promise<boolean> {
    const confirmed = await tx
      .update(secondFactor)
      .set({ confirmedAt: at, lastStep: step })
      .where(and(eq(secondFactor.accountId, accountId), isNull(secondFactor.confirmedAt)))
      .returning({ accountId: secondFactor.accountId });
    if (confirmed.length === 0) return false;
    await this.setRecoveryCodes(tx, accountId, codes);
    return true;
  },

  /** Replaces the recovery codes. */
  async setRecoveryCodes(tx: Database, accountId: string, codes: readonly string[]): Promise<void> {
    await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
    await tx.insert(recoveryCode).values(codes.map((hash) => ({ hash, accountId })));
  },

  async dropSecondFactor(tx: Database, accountId: string): Promise<void> {
    await tx.delete(passkey).where(eq(passkey.accountId, accountId));
    await tx.delete(secondFactor).where(eq(secondFactor.accountId, accountId));
    await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  },

  /** Uses up the code of a time step; false if it, or a later one, has already been used. */
  async takeStep(tx: Database, accountId: string, step: number): Promise<boolean> {
    const taken = await tx
      .update(secondFactor)
      .set({ lastStep: step })
      .where(and(eq(secondFactor.accountId, accountId), lt(secondFactor.lastStep, step)))
      .returning({ accountId: secondFactor.accountId });
    return taken.length > 0;
  },

  async takeRecoveryCode(tx: Database, accountId: string, hash: string): Promise<boolean> {
    const taken = await tx
      .delete(recoveryCode)
      .where(and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.hash, hash)))
      .returning({ hash: recoveryCode.hash });
    return taken.length > 0;
  },

  async recoveryCodesLeft(accountId: string): Promise<number> {
    return db.$count(recoveryCode, eq(recoveryCode.accountId, accountId));
  },

  async noteSecondFactor(tx: Database, sessionId: string, at: Date): Promise<void> {
    await tx.update(session).set({ secondFactorAt: at }).where(eq(session.id, sessionId));
  },

  async passkeys(accountId: string, tx: Database = db): Promise<Passkey[]> {
    return tx.select().from(passkey).where(eq(passkey.accountId, accountId)).orderBy(asc(passkey.addedAt));
  },

  /** Whether the account's app is set up. If so, locks it until the transaction ends: parallel changes that call this wait. */
  async lockSecondFactor(tx: Database, accountId: string): Promise<boolean> {
    const confirmed = and(eq(secondFactor.accountId, accountId), isNotNull(secondFactor.confirmedAt));
    return (await tx.select({ id: secondFactor.accountId }).from(secondFactor).where(confirmed).for('update')).length > 0;
  },

  /** False if the key is already registered, to this account or to another. */
  async addPasskey(tx: Database, row: typeof passkey.$inferInsert): Promise<boolean> {
    return (await tx.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id })).length > 0;
  },

  async removePasskey(accountId: string, id: string): Promise<boolean> {
    const mine = and(eq(passkey.accountId, accountId), eq(passkey.id, id));
    return (await db.delete(passkey).where(mine).returning({ id: passkey.id })).length > 0;
  },

  /** Records a use; false if the key was removed meanwhile, or its counter is not higher (without a counter it stays 0). */
  async notePasskey(tx: Database, { accountId, id }: Passkey, counter: number, usedAt: Date): Promise<boolean> {
    const isAhead = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter);
    const mine = and(eq(passkey.id, id), eq(passkey.accountId, accountId), isAhead);
    return (await tx.update(passkey).set({ counter, usedAt }).where(mine).returning({ id: passkey.id })).length > 0;
  },

  async setPasskeyChallenge(row: typeof passkeyChallenge.$inferInsert): Promise<void> {
    const { sessionId: _, ...set } = row;
    await db.insert(passkeyChallenge).values(row).onConflictDoUpdate({ target: passkeyChallenge.sessionId, set });
  },

  /** Removes and returns the session's challenge: only the first of several parallel calls gets it. */
  async takePasskeyChallenge(sessionId: string): Promise<typeof passkeyChallenge.$inferSelect | undefined> {
    return (await db.delete(passkeyChallenge).where(eq(passkeyChallenge.sessionId, sessionId)).returning())[0];
  },

  async search(text: string): Promise<Account[]> {
    const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    const matches = or(like(account.addressKey, pattern), like(sql`lower(${account.name})`, pattern));
    return db
      .select()
      .from(account)
      .where(and(ne(account.role, 'experienceGuest'), matches))
      .orderBy(account.name)
      .limit(20);
  },
});

export type AccountStore = ReturnType<typeof accountStore>;
