import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const tenMinutes = 10 * 60_000;
let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.stopClock();
});
afterAll(() => world.close());

const post = (path: string, token: string, body: Record<string, string> = {}) =>
  world.call(`/api/v1/account/${path}`, { body, token });
/** A member who signed in this moment, and whose account, like one that was created through Facebook, has no password. */
const withoutPassword = async (name: string) => {
  const member = await world.member(name);
  await world.query('update account set password_hash = null where id = $1', [member.userId]);
  return member;
};
const old = { error: 'recent_sign_in_needed' };

test('[ACC-61] without a password the data are downloaded within ten minutes of signing in, and not later', async () => {
  const ann = await withoutPassword('Ann');
  world.advance(tenMinutes - 1);
  expect((await post('exportdata', ann.token)).body.account).toMatchObject({ email: ann.email, hasPassword: false });
  world.advance(1);
  const late = await post('exportdata', ann.token);
  expect([late.status, late.body]).toMatchObject([403, old]);
  // A password that somebody makes up is no proof, as there is none to compare it with.
  expect((await post('exportdata', ann.token, { password })).body).toMatchObject(old);
});

test('[ACC-61] without a password the address is changed within ten minutes of signing in, and not later', async () => {
  const bea = await withoutPassword('Bea');
  const wishes = () =>
    world.query('select new_email from email_confirmation where account_id = $1 and new_email is not null', [bea.userId]);
  world.advance(tenMinutes);
  const late = await post('changeemail', bea.token, { email: 'bea.late@example.org' });
  expect([late.status, late.body]).toMatchObject([403, old]);
  expect(await wishes()).toEqual([]);
  const cay = await withoutPassword('Cay');
  world.advance(tenMinutes - 1);
  expect((await post('changeemail', cay.token, { email: 'cay.new@example.org' })).body).toEqual({ success: true });
});

test('[ACC-61] using the account does not make its sign-in younger, and a new sign-in is young by itself only', async () => {
  const dan = await world.member('Dan');
  world.advance(tenMinutes);
  const again = (await world.call('/api/v1/account/login', { body: { email: dan.email, password } })).body.token;
  await world.query('update account set password_hash = null where id = $1', [dan.userId]);
  for (const _ of ['once', 'and again']) await world.call('/api/v1/account/loginfromtoken', { token: dan.token });
  expect((await post('exportdata', dan.token)).body).toMatchObject(old);
  expect((await post('exportdata', again)).status).toBe(200);
});

test('[ACC-61] without a password an account is deleted by a code that is mailed to it, however long ago it signed in', async () => {
  const eve = await withoutPassword('Eve');
  world.advance(tenMinutes);
  for (const body of [{}, { password }, { code: '00000000' }])
    expect((await post('deleteaccount', eve.token, body as Record<string, string>)).status).not.toBe(200);
  await post('requestdeletioncode', eve.token);
  const mail = await world.mailContaining(eve.email, 'code');
  const code = /\b(\d{4}[ -]?\d{4})\b/.exec(mail.text)?.[1] ?? '';
  expect((await post('deleteaccount', eve.token, { code })).body).toEqual({ success: true });
  expect(await world.query('select 1 from account where id = $1', [eve.userId])).toEqual([]);
});
