import { moderationOf } from '@unspoken/testing/moderation';
import { password, type Reply, startWorld, type World } from '@unspoken/testing/world';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { experienceLimits } from '../experiences/limits.ts';
import { moderationLimits } from '../moderation/limits.ts';
import type { Limit } from '../platform/limits.ts';
import { accountLimits } from './limits.ts';

const hour = 3_600_000;
let world: World;
beforeAll(async () => {
  // The shipped limits; addresses come from a proxy, so that the test can use several.
  world = await startWorld({ LIMITS: 'on', TRUST_PROXY: 'on' });
  world.stopClock();
});
afterAll(() => world.close());
beforeEach(() => world.advance(25 * hour));

const post = (path: string, token?: string, body: Record<string, string> = {}, from = '203.0.113.1') =>
  world.call(`/api/v1/${path}`, { method: 'POST', token, body, headers: { 'x-forwarded-for': from } });

/** Makes as many attempts as a limit allows, one more, one just before the end of the window, and one at its end. */
async function bothSides({ count, window }: Limit, attempt: (i: number) => Promise<Reply>, as: (reply: Reply) => void) {
  for (let i = 0; i < count; i++) as(await attempt(i));
  const refuse = async (i: number, left: number) => {
    const refused = await attempt(i);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBe(left);
  };
  await refuse(count, window / 1_000);
  world.advance(window - 1);
  await refuse(count + 1, 1);
  world.advance(1);
}

test('[ACC-21] a code to delete an account is mailed three times an hour', async () => {
  const { token, userId } = await world.newcomer('Ann');
  await world.query('update account set password_hash = null where id = $1', [userId]);
  const ask = () => post('account/requestdeletioncode', token);
  await bothSides(accountLimits.codePerAccount, ask, ({ status }) => expect(status).toBe(200));
  expect((await ask()).status).toBe(200);
});

const passkey = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
};

test('[ACC-21] a second factor is tried ten times in a quarter of an hour: by code, by passkey, or as it is set up', async () => {
  const { email } = await world.member('Mo');
  await world.query(`update account set role = 'moderator' where email_key = $1`, [email]);
  const signIn = async () => (await post('account/login', undefined, { email, password })).body.token as string;
  const begin = async (token: string) => (await post('account/secondfactor/begin', token)).body.secret as string;
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 }).generate({ timestamp: world.now().getTime() });
  const wrong = ({ body }: Reply) => expect(['wrong_second_factor', 'wrong_passkey']).toContain(body.error);
  const confirm = (token: string, code = '000000') => post('account/secondfactor/confirm', token, { code });
  const late = await signIn();
  await begin(late);
  await bothSides(accountLimits.secondFactorPerAccount, () => confirm(late), wrong);
  const one = await signIn();
  const secret = await begin(one);
  expect((await confirm(one, codeOf(secret))).body.recoveryCodes).toHaveLength(10);
  // Another browser has no attempts of its own.
  world.advance(hour);
  const other = await signIn();
  const prove = (i: number) =>
    i % 2 === 0
      ? post('account/secondfactor/prove', other, { code: '000000' })
      : world.call('/api/v1/account/secondfactor/passkeys/prove', {
          ...{ token: one, body: JSON.stringify({ passkey }), headers: { 'content-type': 'application/json' } },
        });
  await bothSides(accountLimits.secondFactorPerAccount, prove, wrong);
  expect((await post('account/secondfactor/prove', other, { code: codeOf(secret) })).body).toEqual({ success: true });
});

test('[ACC-21] an appeal is tried ten times an hour', async () => {
  const cay = await world.member('Cay');
  const appeal = () => moderationOf(world).appeal(cay, crypto.randomUUID());
  const refused = ({ body }: Reply) => expect(body.error).toBe('not_found');
  await bothSides(moderationLimits.appealPerAccount, appeal, refused);
  refused(await appeal());
});

test('[ACC-21] sixty people an hour become guests from one network, and others follow the same link from another', async () => {
  const host = await world.member('Dan');
  const invite = async () =>
    (await world.call('/api/v1/experiences/create-invitation', { token: host.token, body: { type: 'oneminute' } })).body.roomID;
  let roomID = await invite();
  const follow = (from?: string) =>
    post('experiences/retrieve-invitation', undefined, { roomID, guest: 'true', termsAccepted: 'true', over18: 'true' }, from);
  const welcomed = ({ body }: Reply) =>
    expect(body).toMatchObject({ token: expect.any(String), user: { role: 'experienceGuest' } });
  const attempt = async (i: number) => {
    // An invitation is over after half an hour; the last attempt comes later.
    if (i > experienceLimits.guestPerAddress.count) roomID = await invite();
    return follow();
  };
  const toLookAt = await world.call('/api/v1/experiences/retrieve-invitation', { body: { roomID } });
  expect(toLookAt.body.token).toBeUndefined();
  await bothSides(experienceLimits.guestPerAddress, attempt, welcomed);
  welcomed(await follow());
  welcomed(await follow('203.0.113.2'));
});
