import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const day = 24 * 3_600_000;
let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.stopClock();
});
afterAll(() => world.close());

const post = (path: string, token: string | undefined, body: Record<string, string> = {}) =>
  world.call(`/api/v1/account/${path}`, { body, token });
/** Whether the account is on the list, and whether it has asked for it. */
const list = async (token: string) => {
  const { user } = (await world.call('/api/v1/account/loginfromtoken', { token })).body;
  return [user.solicitedEmails, user.emailsAsked];
};
const [off, asked, on] = [
  [false, false],
  [false, true],
  [true, false],
];
const mailedJoin = (email: string) => world.mailedToken(email, 'joinlist');
const confirm = (hash: string) => post('confirmemailinglist', undefined, { hash });
const about = (email: string, subject: string) =>
  world.query('select 1 from mailbox_message where "to" = $1 and subject = $2', [email, subject]);
const settled = () =>
  expect.poll(() => world.query(`select name from pgboss.job where state <> 'completed'`), { timeout: 30_000 }).toEqual([]);

test('[ACC-60] an account is on the mailing list only once the link mailed to its address has been confirmed', async () => {
  const ann = await world.member('Ann');
  expect(await list(ann.token)).toEqual(off);
  expect((await post('joinemailinglist', ann.token, { howSolicited: 'about page' })).body).toEqual({ success: true });
  expect(await list(ann.token)).toEqual(asked);
  const hash = await mailedJoin(ann.email);
  // A mail scanner opens the link.
  for (const method of ['GET', 'HEAD']) await world.call(`/joinlist/${hash}`, { method });
  expect(await list(ann.token)).toEqual(asked);
  world.advance(7 * day - 1);
  for (const _ of ['once', 'and again without harm']) expect((await confirm(hash)).body).toEqual({ success: true });
  expect(await list(ann.token)).toEqual(on);
  await settled();
  expect(await about(ann.email, 'You will hear from Unspoken')).toHaveLength(1);
  const stored = await world.query('select how_solicited, list_confirmed_at from account where id = $1', [ann.userId]);
  expect(stored).toEqual([{ how_solicited: 'about page', list_confirmed_at: world.now() }]);
  // Asking once more changes nothing, and no further mail is sent.
  await post('joinemailinglist', ann.token);
  await settled();
  expect(await about(ann.email, 'Would you like to hear from Unspoken?')).toHaveLength(1);
});

test('[ACC-60] the link works for seven days, for this purpose only, and not once the wish is withdrawn or the address has changed', async () => {
  const invalid = { error: 'invalid_list_link' };
  const bea = await world.member('Bea');
  await post('joinemailinglist', bea.token);
  const late = await mailedJoin(bea.email);
  world.advance(7 * day);
  expect([(await confirm(late)).body, (await confirm('nonsense')).body]).toMatchObject([invalid, invalid]);

  const cay = await world.member('Cay');
  const registration = await world.query('select hash from email_confirmation where account_id = $1', [cay.userId]);
  expect((await confirm(String(registration[0]?.hash))).body).toMatchObject(invalid);
  await post('joinemailinglist', cay.token);
  const withdrawn = await mailedJoin(cay.email);
  await post('leaveemailinglist', cay.token);
  await post('joinemailinglist', cay.token);
  expect((await confirm(withdrawn)).body).toMatchObject(invalid);
  expect(await list(cay.token)).toEqual(asked);

  const dan = await world.member('Dan');
  await post('joinemailinglist', dan.token);
  const former = await mailedJoin(dan.email);
  await post('changeemail', dan.token, { email: 'dan.new@example.org', password });
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken('dan.new@example.org', 'confirmemail')}`);
  expect((await confirm(former)).body).toMatchObject(invalid);
  expect(await list(dan.token)).toEqual(asked);
});

test('[ACC-60] what is ticked at registration is asked about once the address is confirmed, by the link or by a reset', async () => {
  const eve = await world.newcomer('Eve', { emailListRegistration: 'true' });
  await settled();
  expect(await about(eve.email, 'Would you like to hear from Unspoken?')).toEqual([]);
  expect(await list(eve.token)).toEqual(asked);
  for (const _ of ['once', 'and again'])
    await world.call(`/api/v1/account/confirmemail/${await world.mailedToken(eve.email, 'confirmemail')}`);
  const hash = await mailedJoin(eve.email);
  await settled();
  expect(await about(eve.email, 'Would you like to hear from Unspoken?')).toHaveLength(1);
  expect(await list(eve.token)).toEqual(asked);
  await confirm(hash);
  expect(await list(eve.token)).toEqual(on);

  const fay = await world.newcomer('Fay', { emailListRegistration: 'true' });
  await post('startrecoverpassword', undefined, { email: fay.email });
  await post('resetpassword', undefined, { hash: await world.mailedToken(fay.email, 'resetpassword'), password });
  expect(await mailedJoin(fay.email)).toMatch(/^[\w-]{43}$/);

  const gus = await world.member('Gus');
  await settled();
  expect(await about(gus.email, 'Would you like to hear from Unspoken?')).toEqual([]);
});

test('[ACC-18] the mailing list is left with one click, also by the link of the first mail', async () => {
  const kim = await world.member('Kim');
  await post('joinemailinglist', kim.token);
  const hash = await mailedJoin(kim.email);
  await confirm(hash);
  const token = await world.mailedToken(kim.email, 'unsubscribe');
  // As a mail program does it: without signing in, with the body of RFC 8058.
  const click = () => world.call(`/unsubscribe/${token}`, { body: { 'List-Unsubscribe': 'One-Click' } });
  for (const _ of ['once', 'and again without harm']) expect((await click()).body).toEqual({ success: true });
  expect(await list(kim.token)).toEqual(off);
  // The link by which the list was joined does not join it once more.
  expect((await confirm(hash)).status).toBe(404);
  const wrong = await world.call('/unsubscribe/nonsense', { method: 'POST' });
  expect([wrong.status, wrong.body.error]).toEqual([404, 'invalid_unsubscribe_link']);
  await post('joinemailinglist', kim.token);
  await post('leaveemailinglist', kim.token);
  expect(await list(kim.token)).toEqual(off);
});
