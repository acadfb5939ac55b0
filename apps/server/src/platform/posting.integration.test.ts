import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused at the end'; end $$`);
});
afterAll(() => world.close());

/** Each call, and the table whose new or changed row makes the transaction fail at its commit. */
const attempts: readonly [what: string, table: string, call: (token: string) => Promise<{ status: number }>][] = [
  [
    'a registration',
    'account',
    () => world.call('/api/v1/account/register', { body: { name: 'Eve', email: 'eve@example.org', password } }),
  ],
  [
    'a password change',
    'account',
    (token) =>
      world.call('/api/v1/account/changepassword', { token, body: { oldPassword: password, newPassword: 'quite another' } }),
  ],
  [
    'an address change',
    'email_confirmation',
    (token) => world.call('/api/v1/account/changeemail', { token, body: { email: 'other@example.org', password } }),
  ],
  ['the mailing list', 'list_confirmation', (token) => world.call('/api/v1/account/joinemailinglist', { method: 'POST', token })],
  ['feedback', 'feedback', (token) => world.call('/api/v1/feedback', { token, body: { content: 'words' } })],
  ['a notice', 'notice', () => world.call('/api/v1/notices', { body: { words: 'words', email: 'reader@example.org' } })],
  [
    'an invitation',
    'invitation_count',
    (token) => world.call('/api/v1/invitation', { token, body: { toEmail: 'friend@example.org' } }),
  ],
];

test.each(attempts)('[ACC-9] %s that fails at its commit leaves no job behind', async (what, table, call) => {
  const member = await world.member(`Ann ${what}`);
  const left = () => world.query(`select name, data from pgboss.job where state <> 'completed'`);
  await expect.poll(left).toEqual([]);
  // Without the mailbox table no job can finish, so none disappears before the check.
  await world.query(
    `create constraint trigger refuses after insert or update on ${table} deferrable initially deferred
     for each row execute function refuse()`,
  );
  await world.query(`alter table mailbox_message rename to mailbox_message_away`);
  expect((await call(member.token)).status).toBe(500);
  expect(await left()).toEqual([]);
  await world.query(`alter table mailbox_message_away rename to mailbox_message`);
  await world.query(`drop trigger refuses on ${table}`);
  // The same call succeeds when nothing makes it fail.
  expect((await call(member.token)).status).toBe(200);
});
