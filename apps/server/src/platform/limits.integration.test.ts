import { moderatorOf } from '@unspoken/testing/moderation';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountLimits } from '../accounts/limits.ts';
import { experienceLimits } from '../experiences/limits.ts';
import { feedbackLimits } from '../feedback/limits.ts';
import { feelingsLimits } from '../feelings/limits.ts';
import { invitationLimits } from '../invitations/limits.ts';
import { moderationLimits } from '../moderation/limits.ts';
import { notificationLimits } from '../notifications/limits.ts';
import { realtimeLimits } from '../realtime/limits.ts';
import { rendezvousLimits } from '../rendezvous/limits.ts';
import { studioLimits } from '../studio/limits.ts';
import { visitLimits } from '../visits/limits.ts';
import { waitLimits } from '../waits/limits.ts';
import { welcomingLimits } from '../welcoming/limits.ts';
import type { Limit } from './limits.ts';
import { socketsAtOnce } from './socket/admission.ts';

const account = '/api/v1/account';
const hour = 3_600_000;
let world: World;
let token: string;
let facilitator: string;
beforeAll(async () => {
  // The shipped limits; addresses come from a proxy, so that the test can use several.
  world = await startWorld({ LIMITS: 'on', TRUST_PROXY: 'on' });
  ({ token } = await world.member('Ann'));
  ({ token: facilitator } = await moderatorOf(world, 'Writing Facilitator', 'facilitator'));
});
afterAll(() => world.close());
beforeEach(() => world.advance(25 * hour));

const from = (address: string) => ({ 'x-forwarded-for': address });
const post = (path: string, body: Record<string, string>, address = '203.0.113.1', withToken = false) =>
  world.call(path, { method: 'POST', body, headers: from(address), ...(withToken && { token }) });

