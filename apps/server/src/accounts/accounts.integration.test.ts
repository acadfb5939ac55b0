import { errorText } from '@unspoken/contract/errors';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const register = (fields: Record<string, string>) => world.call('/api/v1/account/register', { body: { password, ...fields } });
const me = (token: string | undefined) => world.call('/api/v1/account/loginfromtoken', { token });

test('[ACC-1] registering creates an account, a session and one mail', async () => {
  const answer = await register({ name: ' Ann ', email: ' Ann@Example.org ', termsAccepted: 'true', over18: 'true' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    needsVerification: true,
    user: { name: 'Ann', email: 'Ann@Example.org', role: 'member', termsAccepted: true },
  });
  expect(await world.mails('Ann@Example.org')).toHaveLength(1);
  expect((await me(answer.body.token)).body.user.userId).toBe(answer.body.user.userId);
});

test('[ACC-1] a password of eight characters is accepted, however common, long or unusual it is', async () => {
  for (const [i, typed] of [
    'password',
    '12345678',
    '🙂'.repeat(8),
    `${'x'.repeat(1_023)} `,
    'ѫ̆ ‏אב'.padEnd(8, '\u200b'),
  ].entries())
    expect((await register({ name: 'Common', email: `common${i}@example.org`, password: typed })).status, typed).toBe(200);
});

