import { type StandIn, startStandIn } from '@unspoken/testing/facebook/stand-in';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const app = { appId: '12345', appSecret: 'shh' };
let facebook: StandIn;
let world: World;
beforeAll(async () => {
  facebook = await startStandIn({ ...app, people: [] });
  world = await startWorld({
    FACEBOOK_APP_ID: app.appId,
    FACEBOOK_APP_SECRET: app.appSecret,
    FACEBOOK_GRAPH_URL: facebook.graphUrl,
    FACEBOOK_DIALOG_URL: facebook.dialogUrl,
  });
});
afterAll(async () => {
  await world.close();
  await facebook.close();
});

const social = (accessToken: string, more: Record<string, string> = {}) =>
  world.call('/api/v1/account/socialLogin', { body: { accessToken, ...more } });
const refused = { error: 'social_profile_failed', message: 'Email or password incorrect' };

test('[ACC-14] a newcomer gets an unconfirmed account with the provider’s name and address, and can return to it', async () => {
  const ann = { id: 'f1', name: 'Ann Face', email: 'ann.face@example.org' };
  // Any identity in the request body is ignored.
  const first = await social(facebook.token(ann), { facebookID: 'f2', name: 'Eve', language: 'de-AT' });
  expect(first.body).toMatchObject({
    needsVerification: true,
    action: 'register',
    label: 'facebook',
    user: { name: 'Ann Face', email: ann.email, facebookID: 'f1', isPasswordExist: false, termsAccepted: false, language: 'de' },
  });
  await world.mailedToken(ann.email, 'confirmemail');
  const second = await social(facebook.token({ ...ann, email: 'moved@example.org' }));
  expect(second.body).toMatchObject({ action: 'login', user: { userId: first.body.user.userId, email: ann.email } });
});

test('[ACC-14] an address that has an account requires its password, which links the two', async () => {
  const bea = await world.member('Bea');
  const face = { id: 'f3', name: 'Bea', email: 'BEA@example.org' };
  expect((await social(facebook.token(face))).body).toEqual({ needPassword: true, name: 'Bea', email: 'BEA@example.org' });
  const wrong = await social(facebook.token(face), { password: 'not the password' });
  expect([wrong.status, wrong.body.error]).toEqual([401, 'wrong_credentials']);
  const right = await social(facebook.token(face), { password });
  expect(right.body).toMatchObject({ action: 'login', user: { userId: bea.userId, facebookID: 'f3' } });
  expect((await social(facebook.token(face))).body).toMatchObject({ action: 'login', user: { userId: bea.userId } });
});

test('[ACC-14] without an address from the provider the user is asked for one, which must be confirmed', async () => {
  const cay = { id: 'f4', name: 'Cay' };
  expect((await social(facebook.token(cay))).body).toEqual({ needEmail: true, name: 'Cay' });
  const typed = await social(facebook.token(cay), { email: 'cay@example.org' });
  expect(typed.body).toMatchObject({ action: 'register', needsVerification: true, user: { email: 'cay@example.org' } });
});

test('[ACC-14] tokens of another app, expired, without a user, and invalid ones are refused and logged', async () => {
  const dan = { id: 'f5', name: 'Dan', email: 'dan@example.org' };
  const tokens = [
    facebook.token(dan, { appId: 'another' }),
    facebook.token(dan, { expiresAt: 1 }),
    facebook.token({ name: 'No Profile', email: 'dan@example.org' }),
    'nonsense',
  ];
  for (const token of tokens) {
    const answer = await social(token);
    expect([answer.status, answer.body]).toEqual([401, refused]);
  }
  expect(world.log().match(/Fail no Facebook profile/g)).toHaveLength(tokens.length);
  expect(world.log()).not.toContain(tokens[0]);
  expect(await world.query(`select 1 from account where email_key = 'dan@example.org'`)).toEqual([]);
});

