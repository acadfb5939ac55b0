import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Member, World } from './world.ts';

/** Accounts like that of a member, each with a live token, inserted at once: registering hundreds would take a minute. */
export async function copiesOf(world: World, { userId }: Member, count: number): Promise<{ userId: string; token: string }[]> {
  const copies = Array.from({ length: count }, () => ({
    userId: randomUUID(),
    session: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }));
  const ids = copies.map((each) => each.userId);
  await world.query(
    `insert into account select (jsonb_populate_record(a, jsonb_build_object('id', c.id, 'email', c.id || '@example.org', 'email_key', c.id || '@example.org'))).*
     from account a, unnest($2::text[]) as c(id) where a.id = $1`,
    [userId, ids],
  );
  await world.query(
    `insert into session (id, account_id, created_at, last_used_at) select s.id, s.account, $3, $3 from unnest($1::uuid[], $2::uuid[]) as s(id, account)`,
    [copies.map(({ session }) => session), ids, world.now()],
  );
  await world.query(
    `insert into session_token (hash, session_id, created_at, expires_at)
     select t.hash, t.session, $3, $3::timestamptz + interval '1 day' from unnest($1::text[], $2::uuid[]) as t(hash, session)`,
    [
      copies.map(({ token }) => createHash('sha256').update(token).digest('base64url')),
      copies.map(({ session }) => session),
      world.now(),
    ],
  );
  return copies;
}
