import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const day = 24 * 3_600_000;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const invite = (token: string, toEmail: string) => world.call('/api/v1/invitation', { body: { toEmail }, token });
const check = (invitationHash: string) => world.call('/api/v1/invitation/checkhash', { body: { invitationHash } });
const register = (email: string, invitationHash: string) =>
  world.call('/api/v1/account/register', { body: { name: 'Friend', email, password, invitationHash } });
const invalid = { error: 'invalid_invitation', message: 'This invitation is not valid.' };

test('[INV-1] known and unknown addresses are answered alike; each gets the fitting mail', async () => {
  const [ann, bea] = [await world.member('Ann'), await world.member('Bea')];
  const [known, unknown] = [await invite(ann.token, bea.email), await invite(ann.token, 'new@example.org')];
  expect([known.status, known.body]).toEqual([200, { success: true }]);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect((await world.mails('new@example.org'))[0]).toMatchObject({ subject: 'An invitation to Unspoken' });
  expect(await world.mailContaining(bea.email, '?auth=signin')).toMatchObject({ to: bea.email });
});

test('[INV-3] an invitation is bound to its address, names its sender, and works once', async () => {
  const cay = await world.member('Cay');
  await invite(cay.token, 'Friend@example.org');
  const hash = await world.mailedToken('Friend@example.org', '\\?invitation');
  expect((await check(hash)).body).toEqual({ success: true, preapprovedEmail: 'Friend@example.org', name: 'Cay' });
  const other = await register('other@example.org', hash);
  expect([other.status, other.body.fields]).toEqual([422, { email: 'This invitation was sent to another email address' }]);
  expect((await register('friend@example.org', hash)).status).toBe(200);
  for (const used of [hash, 'nonsense']) {
    const answer = await check(used);
    expect([answer.status, answer.body]).toEqual([404, invalid]);
  }
});

test('[INV-3] an invitation expires after sixty days', async () => {
  const dan = await world.member('Dan');
  await invite(dan.token, 'late@example.org');
  const hash = await world.mailedToken('late@example.org', '\\?invitation');
  world.advance(60 * day - 60_000);
  expect((await check(hash)).status).toBe(200);
  world.advance(60_000);
  expect((await check(hash)).body).toEqual(invalid);
});

test('[INV-2] fifty invitations and no more, also when many are sent at once', async () => {
  const eve = await world.member('Eve');
  const tried = await Promise.all(Array.from({ length: 70 }, (_, i) => invite(eve.token, `friend${i}@example.org`)));
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(50);
  const refused = tried.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.body]).toEqual([
    409,
    {
      error: 'invitation_limit',
      message: 'Invitations are limited to 50. If you would like to send more, please tell us on the Feedback page.',
      limit: true,
    },
  ]);
});

test('[INV-4] a suspended member cannot invite', async () => {
  const fay = await world.member('Fay');
  await world.query(`insert into act (id, at, kind, subject) values (gen_random_uuid(), now(), 'suspended', $1)`, [fay.userId]);
  const answer = await invite(fay.token, 'nobody@example.org');
  expect([answer.status, answer.body.error]).toEqual([403, 'account_suspended']);
  expect(await world.query('select 1 from invitation_count where inviter = $1', [fay.userId])).toEqual([]);
});

test('a name cannot put a link into another person’s mail', async () => {
  const gus = await world.member('Gus');
  await world.call('/api/v1/account/changename', { body: { name: 'http://evil.example win' }, token: gus.token });
  const target = await world.member('Target');
  await invite(gus.token, target.email);
  const mail = await world.mailContaining(target.email, 'would like to see you');
  expect(mail?.text).toContain('http evil example win');
  expect(mail?.text).not.toMatch(/evil\.example/);
});

test('an invitation from a deleted account is invalid', async () => {
  const hal = await world.member('Hal');
  await invite(hal.token, 'left@example.org');
  const hash = await world.mailedToken('left@example.org', '\\?invitation');
  await world.call('/api/v1/account/deleteaccount', { body: { password }, token: hal.token });
  expect((await check(hash)).body).toEqual(invalid);
});
