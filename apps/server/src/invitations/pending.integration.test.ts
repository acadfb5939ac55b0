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
  // An attempt that has begun is not cancelled, so none may begin from here on.
  await world.query(`update pgboss.job set start_after = now() + interval '1 hour' where data->>'to' = $1 and state = 'retry'`, [
    friend,
  ]);
  await expect.poll(() => mailsTo(friend), { timeout: 60_000 }).toMatchObject([{ state: 'retry' }]);
  return member;
}

const deleteAccount = (token: string) => world.call('/api/v1/account/deleteaccount', { token, body: { password } });

async function connectedClient(): Promise<Client> {
  const client = new Client({ connectionString: world.environment.DATABASE_URL });
  await client.connect();
  return client;
}

/** The queries of the server that contain these words and wait for a lock. */
const blocked = (words: string) =>
  world.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`,
    [words],
  );

test('[ACC-16] [INV-1] an invitation that is waiting to be sent is deleted with the account of its sender', async () => {
  const ann = await inviter('Ann', 'friend@example.org');
  await inviter('Ben', 'other@example.org');
  expect((await deleteAccount(ann.token)).body).toEqual({ success: true });
  expect(await mailsTo('friend@example.org')).toEqual([]);
  expect(await mailsTo('other@example.org')).toHaveLength(1);
}, 120_000);

test('[ACC-16] [INV-1] an invitation whose failed attempt is being recorded is deleted with its sender', async () => {
  const cleo = await inviter('Cleo', 'cousin@example.org');
  const queue = await connectedClient();
  // What pg-boss does after a failed attempt, and not yet committed.
  await queue.query('begin');
  await queue.query(`with old as (delete from pgboss.job where data->>'to' = 'cousin@example.org' returning *)
    insert into pgboss.job select * from old`);
  const deletion = deleteAccount(cleo.token);
  await expect.poll(() => blocked('pgboss.job'), { timeout: 60_000 }).toHaveLength(1);
  await queue.query('commit');
  await queue.end();
  expect((await deletion).body).toEqual({ success: true });
  expect(await mailsTo('cousin@example.org')).toEqual([]);
}, 120_000);

test.each([
  ['an invitation', 'invitation', { toEmail: 'late@example.org' }],
  ['feedback', 'feedback', { content: 'Late' }],
])(
  '[ACC-16] %s sent while the account is being deleted is refused, and leaves nothing',
  async (_, path, body) => {
    const dan = await world.newcomer(`Dan${path}`);
    await world.query('update account set verified_at = now() where id = $1', [dan.userId]);
    const jobs = () => world.query('select id from pgboss.job where data::text like $1 order by id', [`%${dan.userId}%`]);
    const jobsBefore = await jobs();
    const deletion = await connectedClient();
    await deletion.query('begin');
    await deletion.query('select 1 from account where id = $1 for update', [dan.userId]);
    const late = world.call(`/api/v1/${path}`, { token: dan.token, body });
    await expect.poll(() => blocked('for key share'), { timeout: 60_000 }).toHaveLength(1);
    await deletion.query('delete from account where id = $1', [dan.userId]);
    await deletion.query('commit');
    await deletion.end();
    expect((await late).status).toBe(401);
    expect(await world.query('select 1 from invitation_count where inviter = $1', [dan.userId])).toEqual([]);
    expect(await world.query('select 1 from feedback where account_id = $1', [dan.userId])).toEqual([]);
    expect(await jobs()).toEqual(jobsBefore);
  },
  120_000,
);

test('[ACC-16] [INV-1] an invitation that is being written while its sender is deleted is not sent', async () => {
  const eve = await world.newcomer('Eve');
  const deletion = await connectedClient();
  await deletion.query('begin');
  await deletion.query('select 1 from account where id = $1 for update', [eve.userId]);
  const request = { addressKey: 'niece@example.org', concerns: [eve.userId], to: 'niece@example.org', inviter: eve.userId };
  const [posted] = await world.query(`insert into pgboss.job (name, data) values ('write-invitation', $1) returning id`, [
    request,
  ]);
  await expect.poll(() => blocked('for key share'), { timeout: 60_000 }).toHaveLength(1);
  await deletion.query('delete from account where id = $1', [eve.userId]);
  await deletion.query('commit');
  await deletion.end();
  await expect.poll(() => world.query('select 1 from pgboss.job where id = $1', [posted?.id]), { timeout: 60_000 }).toEqual([]);
  expect(await world.query('select 1 from invitation where inviter = $1', [eve.userId])).toEqual([]);
  expect(await mailsTo('niece@example.org')).toEqual([]);
}, 120_000);
