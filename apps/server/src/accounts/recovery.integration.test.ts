import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const account = '/api/v1/account';
const hour = 3_600_000;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const ask = (email: string) => world.call(`${account}/startrecoverpassword`, { body: { email } });
const validate = (hash: string) => world.call(`${account}/validaterecoveryhash`, { body: { hash } });
const reset = (hash: string, to: string) => world.call(`${account}/resetpassword`, { body: { hash, password: to } });
const login = (email: string, typed: string) => world.call(`${account}/login`, { body: { email, password: typed } });
const newest = async (email: string, count: number) => {
  const mails = (await world.mails(email, count)).filter(({ text }) => text.includes('resetpassword'));
  return /resetpassword\/(\S+)/.exec(mails[0]?.text ?? '')?.[1] as string;
};
const invalid = {
  error: 'invalid_recovery_link',
  message: 'This link is not valid. Links to reset a password last 2 hours and work once.',
};

test('[ACC-10] known and unknown addresses get the same answer, and only the known one gets a mail', async () => {
  const ann = await world.member('Ann');
  const [known, unknown] = [await ask(' ANN@example.org'), await ask('nobody@example.org')];
  expect([known.status, known.body]).toEqual([200, { success: true }]);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await world.mailedToken(ann.email, 'resetpassword');
  expect(await world.query(`select count(*)::int n from mailbox_message where "to" like 'nobody%'`)).toEqual([{ n: 0 }]);
});

test('[ACC-10] [ACC-11] a link sets a password once; earlier sessions end and their sockets are closed', async () => {
  const bea = await world.member('Bea');
  const socket = await bea.socket();
  const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve));
  await ask(bea.email);
  const hash = await newest(bea.email, 2);
  expect((await validate(hash)).body).toEqual({ success: true });
  expect((await reset(hash, 'another long password')).body).toEqual({ success: true });
  await closed;
  expect((await world.call(`${account}/loginfromtoken`, { token: bea.token })).status).toBe(401);
  expect((await login(bea.email, password)).status).toBe(401);
  expect((await login(bea.email, 'another long password')).status).toBe(200);
  const again = await reset(hash, 'a third long password');
  expect([again.status, again.body]).toEqual([404, invalid]);
  await expect
    .poll(async () => (await world.mails(bea.email))[0]?.subject, { timeout: 10_000 })
    .toMatch(/password .* was changed/);
});

test('[ACC-10] of parallel requests with one link, only one sets a password', async () => {
  const cay = await world.member('Cay');
  await ask(cay.email);
  const hash = await newest(cay.email, 2);
  const answers = await Promise.all(['first', 'second', 'third'].map((which) => reset(hash, `the ${which} password`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

test('[ACC-10] a newer link voids an older one, and signing in voids any', async () => {
  const dan = await world.member('Dan');
  await ask(dan.email);
  const first = await newest(dan.email, 2);
  await ask(dan.email);
  const second = await newest(dan.email, 3);
  expect([(await validate(first)).status, (await validate(second)).status]).toEqual([404, 200]);
  await login(dan.email, password);
  const after = await validate(second);
  expect([after.status, after.body]).toEqual([404, invalid]);
});

test('[ACC-11] recovery confirms the address: a stranger who registered it first loses the account', async () => {
  const stranger = await world.newcomer('Eve');
  await ask(stranger.email);
  await reset(await newest(stranger.email, 2), 'the true owner’s password');
  expect((await world.call(`${account}/loginfromtoken`, { token: stranger.token })).status).toBe(401);
  const owner = await login(stranger.email, 'the true owner’s password');
  expect(owner.body.user).toMatchObject({ needsVerification: false });
});

test('[ACC-10] a link expires after two hours', async () => {
  const fay = await world.member('Fay');
  await ask(fay.email);
  const hash = await newest(fay.email, 2);
  world.advance(2 * hour - 60_000);
  expect((await validate(hash)).status).toBe(200);
  world.advance(60_000);
  for (const answer of [await validate(hash), await reset(hash, 'another long password')])
    expect([answer.status, answer.body]).toEqual([404, invalid]);
  expect((await login(fay.email, password)).status).toBe(200);
});

test('[ACC-10] a changed password voids a link', async () => {
  const gil = await world.member('Gil');
  await ask(gil.email);
  const hash = await newest(gil.email, 2);
  const body = { oldPassword: password, newPassword: 'another long password' };
  expect((await world.call(`${account}/changepassword`, { body, token: gil.token })).status).toBe(200);
  expect((await validate(hash)).body).toEqual(invalid);
});

test('[ACC-3] a link to confirm an address lives for 24 hours', async () => {
  const [hal, ivy] = [await world.newcomer('Hal'), await world.newcomer('Ivy')];
  const [within, late] = [await world.mailedToken(hal.email, 'confirmemail'), await world.mailedToken(ivy.email, 'confirmemail')];
  const open = async (hash: string) => (await world.call(`${account}/confirmemail/${hash}`)).body;
  world.advance(24 * hour - 60_000);
  expect(await open(within)).toEqual({ success: true });
  world.advance(120_000);
  expect((await open(late)).error).toBe('invalid_confirmation_link');
});

test.each([
  ['startrecoverpassword', { email: '' }, { email: "Email can't be blank" }],
  ['startrecoverpassword', { email: 'ann' }, { email: 'Email is not a valid email' }],
  ['resetpassword', { hash: 'x', password: 'seven77' }, { password: 'Password is too short (minimum is 8 characters)' }],
])('[ACC-7] %s %j is refused by field', async (call, body, fields) => {
  const answer = await world.call(`${account}/${call}`, { body });
  expect([answer.status, answer.body]).toEqual([
    422,
    { error: 'validation_failed', message: 'Please correct the fields in red.', fields },
  ]);
});
