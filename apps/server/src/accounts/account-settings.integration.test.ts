import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const account = '/api/v1/account';
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const post = (path: string, token: string | undefined, body: Record<string, string> = {}) =>
  world.call(`/api/v1/${path}`, { body, token });
const me = async (token: string) => (await world.call(`${account}/loginfromtoken`, { token })).body.user;
const login = (email: string, typed = password) => world.call(`${account}/login`, { body: { email, password: typed } });

test('[ACC-12] a changed password ends every other session, and only the new password works from then on', async () => {
  const ann = await world.member('Ann');
  const other = await login(ann.email);
  const wrong = await post('account/changepassword', ann.token, {
    oldPassword: 'not the password',
    newPassword: 'quite another one',
  });
  expect([wrong.status, wrong.body]).toEqual([
    403,
    { error: 'wrong_current_password', message: 'Current password is incorrect' },
  ]);
  const none = await post('account/changepassword', ann.token, { newPassword: 'quite another one' });
  expect([none.status, none.body.fields]).toEqual([422, { oldPassword: "Password can't be blank" }]);
  // The token decides whose account it is; any identity in the body is ignored.
  const body = { oldPassword: password, newPassword: 'quite another one', email: 'somebody@example.org', facebookID: '1' };
  expect((await post('account/changepassword', ann.token, body)).body).toEqual({ success: true });
  expect((await me(ann.token)).email).toBe(ann.email);
  expect((await world.call(`${account}/loginfromtoken`, { token: other.body.token })).status).toBe(401);
  expect([(await login(ann.email)).status, (await login(ann.email, 'quite another one')).status]).toEqual([401, 200]);
});

test('[ACC-12] setting a first password requires a sign-in less than ten minutes old', async () => {
  const bea = await world.member('Bea');
  await world.query('update account set password_hash = null where id = $1', [bea.userId]);
  world.advance(9 * 60_000);
  expect((await post('account/changepassword', bea.token, { newPassword: 'the first password' })).status).toBe(200);
  await world.query('update account set password_hash = null where id = $1', [bea.userId]);
  world.advance(60_000);
  const late = await post('account/changepassword', bea.token, { newPassword: 'another password' });
  expect([late.status, late.body.error]).toEqual([403, 'recent_sign_in_needed']);
});

test('[ACC-13] [ACC-17] without a password, changing the address and the download require a sign-in less than ten minutes old', async () => {
  const flo = await world.member('Flo');
  await world.query('update account set password_hash = null where id = $1', [flo.userId]);
  const ask = async () => [
    await post('account/changeemail', flo.token, { email: 'flo.new@example.org' }),
    await post('account/exportdata', flo.token),
  ];
  world.advance(10 * 60_000 - 30_000);
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200]);
  world.advance(30_000);
  const late = [403, 'recent_sign_in_needed'];
  expect((await ask()).map(({ status, body }) => [status, body.error])).toEqual([late, late]);
});

test('[ACC-13] a new address takes effect once confirmed; the old one is notified, other browsers are signed out', async () => {
  const cay = await world.member('Cay');
  const other = await login(cay.email);
  const wrong = await post('account/changeemail', cay.token, { email: 'cay.new@example.org', password: 'not the password' });
  expect([wrong.status, wrong.body]).toEqual([403, { error: 'wrong_password', message: 'Incorrect password' }]);
  expect((await post('account/changeemail', cay.token, { email: 'cay.new@example.org', password })).body).toEqual({
    success: true,
  });
  expect((await me(cay.token)).email).toBe(cay.email);
  const hash = await world.mailedToken('cay.new@example.org', 'confirmemail');
  for (const _ of ['once', 'and again without harm'])
    expect((await world.call(`${account}/confirmemail/${hash}`)).body).toEqual({ success: true });
  expect(await me(cay.token)).toMatchObject({ email: 'cay.new@example.org', needsVerification: false });
  expect((await world.call(`${account}/loginfromtoken`, { token: other.body.token })).status).toBe(401);
  await expect
    .poll(async () => (await world.mails(cay.email))[0]?.subject, { timeout: 10_000 })
    .toBe('Your email address for Unspoken was changed');
  // The first link was for the old address: opening it must not restore that.
  const first = await world.mailedToken(cay.email, 'confirmemail');
  expect((await world.call(`${account}/confirmemail/${first}`)).status).toBe(200);
  expect((await me(cay.token)).email).toBe('cay.new@example.org');
});

test('[ACC-13] a taken address gets the same answer; its owner gets a mail and keeps it', async () => {
  const [dan, eve] = [await world.member('Dan'), await world.member('Eve')];
  expect((await post('account/changeemail', eve.token, { email: 'DAN@example.org', password })).body).toEqual({ success: true });
  await expect
    .poll(async () => (await world.mails(dan.email))[0]?.subject, { timeout: 10_000 })
    .toBe('Your address is already in use at Unspoken');
  expect((await me(eve.token)).email).toBe(eve.email);
  const same = await post('account/changeemail', dan.token, { email: 'Dan@Example.org', password });
  expect([same.status, same.body.fields]).toEqual([422, { email: 'This is your email address already' }]);
});