test('[ACC-1] who has stated neither age nor agreement connects once they have', async () => {
  const { token } = (await register({ name: 'Silent', email: 'silent@example.org' })).body;
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken('silent@example.org', 'confirmemail')}`);
  expect((await me(token)).body.user.termsAccepted).toBe(false);
  const socket = await world.socketWith((await world.call('/api/v1/realtime/auth', { token })).body.token);
  expect(await socket.emit('connectClick', { clickID: 'early' })).toMatchObject({ error: 'terms_not_accepted' });
  const stated = { token, body: { termsAccepted: 'true', over18: 'true' } };
  expect((await world.call('/api/v1/account/acceptterms', stated)).body).toEqual({ success: true });
  expect(await socket.emit('connectClick', { clickID: 'then' })).toEqual({ ok: true });
  socket.close();
});

test('[ACC-2] a taken address, however it is spelled, fails like any other registration, and its owner gets a mail', async () => {
  await register({ name: 'Bea', email: 'bea@example.org' });
  const again = await register({ name: 'Eve', email: 'BEA@example.org' });
  expect([again.status, again.body]).toEqual([409, { error: 'registration_failed', message: 'Account could not be created' }]);
  await expect
    .poll(async () => (await world.mails('bea@example.org')).map(({ subject }) => subject), { timeout: 10_000 })
    .toContain('You already have an account with Unspoken');
});

test('[ACC-3] the mailed link confirms, also twice, and signs in only the holder of the account’s token', async () => {
  const { body } = await register({ name: 'Cay', email: 'cay@example.org' });
  const [mail] = await world.mails('cay@example.org');
  const path = `/api/v1/account/confirmemail/${/confirmemail\/(\S+)/.exec(mail?.text ?? '')?.[1]}`;
  const failures = () => world.log().split('"msg":"address not confirmed"').length - 1;
  expect((await world.call(path)).body).toEqual({ success: true });
  const own = await world.call(path, { token: body.token });
  expect(own.body).toMatchObject({
    success: true,
    token: body.token,
    email: 'cay@example.org',
    user: { needsVerification: false },
  });
  for (const wrong of [
    `${path}x`,
    '/api/v1/account/confirmemail/nothing',
    path.toUpperCase().replace('/API/V1/ACCOUNT/CONFIRMEMAIL', '/api/v1/account/confirmemail'),
  ]) {
    const answer = await world.call(wrong);
    expect([answer.status, answer.body.message]).toEqual([404, 'This link cannot be used to confirm an email address.']);
  }
  expect(failures()).toBe(3);
});

test('[ACC-4] a wrong password and an unknown address get the same answer', async () => {
  await register({ name: 'Dan', email: 'dan@example.org' });
  const login = (email: string, typed: string) => world.call('/api/v1/account/login', { body: { email, password: typed } });
  const [wrong, unknown] = [await login('dan@example.org', 'not the password'), await login('nobody@example.org', password)];
  expect([wrong.status, wrong.body]).toEqual([401, { error: 'wrong_credentials', message: 'Email or password incorrect' }]);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  expect((await login('DAN@example.org', password)).status).toBe(200);
  // Passwords are compared exactly as typed, spaces included.
  expect((await login('dan@example.org', ` ${password} `)).status).toBe(401);
});

test('[ACC-6] signing out invalidates the token and closes its sockets', async () => {
  const fay = await world.member('Fay');
  const socket = await fay.socket();
  const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve));
  expect((await world.call('/api/v1/account/logout', { method: 'POST', token: fay.token })).body).toEqual({ success: true });
  await closed;
  expect((await me(fay.token)).status).toBe(401);
});

test('[ACC-6] signing out in one browser leaves the others signed in', async () => {
  const ivy = await world.member('Ivy');
  const socket = await ivy.socket();
  const other = await world.call('/api/v1/account/login', { body: { email: ivy.email, password } });
  await world.call('/api/v1/account/logout', { method: 'POST', token: other.body.token });
  expect((await me(ivy.token)).status).toBe(200);
  expect(await socket.emit('time', {})).toMatchObject({ now: expect.any(Number) });
  socket.close();
});

test.each([
  [
    { email: '', password: '', name: '' },
    { email: "Email can't be blank", password: "Password can't be blank", name: "Name can't be blank" },
  ],
  [
    { email: 'a@b', password: 'seven77', name: 'x' },
    { email: 'Email is not a valid email', password: 'Password is too short (minimum is 8 characters)' },
  ],
  [
    { email: 'ok@example.org', password, name: 'x', termsAccepted: 'false' },
    { termsAccepted: 'Terms and privacy need to be accepted to create an account' },
  ],
  [{ email: 'ok@example.org', password, name: 'x', over18: 'perhaps' }, { over18: 'This value is not valid' }],
])('[ACC-7] %j is refused by field', async (fields, expected) => {
  const answer = await register(fields);
  expect([answer.status, answer.body]).toEqual([
    422,
    { error: 'validation_failed', message: 'Please correct the fields in red.', fields: expected },
  ]);
  expect((await world.call('/api/v1/account/login', { body: { email: 'ok@example.org', password } })).status).toBe(401);
});

test('[ACC-8] an unverified account can have its confirmation mail sent again, and nothing else', async () => {
  const { body } = await register({ name: 'Gus', email: 'gus@example.org' });
  const again = await world.call('/api/v1/account/resendemail', { method: 'POST', token: body.token });
  expect(again.body).toEqual({ success: true });
  await expect.poll(async () => (await world.mails('gus@example.org')).length, { timeout: 10_000 }).toBe(2);
  for (const path of ['/api/v1/realtime/auth', '/api/v1/userpreferences/positionguideline']) {
    const answer = await world.call(path, { token: body.token });
    expect([answer.status, answer.body.error]).toEqual([403, 'verification_required']);
  }
});

test('the accepted guidance and the hidden position guideline are stored', async () => {
  const hal = await world.member('Hal');
  expect((await me(hal.token)).body.user).toMatchObject({ HMGuidance1Accepted: false, showPositionGuideline: true });
  await world.call('/api/v1/account/acceptedguidance', { method: 'POST', token: hal.token });
  await world.call('/api/v1/userpreferences/positionguideline', { token: hal.token });
  expect((await me(hal.token)).body.user).toMatchObject({ HMGuidance1Accepted: true, showPositionGuideline: false });
});

test('a missing or invalid token is refused', async () => {
  for (const token of [undefined, 'nonsense', 'x'.repeat(43)]) {
    const answer = await me(token);
    expect([answer.status, answer.body]).toEqual([401, { error: 'sign_in_required', message: errorText('sign_in_required') }]);
  }
});
