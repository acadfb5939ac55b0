import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { account, session, sessionToken } from './tables.ts';
import { timeZoneOf } from './zone-store.ts';

export type Session = typeof session.$inferSelect;

/** A live token with its session and account. */
export interface Credential {
  readonly account: typeof account.$inferSelect;
  readonly session: Session;
  readonly token: typeof sessionToken.$inferSelect;
}

/** The columns that decide whether a session that still has a row has expired. */
const timesAndRole = { id: session.id, createdAt: session.createdAt, lastUsedAt: session.lastUsedAt, role: account.role };
interface SessionTimes {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly role: string;
}

/** Lookups made for every call and every socket, combined into one query for many callers. */
function batchedLookups(db: Database) {
  const credentials = db
    .select({ account, session, token: sessionToken })
    .from(sessionToken)
    .innerJoin(session, eq(session.id, sessionToken.sessionId))
    .innerJoin(account, eq(account.id, session.accountId))
    .where(sql`${sessionToken.hash} = any(${sql.placeholder('hashes')}::text[])`)
    .prepare('credentials of many');
  const sessions = db
    .select(timesAndRole)
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(sql`${session.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('sessions of many');
  return {
    credentials: batchedRows<Credential>(
      (hashes) => credentials.execute({ hashes }),
      ({ token }) => token.hash,
    ),
    sessions: batchedRows<SessionTimes>(
      (ids) => sessions.execute({ ids }),
      ({ id }) => id,
    ),
  };
}

/** The only SQL for signed-in browsers. */
export const sessionStore = (db: Database, lookups = batchedLookups(db)) => ({
  /** Adds a session. If there are then more than `keep`, ends the least recently used and returns the ids of those. */
  async add(
    tx: Database,
    row: typeof session.$inferInsert,
    token: { hash: string; expiresAt: Date },
    keep: number,
  ): Promise<string[]> {
    await tx.insert(session).values(row);
    await tx.insert(sessionToken).values({ ...token, sessionId: row.id, createdAt: row.createdAt });
    const old = await tx
      .select({ id: session.id })
      .from(session)
      .where(eq(session.accountId, row.accountId))
      .orderBy(desc(session.lastUsedAt))
      .offset(keep);
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(session).where(inArray(session.id, ids));
    return ids;
  },

  async credential(hash: string): Promise<Credential | undefined> {
    return (await lookups.credentials(hash))[0];
  },

  async times(id: string): Promise<SessionTimes | undefined> {
    return (await lookups.sessions(id))[0];
  },

  /**
   * Of these sessions, those that no longer exist, and the times of those that may have expired: last used before
   * `idleSince`, created before `begunBefore`, or a guest's created before `guestBefore`. The rest, usually all of them,
   * are not returned, to save the transfer.
   */
  async suspects(
    ids: readonly string[],
    { idleSince, begunBefore, guestBefore }: { idleSince: Date; begunBefore: Date; guestBefore: Date },
  ): Promise<{ id: string; times: SessionTimes | null }[]> {
    const asked = sql`unnest(${sql.param(ids)}::uuid[]) as asked(id)`;
    const rows = await db
      .select({ asked: sql<string>`asked.id`, ...timesAndRole })
      .from(asked)
      .leftJoin(session, sql`${session.id} = asked.id`)
      .leftJoin(account, eq(account.id, session.accountId))
      .where(
        or(
          isNull(session.id),
          lt(session.lastUsedAt, idleSince),
          lt(session.createdAt, begunBefore),
          and(eq(account.role, 'experienceGuest'), lt(session.createdAt, guestBefore)),
        ),
      );
    return rows.map(({ asked: id, ...times }) => ({ id, times: times.id === null ? null : (times as SessionTimes) }));
  },

  /** The sessions of an account, most recently used first. */
  async of(accountId: string): Promise<Session[]> {
    return db.select().from(session).where(eq(session.accountId, accountId)).orderBy(desc(session.lastUsedAt));
  },

  /** The time zone that the account has chosen, or its browsers have named last. */
  async timeZone(accountId: string, tx: Database = db): Promise<string | undefined> {
    const { rows } = await tx.execute<{ zone: string | null }>(sql`select ${timeZoneOf(sql`${accountId}`)} as zone`);
    return rows[0]?.zone ?? undefined;
  },

  /** Records the first use of a token, and makes the tokens it replaces expire at `othersUntil` at the latest. */
  async firstUse(token: { hash: string; sessionId: string; createdAt: Date }, at: Date, othersUntil: Date): Promise<void> {
    await db.update(sessionToken).set({ usedAt: at }).where(eq(sessionToken.hash, token.hash));
    await db
      .update(sessionToken)
      .set({ expiresAt: sql`least(${sessionToken.expiresAt}, ${othersUntil})` })
      .where(and(eq(sessionToken.sessionId, token.sessionId), lt(sessionToken.createdAt, token.createdAt)));
  },

  async touch(id: string, at: Date): Promise<void> {
    await db.update(session).set({ lastUsedAt: at }).where(eq(session.id, id));
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

  /** Ends one session of an account; false if the account has no session with this id. */
  async end(accountId: string, id: string): Promise<boolean> {
    const ended = await db
      .delete(session)
      .where(and(eq(session.id, id), eq(session.accountId, accountId)))
      .returning({ id: session.id });
    return ended.length > 0;
  },

  /** Deletes sessions that were last used before an instant. */
  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, session, lt(session.lastUsedAt, before));
  },

  /** Ends every session of an account except `except`, if given. */
  async endAll(tx: Database, accountId: string, except?: string): Promise<void> {
    const all = eq(session.accountId, accountId);
    await tx.delete(session).where(except === undefined ? all : and(all, ne(session.id, except)));
  },
});

export type SessionStore = ReturnType<typeof sessionStore>;
