import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Inserts `count` signed-in members with confirmed addresses into the database; returns their tokens. */
export async function enrol(database: pg.Pool, count: number): Promise<{ accountId: string; token: string }[]> {
  const members = Array.from({ length: count }, () => ({
    accountId: randomUUID(),
    sessionId: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }));
  const [accounts, sessions] = [members.map(({ accountId }) => accountId), members.map(({ sessionId }) => sessionId)];
  await database.query(
    `insert into account (id, email, email_key, name, created_at, verified_at, terms_version, privacy_version, terms_accepted_at, over18_at)
     select id, 'member-' || id || '@example.org', 'member-' || id || '@example.org', 'Member', now(), now(), '1', '1', now(), now()
     from unnest($1::uuid[]) as id`,
    [accounts],
  );
  await database.query(
    `insert into session (id, account_id, created_at, last_used_at)
     select id, account, now(), now() from unnest($1::uuid[], $2::uuid[]) as each (id, account)`,
    [sessions, accounts],
  );
  await database.query(
    `insert into session_token (hash, session_id, created_at, used_at, expires_at)
     select hash, session, now(), now(), now() + interval '1 day' from unnest($1::text[], $2::uuid[]) as each (hash, session)`,
    [members.map(({ token }) => hashOf(token)), sessions],
  );
  return members.map(({ accountId, token }) => ({ accountId, token }));
}