const asFacilitator = (path: string, body: object) =>
  world.call(`/api/v1/studio/${path}`, {
    ...{ token: facilitator, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', ...from('203.0.113.1') },
  });

type Attempt = (i: number) => Promise<{ status: number; headers: Headers; body: { error?: string } }>;
const declared = {
  ...accountLimits,
  ...invitationLimits,
  ...feedbackLimits,
  ...feelingsLimits,
  ...realtimeLimits,
  ...waitLimits,
  ...rendezvousLimits,
  ...studioLimits,
  ...experienceLimits,
  ...moderationLimits,
  ...notificationLimits,
  ...visitLimits,
  ...welcomingLimits,
};
const attempts: Partial<Record<keyof typeof declared, Attempt>> = {
  // First, while this session is young: each attempt moves the clock by a day.
  draftPerAccount: () => asFacilitator('prove', { type: 'nothing' }),
  experiencePerAccount: (i) => asFacilitator('create', { type: `new${i}`, categoryID: 'none', name: 'New', language: 'en' }),
  submissionPerAccount: () => asFacilitator('submit', { type: 'nothing', revision: 0, rights: true, noPromotion: true }),
  registerPerAddress: (i) => post(`${account}/register`, { name: 'x', email: `r${i}@example.org`, password }),
  // Of fewer accounts than a network is challenged for.
  loginPerAddress: (i) => post(`${account}/login`, { email: `l${i % 15}@example.org`, password }),
  loginPerAccountAndAddress: () => post(`${account}/login`, { email: 'ann@example.org', password: 'not the password' }),
  socialPerAddress: () => post(`${account}/socialLogin`, { accessToken: 'x' }),
  socialAddressPerAddress: (i) => post(`${account}/socialLogin`, { accessToken: 'x', email: `s${i}@example.org` }),
  recoverPerAddress: (i) => post(`${account}/startrecoverpassword`, { email: `p${i}@example.org` }),
  linkPerAddress: () => post('/api/v1/invitation/checkhash', { invitationHash: 'x' }),
  passwordPerAccount: (i) => post(`${account}/deleteaccount`, { password: 'not the password' }, `203.0.113.${i}`, true),
  listPerAccount: () => post(`${account}/joinemailinglist`, {}, '203.0.113.1', true),
  invitePerAccount: (i) => post('/api/v1/invitation', { toEmail: `i${i}@example.org` }, '203.0.113.1', true),
  feedbackPerAccount: () => post('/api/v1/feedback', { content: 'x' }, '203.0.113.1', true),
  feelingsPerAccount: () => post('/api/v1/feelings', { roomID: 'x', change: 'same' }, '203.0.113.1', true),
  rendezvousOffersPerAccount: () => world.call('/api/v1/rendezvous/offers', { token }),
  rendezvousPerAccount: () => post('/api/v1/rendezvous/cancel', { id: 'x' }, '203.0.113.1', true),
  promisePerAccount: () => world.call('/api/v1/waits/promise', { token }),
  personalInvitePerAccount: () => post('/api/v1/experiences/create-invitation', { type: 'oneminute' }, '203.0.113.1', true),
  noticePerAddress: () => post('/api/v1/notices', { words: 'Something is wrong.' }),
  notificationPerAccount: () => post('/api/v1/notifications/callme', { off: 'true' }, '203.0.113.1', true),
  visitPerAddress: () => post('/api/v1/visit', { event: 'page opened', page: '/faq', language: 'de', by: 'visitor' }),
  welcomingPerAccount: () => post('/api/v1/welcoming/ask', {}, '203.0.113.1', true),
  ticketPerAccount: () => world.call('/api/v1/realtime/auth', { token }),
};

test.each(Object.entries(attempts))(
  '[ACC-21] %s: the limit allows its count and no more, and the answer says when to try again',
  { timeout: 120_000 },
  async (name, attempt) => {
    const { count, window } = declared[name as keyof typeof declared] as Limit;
    for (let i = 0; i < count; i++) expect((await attempt(i)).status, `attempt ${i + 1}`).not.toBe(429);
    const refused = await attempt(count);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(window / 1_000);
    world.advance(wait * 1_000);
    expect((await attempt(count + 1)).status).not.toBe(429);
  },
);

test('[ACC-21] repeated wrong passwords for an account do not lock out its owner at another address', async () => {
  const wrong = () => post(`${account}/login`, { email: 'ann@example.org', password: 'not the password' });
  for (let i = 0; i <= 10; i++) await wrong();
  expect((await wrong()).status).toBe(429);
  expect((await post(`${account}/login`, { email: 'ann@example.org', password }, '198.51.100.7')).status).toBe(200);
});

test('[ACC-21] all addresses of one IPv6 network count as one', async () => {
  const wrong = (address: string) =>
    post(`${account}/login`, { email: 'ann@example.org', password: 'not the password' }, address);
  for (let i = 0; i < 10; i++) await wrong(`2001:db8:1:2::${i}`);
  expect((await wrong('2001:DB8:1:2:ffff::1')).status).toBe(429);
  expect((await wrong('2001:db8:1:3::1')).status).toBe(401);
});

test('[ACC-21] after too many attempts, an account made with Facebook is answered like any other', async () => {
  await world.newcomer('Eve');
  await world.query(`update account set password_hash = null where email_key = 'eve@example.org'`);
  const ask = async (i: number) =>
    (await post(`${account}/login`, { email: 'eve@example.org', password }, i < 8 ? '192.0.2.1' : '192.0.2.2')).body.error;
  const errors = [];
  for (let i = 0; i < 9; i++) errors.push(await ask(i));
  expect(errors).toEqual([...Array(5).fill('password_not_set'), ...Array(3).fill('wrong_credentials'), 'password_not_set']);
});

test('[ACC-21] an address receives at most six notes a day, regardless of who causes them', async () => {
  const { email } = await world.member('Fay');
  for (let i = 0; i < 12; i++) await post(`${account}/register`, { name: 'x', email, password }, `198.51.100.${i}`);
  await post(`${account}/startrecoverpassword`, { email }, '198.51.100.1');
  await world.mailedToken(email, 'resetpassword');
  const notes = (await world.mails(email)).filter(({ subject }) => subject === 'You already have an account with Unspoken');
  expect(notes).toHaveLength(6);
});

test('[ACC-21] without a proxy in front, a forged address changes nothing', async () => {
  const alone = await startWorld({ LIMITS: 'on' });
  const wrong = (address: string) =>
    alone.call(`${account}/login`, { body: { email: 'x@example.org', password }, headers: from(address) });
  for (let i = 0; i < 10; i++) await wrong(`203.0.113.${i}`);
  expect((await wrong('203.0.113.99')).status).toBe(429);
  await alone.close();
});

test('[ACC-21] an account makes thirty connect requests a minute', async () => {
  const cay = await world.member('Cay');
  const socket = await cay.socket();
  const connect = async (i: number) => (await socket.emit('connectClick', { clickID: `request ${i}` })).error;
  for (let i = 0; i < 30; i++) {
    expect(await connect(i)).not.toBe('too_many_requests');
    // Within the number of events that a socket may send.
    await world.query('select pg_sleep(0.06)');
  }
  expect(await connect(30)).toBe('too_many_requests');
  socket.close();
});

test('[PLA-3] an account can have only a limited number of sockets at once', async () => {
  const ben = await world.member('Ben');
  const open = () => ben.socket();
  const sockets = [];
  for (let i = 0; i < socketsAtOnce.account; i++) sockets.push(await open());
  await expect(open()).rejects.toThrow('ticket_invalid');
  sockets[0]?.close();
  await expect
    .poll(() =>
      open().then(
        () => 'open',
        () => 'refused',
      ),
    )
    .toBe('open');
});
