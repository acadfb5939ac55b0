import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Writes down so many members with confirmed addresses, each signed in; answers their tokens. */
export async function enrol(database: pg.Pool, count: number): Promise<{ accountId: string; token: string }[]> {
  const members = Array.from({ length: count }, (_, i) => ({
    accountId: randomUUID(),
    token: randomBytes(32).toString('base64url'),
    i,
  }));
  for (const { accountId, token, i } of members) {
    const session = randomUUID();
    const email = `member-${i}-${accountId.slice(0, 8)}@example.org`;
    await database.query(
      `insert into account (id, email, email_key, name, created_at, verified_at, terms_version, privacy_version, terms_accepted_at, over18_at)
       values ($1, $2, $2, $3, now(), now(), '1', '1', now(), now())`,
      [accountId, email, `Member ${i}`],
    );
    await database.query('insert into session (id, account_id, created_at, last_used_at) values ($1, $2, now(), now())', [
      session,
      accountId,
    ]);
    await database.query(
      "insert into session_token (hash, session_id, created_at, used_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')",
      [hashOf(token), session],
    );
  }
  return members;
}
