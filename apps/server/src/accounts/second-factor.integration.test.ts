import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let mo: Member;
beforeAll(async () => {
  world = await startWorld();
  mo = await world.member('Mo');
});
afterAll(() => world.close());

const factor = (what: string, body?: Record<string, string>, token = mo.token) =>
  world.call(`/api/v1/account/secondfactor${what}`, { token, ...(body ? { body } : {}) });
const begin = (token = mo.token) => world.call('/api/v1/account/secondfactor/begin', { method: 'POST', token });
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 }).generate({ timestamp: world.now().getTime() });
const queue = async (token = mo.token) => (await world.call('/api/v1/moderation/cases', { token })).body;
const signIn = async () =>
  (await world.call('/api/v1/account/login', { body: { email: mo.email, password: 'a long and quiet minute' } })).body
    .token as string;

test('[ACC-23] a member cannot set up a second factor; a moderator gets no access before proving one', async () => {
  expect((await begin()).body.error).toBe('role_needed');
  await world.query(`update account set role = 'moderator' where id = $1`, [mo.userId]);
  expect((await queue()).error).toBe('second_factor_needed');
  expect((await factor('')).body).toEqual({ setUp: false, proved: false, recoveryCodesLeft: 0, hasPasskey: false });
  // Setting one up requires a recent sign-in.
  world.advance(11 * 60_000);
  expect((await begin()).body.error).toBe('recent_sign_in_needed');
  mo = { ...mo, token: await signIn() };
  const { secret, uri } = (await begin()).body;
  expect(uri).toContain(`secret=${secret}`);
  expect((await factor('/confirm', { code: '000000' })).body.error).toBe('wrong_second_factor');
  const confirmedBy = codeOf(secret);
  const { recoveryCodes } = (await factor('/confirm', { code: confirmedBy })).body;
  expect(recoveryCodes).toHaveLength(10);
  expect((await queue()).cases).toEqual([]);
  expect((await begin()).body.error).toBe('second_factor_exists');
  expect((await factor('/confirm', { code: codeOf(secret) })).body.error).toBe('second_factor_exists');
  // Neither the secret nor a code can be read in the database.
  const stored = JSON.stringify(await world.query('select * from second_factor, recovery_code'));
  for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((each: string) => each.replaceAll('-', ''))])
    expect(stored).not.toContain(shown);

  // Another browser must prove it for itself; a code works once.
  const other = await signIn();
  expect((await queue(other)).error).toBe('second_factor_needed');
  expect((await factor('/prove', { code: confirmedBy }, other)).body.error).toBe('wrong_second_factor');
  world.advance(30_000);
  const code = codeOf(secret);
  const twice = await Promise.all([factor('/prove', { code }, other), factor('/prove', { code }, other)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect((await queue(other)).cases).toEqual([]);
  expect((await factor('', undefined, other)).body).toMatchObject({ setUp: true, proved: true, recoveryCodesLeft: 10 });

  // Without the app: a recovery code, each valid once, with or without separators.
  const third = await signIn();
  const spelled = recoveryCodes[0].replaceAll('-', ' ');
  expect((await factor('/prove', { code: spelled }, third)).body).toEqual({ success: true });
  expect((await factor('/prove', { code: spelled }, await signIn())).body.error).toBe('wrong_second_factor');
  expect((await factor('', undefined, third)).body.recoveryCodesLeft).toBe(9);

  // After renewal the old codes no longer work.
  const renewed = (await factor('/recoverycodes', {}, third)).body.recoveryCodes;
  expect(renewed).toHaveLength(10);
  expect((await factor('/prove', { code: recoveryCodes[1] }, await signIn())).body.error).toBe('wrong_second_factor');
  expect((await factor('/prove', { code: renewed[0] }, await signIn())).body).toEqual({ success: true });
  world.advance(11 * 60_000);
  expect((await factor('/recoverycodes', {}, third)).body.error).toBe('recent_sign_in_needed');
});

test('[ACC-47] a code of other characters is refused as wrong, in setting up a second factor and in proving one', async () => {
  const ada = await world.member('Ada Codes');
  await world.query(`update account set role = 'admin' where id = $1`, [ada.userId]);
  const { secret } = (await begin(ada.token)).body;
  const strange = ['１２３４５６', 'äöüäöü', '12345é', '😀😀😀', '٠١٢٣٤٥'];
  const ask = async (what: string, code: string) => {
    const { status, body } = await factor(what, { code }, ada.token);
    return [status, body.error];
  };
  for (const code of strange) expect([code, await ask('/confirm', code)]).toEqual([code, [403, 'wrong_second_factor']]);
  await factor('/confirm', { code: codeOf(secret) }, ada.token);
  for (const code of strange) expect([code, await ask('/prove', code)]).toEqual([code, [403, 'wrong_second_factor']]);
});

test.each(['moderator', 'admin'])(
  '[ACC-50] a %s can change password and address, and delete the account, only with the second factor',
  async (role) => {
    const { email, token, userId } = await world.member(`Duty ${role}`);
    const post = async (path: string, body: Record<string, string>) =>
      (await world.call(`/api/v1/account/${path}`, { token, body })).body;
    const password = 'a long and quiet minute';
    const change = () => post('changepassword', { oldPassword: password, newPassword: `${password}!` });
    const move = () => post('changeemail', { email: `moved.${email}`, password: `${password}!` });
    const remove = () => post('deleteaccount', { password: `${password}!` });
    await world.query('update account set role = $2 where id = $1', [userId, role]);
    const before = await world.query('select * from account where id = $1', [userId]);
    for (const each of [change, move, remove]) expect((await each()).error).toBe('second_factor_needed');
    expect(await world.query('select * from account where id = $1', [userId])).toEqual(before);
    expect(
      await world.query('select 1 from email_confirmation where account_id = $1 and new_email is not null', [userId]),
    ).toEqual([]);
    // A suspension must not prevent users from proving who they are or from deleting their account.
    await world.query(`insert into act (id, at, kind, subject) values (gen_random_uuid(), now(), 'suspended', $1)`, [userId]);
    const { secret } = (await begin(token)).body;
    await factor('/confirm', { code: codeOf(secret) }, token);
    for (const each of [change, move, remove]) expect(await each()).toEqual({ success: true });
    expect(await world.query('select 1 from account where id = $1', [userId])).toEqual([]);
  },
);

test('[ACC-50] a member is not asked for a second factor', async () => {
  const { token } = await world.member('Duty None');
  const body = { password: 'a long and quiet minute' };
  expect((await world.call('/api/v1/account/deleteaccount', { token, body })).body).toEqual({ success: true });
});
