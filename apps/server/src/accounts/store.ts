import { and, asc, eq, inArray, isNotNull, isNull, like, lt, ne, or, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import {
  account,
  application,
  deletionCode,
  emailConfirmation,
  formerAddress,
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
export type Application = typeof application.$inferSelect;
export type Confirmation = typeof emailConfirmation.$inferSelect;

/** Whether a transaction failed because somebody else has what must be unique. */
export const isTaken = (error: unknown): boolean =>
  (error as { code?: string }).code === '23505' ||
  ((error as { cause?: unknown }).cause !== undefined && isTaken((error as { cause?: unknown }).cause));

/** Put together once: it is asked for everybody who is to meet somebody. */
const accountsOf = (from: Database) =>
  from
    .select()
    .from(account)
    .where(sql`${account.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('accounts of many');

/** An account by its id, asked for together with those that others want. */
function oneOfMany(db: Database): (id: string) => Promise<readonly Account[]> {
  const accounts = accountsOf(db);
  return batchedRows(
    (ids) => accounts.execute({ ids }),
    ({ id }) => id,
  );
}

/** The one place that speaks SQL about accounts. Whatever takes a `tx` joins a transaction. */
export const accountStore = (db: Database, one = oneOfMany(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** False if the address, or the Facebook identity, is taken; nothing is stored then. */
  async add(tx: Database, row: NewAccount): Promise<boolean> {
    const added = await tx.insert(account).values(row).onConflictDoNothing().returning({ id: account.id });
    return added.length > 0;
  },

  async byEmail(emailKey: string, tx: Database = db): Promise<Account | undefined> {
    return (await tx.select().from(account).where(eq(account.emailKey, emailKey)).limit(1))[0];
  },

  async byId(id: string, tx?: Database): Promise<Account | undefined> {
    const found = tx ? await accountsOf(tx).execute({ ids: [id] }) : await one(id);
    return found[0];
  },

  async byIds(ids: readonly string[], tx: Database = db): Promise<Account[]> {
    return ids.length === 0 ? [] : accountsOf(tx).execute({ ids });
  },

  /** The account as it is now. Waits for whoever has `stay`, and lets nobody have it until the transaction ends. */
  async hold(tx: Database, id: string): Promise<Account | undefined> {
    return (await tx.select().from(account).where(eq(account.id, id)).for('update'))[0];
  },

  /** Which of these accounts are here; they are not deleted before the transaction ends. */
  async stay(tx: Database, ids: readonly string[]): Promise<string[]> {
    const rows = await tx
      .select({ id: account.id })
      .from(account)
      .where(inArray(account.id, [...ids]))
      .orderBy(account.id)
      .for('key share');
    return rows.map(({ id }) => id);
  },

  async withDuty(tx: Database = db): Promise<Account[]> {
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
   * Everybody who is admin. Their rows are locked until the transaction ends: whoever else would change who is, waits. Read
   * again under the locks, for what was decided meanwhile.
   */
  async holdAdmins(tx: Database): Promise<string[]> {
    const admins = () => tx.select({ id: account.id }).from(account).where(eq(account.role, 'admin')).orderBy(asc(account.id));
    await admins().for('no key update');
    return (await admins()).map(({ id }) => id);
  },

  async noteFormerAddress(tx: Database, accountId: string, emailKey: string): Promise<void> {
    await tx.insert(formerAddress).values({ accountId, emailKey }).onConflictDoNothing();
  },

  async formerAddresses(accountId: string, tx: Database = db): Promise<string[]> {
    const rows = await tx.select().from(formerAddress).where(eq(formerAddress.accountId, accountId));
    return rows.map(({ emailKey }) => emailKey);
  },

  /** Addresses somebody has asked to have from now on, and not confirmed. */
  async wishedAddresses(accountId: string): Promise<string[]> {
    const rows = await db.select().from(emailConfirmation).where(eq(emailConfirmation.accountId, accountId));
    return rows.flatMap(({ newEmail }) => newEmail ?? []);
  },

  async noteTried(id: string, at: Date): Promise<void> {
    await db
      .update(account)
      .set({ triedToConnectAt: at })
      .where(and(eq(account.id, id), isNull(account.triedToConnectAt)));
  },

  /** Removes the account and everything that hangs on it. */
  async remove(tx: Database, id: string): Promise<void> {
    await tx.delete(account).where(eq(account.id, id));
  },

  // ---- Mailed links and codes. Only hashes are kept.

  async addConfirmation(tx: Database, row: typeof emailConfirmation.$inferInsert): Promise<void> {
    await tx.insert(emailConfirmation).values(row);
  },

  /** The change that is refused by this link. */
  async refusable(hash: string, tx: Database): Promise<Confirmation | undefined> {
    return (await tx.select().from(emailConfirmation).where(eq(emailConfirmation.refusalHash, hash)).limit(1))[0];
  },

  async confirmation(hash: string): Promise<Confirmation | undefined> {
    return (await db.select().from(emailConfirmation).where(eq(emailConfirmation.hash, hash)).limit(1))[0];
  },

  /** A newer wish for another address replaces the older ones. */
  async dropChanges(tx: Database, accountId: string): Promise<void> {
    await tx
      .delete(emailConfirmation)
      .where(and(eq(emailConfirmation.accountId, accountId), isNotNull(emailConfirmation.newEmail)));
  },

  /** Whether this request has made its link already. */
  async hasRecovery(tx: Database, id: string): Promise<boolean> {
    return (await tx.select().from(passwordRecovery).where(eq(passwordRecovery.id, id)).limit(1)).length > 0;
  },

  /** Makes this the one link that works. */
  async addRecovery(tx: Database, row: typeof passwordRecovery.$inferInsert): Promise<void> {
    await tx.delete(passwordRecovery).where(eq(passwordRecovery.accountId, row.accountId));
    await tx.insert(passwordRecovery).values(row);
  },

  async recovery(hash: string): Promise<typeof passwordRecovery.$inferSelect | undefined> {
    return (await db.select().from(passwordRecovery).where(eq(passwordRecovery.hash, hash)).limit(1))[0];
  },

  /** Uses a link up; whose it was, if it was still there. */
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

  async addUnsubscribeLink(tx: Database, row: typeof unsubscribeLink.$inferInsert): Promise<void> {
    await tx.insert(unsubscribeLink).values(row);
  },

  async unsubscribeLink(hash: string): Promise<string | undefined> {
    return (await db.select().from(unsubscribeLink).where(eq(unsubscribeLink.hash, hash)).limit(1))[0]?.accountId;
  },

  /** Lets go of mailed links that ran out before an instant. */
  async forgetLinks(before: Date): Promise<void> {
    await db.delete(emailConfirmation).where(lt(emailConfirmation.expiresAt, before));
    await db.delete(passwordRecovery).where(lt(passwordRecovery.expiresAt, before));
    await db.delete(deletionCode).where(lt(deletionCode.expiresAt, before));
  },

  // ---- The second factor.

  async secondFactor(accountId: string): Promise<typeof secondFactor.$inferSelect | undefined> {
    return (await db.select().from(secondFactor).where(eq(secondFactor.accountId, accountId)).limit(1))[0];
  },

  /** Keeps a secret that is still to be confirmed; false if another is confirmed already. */
  async beginSecondFactor(accountId: string, secret: string): Promise<boolean> {
    const kept = await db
      .insert(secondFactor)
      .values({ accountId, secret })
      .onConflictDoUpdate({ target: secondFactor.accountId, set: { secret }, setWhere: isNull(secondFactor.confirmedAt) })
      .returning({ accountId: secondFactor.accountId });
    return kept.length > 0;
  },

  /** False if it was confirmed a moment ago. */
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

  /** New codes take the place of those of before. */
  async setRecoveryCodes(tx: Database, accountId: string, codes: readonly string[]): Promise<void> {
    await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
    await tx.insert(recoveryCode).values(codes.map((hash) => ({ hash, accountId })));
  },

  async dropSecondFactor(tx: Database, accountId: string): Promise<void> {
    await tx.delete(passkey).where(eq(passkey.accountId, accountId));
    await tx.delete(secondFactor).where(eq(secondFactor.accountId, accountId));
    await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  },

  /** Uses the code of a time step up; false if it, or a later one, was used already. */
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

  /** Whether somebody's app is set up; until the transaction ends, nobody else changes anything about their second factor. */
  async holdSecondFactor(tx: Database, accountId: string): Promise<boolean> {
    const confirmed = and(eq(secondFactor.accountId, accountId), isNotNull(secondFactor.confirmedAt));
    return (await tx.select({ id: secondFactor.accountId }).from(secondFactor).where(confirmed).for('update')).length > 0;
  },

  /** False if it is known already, be it somebody else's. */
  async addPasskey(tx: Database, row: typeof passkey.$inferInsert): Promise<boolean> {
    return (await tx.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id })).length > 0;
  },

  async removePasskey(accountId: string, id: string): Promise<boolean> {
    const mine = and(eq(passkey.accountId, accountId), eq(passkey.id, id));
    return (await db.delete(passkey).where(mine).returning({ id: passkey.id })).length > 0;
  },

  /** Notes a use; false if it is gone meanwhile, or has counted further (a key that does not count stays at 0). */
  async notePasskey(tx: Database, { accountId, id }: Passkey, counter: number, usedAt: Date): Promise<boolean> {
    const further = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter);
    const mine = and(eq(passkey.id, id), eq(passkey.accountId, accountId), further);
    return (await tx.update(passkey).set({ counter, usedAt }).where(mine).returning({ id: passkey.id })).length > 0;
  },

  async setPasskeyChallenge(row: typeof passkeyChallenge.$inferInsert): Promise<void> {
    const { sessionId: _, ...set } = row;
    await db.insert(passkeyChallenge).values(row).onConflictDoUpdate({ target: passkeyChallenge.sessionId, set });
  },

  /** The session's challenge, for whoever asks first. */
  async takePasskeyChallenge(sessionId: string): Promise<typeof passkeyChallenge.$inferSelect | undefined> {
    return (await db.delete(passkeyChallenge).where(eq(passkeyChallenge.sessionId, sessionId)).returning())[0];
  },

  // ---- The waiting list.

  /** Stores the questionnaire if the account owes it; false otherwise. */
  async apply(tx: Database, row: typeof application.$inferInsert): Promise<boolean> {
    const moved = await tx
      .update(account)
      .set({ registeringStage: 'sentInfo' })
      .where(and(eq(account.id, row.accountId), eq(account.registeringStage, 'sentCredentials')))
      .returning({ id: account.id });
    if (moved.length === 0) return false;
    await tx.insert(application).values(row);
    return true;
  },

  async application(accountId: string, tx: Database = db): Promise<Application | undefined> {
    return (await tx.select().from(application).where(eq(application.accountId, accountId)).limit(1))[0];
  },

  /** Takes somebody's questionnaire in hand; false if another has it, or they do not wait. */
  async claim(tx: Database, accountId: string, claimedBy: string, claimedAt: Date, staleBefore: Date): Promise<boolean> {
    const waits = and(eq(account.id, accountId), eq(account.registeringStage, 'sentInfo'));
    if ((await tx.select({ id: account.id }).from(account).where(waits).for('update')).length === 0) return false;
    const free = or(isNull(application.claimedBy), eq(application.claimedBy, claimedBy), lt(application.claimedAt, staleBefore));
    const open = and(eq(application.accountId, accountId), free);
    return (await tx.update(application).set({ claimedBy, claimedAt }).where(open).returning()).length > 0;
  },

  /** Moves somebody off the waiting list, or to its end; undefined if they do not wait. */
  async decide(
    tx: Database,
    accountId: string,
    decision: { decision: string; reason: string | null; decidedBy: string; decidedAt: Date },
    stage: string | null,
  ): Promise<Account | undefined> {
    const [moved] = await tx
      .update(account)
      .set({ registeringStage: stage })
      .where(and(eq(account.id, accountId), inArray(account.registeringStage, ['sentCredentials', 'sentInfo'])))
      .returning();
    if (moved) await tx.update(application).set(decision).where(eq(application.accountId, accountId));
    return moved;
  },

  /** Notes that somebody who waits was asked something; undefined if they do not wait. */
  async noteAsked(tx: Database, accountId: string, askedAt: Date): Promise<Account | undefined> {
    const [row] = await tx
      .select()
      .from(account)
      .where(and(eq(account.id, accountId), eq(account.registeringStage, 'sentInfo')))
      .for('update');
    if (row) await tx.update(application).set({ askedAt }).where(eq(application.accountId, accountId));
    return row;
  },

  async search(words: string): Promise<Account[]> {
    const pattern = `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    return db
      .select()
      .from(account)
      .where(
        and(ne(account.role, 'experienceGuest'), or(like(account.emailKey, pattern), like(sql`lower(${account.name})`, pattern))),
      )
      .orderBy(account.name)
      .limit(20);
  },

  /** Who has answered the questionnaire and waits for a decision, longest first. */
  async waiting(): Promise<{ account: Account; application: Application }[]> {
    return db
      .select({ account, application })
      .from(application)
      .innerJoin(account, eq(account.id, application.accountId))
      .where(eq(account.registeringStage, 'sentInfo'))
      .orderBy(asc(application.submittedAt));
  },
});

export type AccountStore = ReturnType<typeof accountStore>;