test('[ACC-13] an address that another account has taken meanwhile cannot be confirmed', async () => {
  const fay = await world.member('Fay');
  await post('account/changeemail', fay.token, { email: 'wanted@example.org', password });
  const hash = await world.mailedToken('wanted@example.org', 'confirmemail');
  await world.newcomer('Wanted', { email: 'wanted@example.org' });
  const late = await world.call(`${account}/confirmemail/${hash}`);
  expect([late.status, late.body.message]).toEqual([404, 'This link cannot be used to confirm an email address.']);
  expect((await me(fay.token)).email).toBe(fay.email);
});

test('a user can change name and language; a blank name and an unknown language are refused', async () => {
  const gus = await world.member('Gus');
  expect((await post('account/changename', gus.token, { name: '  Gustav ' })).status).toBe(200);
  expect((await post('userpreferences/language', gus.token, { language: 'fr' })).status).toBe(200);
  expect(await me(gus.token)).toMatchObject({ name: 'Gustav', language: 'fr' });
  const blank = await post('account/changename', gus.token, { name: '   ' });
  expect([blank.status, blank.body.fields]).toEqual([422, { name: "Name can't be blank" }]);
  expect((await post('userpreferences/language', gus.token, { language: 'xx' })).status).toBe(422);
});

test('[ACC-22] signed-in browsers are listed; each can be signed out, or all at once', async () => {
  const hal = await world.member('Hal');
  const agent = { email: hal.email, password, userAgent: 'A browser', timeZone: 'Europe/Paris' };
  const other = await world.call(`${account}/login`, { body: agent });
  const { sessions } = (await world.call(`${account}/sessions`, { token: hal.token })).body;
  expect(sessions.map(({ current, userAgent, timeZone }: Record<string, unknown>) => ({ current, userAgent, timeZone }))).toEqual(
    [
      { current: false, userAgent: 'A browser', timeZone: 'Europe/Paris' },
      { current: true, userAgent: null, timeZone: null },
    ],
  );
  const ivy = await world.member('Ivy');
  const foreign = await post('account/endsession', ivy.token, { id: sessions[0].id });
  expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found']);
  expect((await post('account/endsession', hal.token, { id: sessions[0].id })).status).toBe(200);
  expect((await world.call(`${account}/loginfromtoken`, { token: other.body.token })).status).toBe(401);
  const third = await login(hal.email);
  const socket = await hal.socket();
  const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve));
  expect((await post('account/logouteverywhere', third.body.token)).status).toBe(200);
  await closed;
  for (const token of [hal.token, third.body.token])
    expect((await world.call(`${account}/loginfromtoken`, { token })).status).toBe(401);
});

test('[ACC-22] an account has twenty sessions at most: the one that was used longest ago ends', async () => {
  const lea = await world.member('Lea');
  const tokens = [];
  for (let i = 0; i < 20; i++) {
    world.advance(1_000);
    tokens.push((await login(lea.email)).body.token as string);
  }
  const { sessions } = (await world.call(`${account}/sessions`, { token: tokens.at(-1) ?? '' })).body;
  expect(sessions).toHaveLength(20);
  expect((await world.call(`${account}/loginfromtoken`, { token: lea.token })).status).toBe(401);
  expect((await world.call(`${account}/loginfromtoken`, { token: tokens[0] ?? '' })).status).toBe(200);
});

test('[ACC-6] a ticket of a session that has ended opens no socket', async () => {
  const jan = await world.member('Jan');
  const ticket = (await world.call('/api/v1/realtime/auth', { token: jan.token })).body.token;
  await post('account/logouteverywhere', jan.token);
  await expect(world.socketWith(ticket)).rejects.toThrow();
});

test('[ACC-51] the chosen time zone holds, whatever browsers name, until that of the newest browser is chosen again', async () => {
  const eve = await world.member('Evelyn');
  const choose = async (timeZone: string) => {
    const answer = await world.call('/api/v1/userpreferences/timezone', { token: eve.token, body: { timeZone } });
    return [answer.status, (await me(eve.token)).timeZone];
  };
  const applied = async () => (await world.call('/api/v1/notifications/settings', { token: eve.token })).body.timeZone;
  await world.query("update session set time_zone = 'Asia/Tokyo' where account_id = $1", [eve.userId]);
  expect([(await me(eve.token)).timeZone, await applied()]).toEqual([null, 'Asia/Tokyo']);
  expect([await choose('America/Bogota'), await applied()]).toEqual([[200, 'America/Bogota'], 'America/Bogota']);
  for (const bad of ['Europe/Atlantis', '+02:00', 'europe/berlin', 'x'.repeat(65)])
    expect(await choose(bad), bad).toEqual([422, 'America/Bogota']);
  await login(eve.email);
  expect(await applied()).toBe('America/Bogota');
  expect([await choose(''), await applied()]).toEqual([[200, null], 'Asia/Tokyo']);
});
