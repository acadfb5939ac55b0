import { startMailServer } from '@unspoken/testing/mail-server';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: Awaited<ReturnType<typeof startMailServer>>;
let world: World;
beforeAll(async () => {
  server = await startMailServer('refuses');
  world = await startWorld({ SMTP_URL: server.url });
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

const mailsTo = (email: string) =>
  world.query(`select id, state from pgboss.job where name = 'mail' and data->>'to' = $1`, [email]);

/** A member whose invitation of `friend` was refused once by the mail server and waits for its next attempt. */
async function inviter(name: string, friend: string) {
  const member = await world.newcomer(name);
  await world.query('update account set verified_at = now() where id = $1', [member.userId]);
  const invited = await world.call('/api/v1/invitation', { token: member.token, body: { toEmail: friend } });
  expect(invited.body).toEqual({ success: true });
  await expect.poll(() => mailsTo(friend), { timeout: 60_000 }).toMatchObject([{ state: 'retry' }]);
  // An attempt in progress is not called back, so none may begin from here on.
  await world.query(`update pgboss.job set start_after = now() + interval '1 hour' where data->>'to' = $1 and state = 'retry'`, [
    friend,
  ]);
  await expect.poll(() => mailsTo(friend), { timeout: 60_000 }).toMatchObject([{ state: 'retry' }]);
  return member;
}

const deleteAccount = (token: string) => world.call('/api/v1/account/deleteaccount', { token, body: { password } });

test('[ACC-16] [INV-1] an invitation that is waiting to be sent is deleted with the account of its sender', async () => {
  const ann = await inviter('Ann', 'friend@example.org');
  await inviter('Ben', 'other@example.org');
  expect((await deleteAccount(ann.token)).body).toEqual({ success: true });
  expect(await mailsTo('friend@example.org')).toEqual([]);
  expect(await mailsTo('other@example.org')).toHaveLength(1);
}, 120_000);

test('[ACC-16] [INV-1] so is one whose failed attempt is being recorded at that moment', async () => {
  const cleo = await inviter('Cleo', 'cousin@example.org');
  const queue = new Client({ connectionString: world.environment.DATABASE_URL });
  await queue.connect();
  // What pg-boss does after a failed attempt, and not yet committed.
  await queue.query('begin');
  await queue.query(`with old as (delete from pgboss.job where data->>'to' = 'cousin@example.org' returning *)
    insert into pgboss.job select * from old`);
  const deletion = deleteAccount(cleo.token);
  const blocked = () =>
    world.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'pgboss.job'`,
    );
  await expect.poll(blocked, { timeout: 60_000 }).toHaveLength(1);
  await queue.query('commit');
  await queue.end();
  expect((await deletion).body).toEqual({ success: true });
  expect(await mailsTo('cousin@example.org')).toEqual([]);
}, 120_000);