test('[ACC-14] the user of an account made with Facebook is told to set a password on trying to sign in with one', async () => {
  const face = { id: 'f6', name: 'Eve', email: 'eve@example.org' };
  await social(facebook.token(face));
  const answer = await world.call('/api/v1/account/login', { body: { email: face.email, password } });
  expect([answer.status, answer.body]).toEqual([
    401,
    {
      error: 'password_not_set',
      message: 'Your account was created with Facebook and has no password yet.',
      isPasswordNotExist: true,
    },
  ]);
  await world.call('/api/v1/account/startrecoverpassword', { body: { email: face.email } });
  const hash = await world.mailedToken(face.email, 'resetpassword');
  await world.call('/api/v1/account/resetpassword', { body: { hash, password } });
  expect((await world.call('/api/v1/account/login', { body: { email: face.email, password } })).status).toBe(200);
});

const mailedCode = async (to: string) => /^\d{8}$/m.exec((await world.mailContaining(to, 'Your code')).text)?.[0] as string;

test('[ACC-16] an account without a password is deleted by a mailed code, and only by that', async () => {
  const face = { id: 'f7', name: 'Fay', email: 'fay@example.org' };
  const { token } = (await social(facebook.token(face))).body;
  const remove = (body: Record<string, string>) => world.call('/api/v1/account/deleteaccount', { body, token });
  expect((await remove({})).body.fields).toEqual({ code: "Code can't be blank" });
  expect((await remove({ code: '12345678' })).body.error).toBe('wrong_code');
  await world.call('/api/v1/account/requestdeletioncode', { method: 'POST', token });
  const code = await mailedCode(face.email);
  const other = code === '00000000' ? '11111111' : '00000000';
  for (let i = 0; i < 4; i++) expect((await remove({ code: other })).body.error).toBe('wrong_code');
  expect((await remove({ code: `${code.slice(0, 4)} ${code.slice(4)}` })).body).toEqual({ success: true });
  expect(await world.query(`select 1 from account where email_key = 'fay@example.org'`)).toEqual([]);
});

test('a code is void after five wrong attempts', async () => {
  const { token } = (await social(facebook.token({ id: 'f8', name: 'Gus', email: 'gus@example.org' }))).body;
  await world.call('/api/v1/account/requestdeletioncode', { method: 'POST', token });
  const code = await mailedCode('gus@example.org');
  const remove = (typed: string) => world.call('/api/v1/account/deleteaccount', { body: { code: typed }, token });
  const other = code === '00000000' ? '11111111' : '00000000';
  for (let i = 0; i < 5; i++) await remove(other);
  expect((await remove(code)).body.error).toBe('wrong_code');
});

test('[ACC-16] a code is void after thirty minutes', async () => {
  const { token } = (await social(facebook.token({ id: 'f9', name: 'Hal', email: 'hal@example.org' }))).body;
  await world.call('/api/v1/account/requestdeletioncode', { method: 'POST', token });
  const code = await mailedCode('hal@example.org');
  world.advance(30 * 60_000);
  const remove = () => world.call('/api/v1/account/deleteaccount', { body: { code }, token });
  expect((await remove()).body.error).toBe('wrong_code');
});

test('a provider that does not answer is reported as unavailable', async () => {
  const alone = await startWorld({ FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 'x', FACEBOOK_GRAPH_URL: 'http://127.0.0.1:9' });
  const answer = await alone.call('/api/v1/account/socialLogin', { body: { accessToken: 'x' } });
  expect([answer.status, answer.body.error]).toEqual([503, 'unavailable']);
  await alone.close();
});

test('[ACC-48] when two accounts link one Facebook identity at once, one gets it and the other is told why not', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await world.member(`One ${round}`), await world.member(`Other ${round}`)];
    const link = (email: string) => social(facebook.token({ id: `shared-${round}`, name: 'Face', email }), { password });
    const answers = await Promise.all([link(one.email), link(other.email)]);
    const outcomes = answers.map(({ status, body }) => [status, body.error ?? body.action]);
    // A request that arrives after the link was made is signed in to the account that has it.
    for (const each of outcomes)
      expect([
        [200, 'login'],
        [409, 'facebook_taken'],
      ]).toContainEqual(each);
    expect(outcomes).toContainEqual([200, 'login']);
    expect(await world.query('select 1 from account where facebook_id = $1', [`shared-${round}`])).toHaveLength(1);
  }
});
