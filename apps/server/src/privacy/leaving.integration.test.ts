import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld({ SUPPORT_EMAIL: 'help@example.org' });
});
afterAll(() => world.close());

const post = (path: string, token: string | undefined, body: Record<string, string> = {}) =>
  world.call(`/api/v1/${path}`, { body, token });
const remove = (token: string, body: Record<string, string> = { password }) => post('account/deleteaccount', token, body);

/** Every row of every table that contains one of these words. */
async function rowsWith(words: readonly string[], of = world): Promise<string[]> {
  const tables = await of.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    for (const row of await of.query(`select t::text as row from ${name} t`))
      if (words.some((word) => String(row.row).toLowerCase().includes(word.toLowerCase()))) found.push(`${name}: ${row.row}`);
  return found;
}

test('[ACC-16] after a full life and the deletion of an account, no row holds its address or name', async () => {
  const host = await world.member('Host');
  await post('invitation', host.token, { toEmail: 'zephyrine@example.org' });
  const invitationHash = await world.mailedToken('zephyrine@example.org', '\\?invitation');
  const registered = await world.newcomer('Zephyrine', {
    invitationHash,
    name: 'Zephyrine Quill',
    emailListRegistration: 'true',
  });
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken(registered.email, 'confirmemail')}`);
  // Forgets the password, and sets another.
  await post('account/startrecoverpassword', undefined, { email: registered.email });
  const hash = await world.mailedToken(registered.email, 'resetpassword');
  await post('account/resetpassword', undefined, { hash, password: 'the second password' });
  const { token } = (await post('account/login', undefined, { email: registered.email, password: 'the second password' })).body;
  // Changes everything, has an encounter, sends feedback, invites a friend.
  await post('account/changepassword', token, { oldPassword: 'the second password', newPassword: password });
  await post('account/changename', token, { name: 'Zephyrine Plume' });
  await post('account/changeemail', token, { email: 'zephyrine.plume@example.org', password });
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken('zephyrine.plume@example.org', 'confirmemail')}`);
  await post('account/joinemailinglist', token);
  await post('feedback', token, { content: 'I am Zephyrine and I liked it' });
  await post('invitation', token, { toEmail: 'friend@example.org' });
  await world.mails('friend@example.org');
  await world.query(
    `insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at, connected_at, ended_at, end_reason_a, end_reason_b, completed)
     values ('oneminute:life', $1, $2, 'oneminute', 'anyone', 'open', now(), now(), now(), 'natural', 'natural', true)`,
    [registered.userId, host.userId],
  );

  const wrong = await post('account/exportdata', token, { password: 'not the password' });
  expect([wrong.status, wrong.body.error]).toEqual([403, 'wrong_password']);
  const data = (await post('account/exportdata', token, { password })).body;
  expect(data).toMatchObject({
    account: { name: 'Zephyrine Plume', email: 'zephyrine.plume@example.org', hasPassword: true },
    sessions: [{}],
    invitations: [{ toEmail: 'friend@example.org' }],
    feedback: [{ content: 'I am Zephyrine and I liked it' }],
    encounters: [{ completed: true, endReason: 'natural' }],
    subscription: { activeSubscription: false },
  });
  // [ACC-17] No data of others, and no secrets.
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`host@example|${host.userId}|argon2|passwordHash`));

  const { token: ticket } = (await world.call('/api/v1/realtime/auth', { token })).body;
  const socket = await world.socketWith(ticket);
  const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve));
  expect((await remove(token, { password: 'not the password' })).body).toEqual({
    error: 'wrong_password',
    message: 'Incorrect password',
  });
  expect((await remove(token, {})).body.fields).toEqual({ password: "Password can't be blank" });
  expect((await remove(token)).body).toEqual({ success: true });
  await closed;
  expect((await world.call('/api/v1/account/loginfromtoken', { token })).status).toBe(401);
  const login = await post('account/login', undefined, { email: 'zephyrine.plume@example.org', password });
  expect([login.status, login.body.error]).toEqual([401, 'wrong_credentials']);
  const left = await rowsWith(['zephyrine', 'plume', 'quill']);
  expect(left, left.join('\n')).toEqual([]);
  // Other members keep their own data.
  const { user } = (await world.call('/api/v1/account/loginfromtoken', { token: host.token })).body;
  expect(user).toMatchObject({ completedMinutes: 1 });
});

test('[ACC-17] the download contains what is stored, and only its owner gets it', async () => {
  const ann = await world.member('Ann');
  const bea = await world.member('Bea');
  await post('feedback', bea.token, { content: 'hers alone' });
  const none = await post('account/exportdata', ann.token);
  expect([none.status, none.body.fields]).toEqual([422, { password: "Password can't be blank" }]);
  const { body } = await post('account/exportdata', ann.token, { password, email: bea.email });
  expect(body.account.email).toBe(ann.email);
  expect(JSON.stringify(body)).not.toContain('hers alone');
});

test('[ACC-16] a member deleted during an encounter leaves it: the partner sees an end, and keeps their position', async () => {
  const [one, other] = [await world.member('One'), await world.member('Other')];
  const sockets = [await one.socket(), await other.socket()] as const;
  const click = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' };
  await world.query('update account set guidance_accepted_at = now()');
  for (const socket of sockets) expect(await socket.emit('connectClick', click)).not.toHaveProperty('error');
  await sockets[1].hears<{ roomID?: string }>('matchmakerEvent', ({ roomID }) => roomID !== undefined);
  expect((await remove(one.token)).body).toEqual({ success: true });
  await expect.poll(() => world.query('select 1 from live_participant'), { timeout: 8_000 }).toEqual([]);
  for (const socket of sockets) socket.close();
});

test('[ACC-16] an unverified account can be deleted, and a pending mail to it is deleted', async () => {
  // Nobody takes its mail, so that it stays pending: one that is being sent is not called back.
  const unreachable = await startWorld({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const person = await unreachable.newcomer('Gone');
  expect(await rowsWith(['gone@example.org'], unreachable)).toContainEqual(expect.stringMatching(/^pgboss\./));
  const { body } = await unreachable.call('/api/v1/account/deleteaccount', { body: { password }, token: person.token });
  expect(body).toEqual({ success: true });
  expect(await rowsWith(['gone@example.org'], unreachable)).toEqual([]);
  await unreachable.close();
});
