import { password, type Reply, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const account = '/api/v1/account';
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
let world: World;
beforeAll(async () => {
  // The production limits. Trusting the proxy header lets each call come from a network address of its own.
  world = await startWorld({ LIMITS: 'on', TRUST_PROXY: 'on' });
});
afterAll(() => world.close());
beforeEach(() => world.advance(25 * hour));

const markOf = (letter: string) => letter.repeat(43);
let networks = 0;
/** Makes a call from a new network address, and from the browser with this mark if one is given. */
const post = (path: string, body: Record<string, string>, { mark, token }: { mark?: string; token?: string | undefined } = {}) =>
  world.call(`${account}/${path}`, {
    method: 'POST',
    body,
    headers: {
      'x-forwarded-for': `198.51.${Math.floor(++networks / 250)}.${networks % 250}`,
      ...(mark !== undefined && { cookie: `language=en; browser=${mark}` }),
    },
    ...(token !== undefined && { token }),
  });
const login = (email: string, typed: string, mark?: string) =>
  post('login', { email, password: typed }, mark === undefined ? {} : { mark });
const recoveries = async (email: string) =>
  (await world.mails(email, 0)).filter(({ text }) => text.includes('resetpassword')).length;
const confirmations = async (email: string) =>
  (await world.mails(email, 0)).filter(({ text }) => text.includes('confirmemail')).length;
/** Waits until every request has been handled and every mail sent: the row of a finished job is deleted. */
const settled = () =>
  expect
    .poll(() => world.query(`select count(*)::int n from pgboss.job where name in ('recover-password', 'mail')`), {
      timeout: 20_000,
    })
    .toEqual([{ n: 0 }]);

test('[ACC-29] strangers cannot use up the recovery mails of an account’s own browser; all get the same answer', async () => {
  const { email } = await world.member('Ann');
  await login(email, password, markOf('a'));
  for (let i = 0; i < 7; i++) await post('register', { name: 'x', email, password });
  const answers: Reply[] = [];
  const ask = async (mark?: string) =>
    answers.push(await post('startrecoverpassword', { email }, mark === undefined ? {} : { mark }));
  for (let i = 0; i < 9; i++) {
    await ask(i % 2 === 0 ? undefined : markOf('s'));
    world.advance(minute);
  }
  await settled();
  expect(await recoveries(email)).toBe(6);
  for (let i = 0; i < 8; i++) {
    await ask(markOf('a'));
    world.advance(minute);
  }
  await settled();
  expect(await recoveries(email)).toBe(12);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { success: true }]);
});

test('[ACC-29] two requests within a minute send one mail, for strangers and for the account’s own browser', async () => {
  const { email } = await world.member('Bea');
  await login(email, password, markOf('b'));
  for (const mark of [undefined, markOf('b')]) {
    const before = await recoveries(email);
    const ask = () => post('startrecoverpassword', { email }, mark === undefined ? {} : { mark });
    await ask();
    await settled();
    world.advance(minute - 30 * second);
    await ask();
    await settled();
    expect(await recoveries(email)).toBe(before + 1);
    world.advance(30 * second);
    await ask();
    await settled();
    expect(await recoveries(email)).toBe(before + 2);
  }
});

test('[ACC-29] a stranger who registered another person’s address gets no budget of their own for it', async () => {
  const { email } = await world.newcomer('Cay');
  // The stranger's own browser, signed in to an account whose address is unconfirmed.
  await login(email, password, markOf('c'));
  for (let i = 0; i < 8; i++) {
    await post('startrecoverpassword', { email }, i % 2 === 0 ? {} : { mark: markOf('c') });
    world.advance(minute);
  }
  await settled();
  expect(await recoveries(email)).toBe(6);
});

test('[ACC-30] an address gets six confirmation mails a day, counted over registrations, resends and deletions', async () => {
  const email = 'dan@example.org';
  const register = () => post('register', { name: 'Buy now', email, password, termsAccepted: 'true', over18: 'true' });
  let token = '';
  for (let i = 0; i < 6; i++) {
    token = (await register()).body.token;
    expect(token, `registration ${i + 1}`).toEqual(expect.any(String));
    await world.mailedToken(email, 'confirmemail');
    for (const { subject, text } of await world.mails(email)) expect(`${subject} ${text}`).not.toContain('Buy now');
    if (i < 5) await post('deleteaccount', { password }, { token });
    world.advance(minute);
  }
  const refused = await post('resendemail', {}, { token });
  expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
  await post('deleteaccount', { password }, { token });
  // A registration that is refused for its confirmation mail stores no account.
  expect((await register()).status).toBe(429);
  expect((await login(email, password)).status).toBe(401);
  const other = await world.member('Dora');
  expect((await post('changeemail', { email, password }, { token: other.token })).status).toBe(429);
});

test('[ACC-30] a confirmation mail can be sent again after a minute, and not sooner', async () => {
  const { token, email } = await world.newcomer('Eve');
  world.advance(minute - 5 * second);
  const early = await post('resendemail', {}, { token });
  expect(early.status).toBe(429);
  world.advance(Number(early.headers.get('retry-after')) * second);
  expect((await post('resendemail', {}, { token })).status).toBe(200);
  await settled();
  expect(await confirmations(email)).toBe(2);
});

test('[ACC-30] an account has its confirmation mail sent again three times an hour', async () => {
  const { token } = await world.newcomer('Fred');
  const again = async () => {
    world.advance(minute);
    return (await post('resendemail', {}, { token })).status;
  };
  for (const status of [200, 200, 200, 429]) expect(await again()).toBe(status);
  world.advance(60 * minute);
  expect(await again()).toBe(200);
});

test('[ACC-30] a mail to an unconfirmed address contains no text that a stranger chose', async () => {
  const evil = 'You won call 0800';
  const mails: string[] = [];
  const { token, email } = await world.newcomer(evil, { email: 'fay@example.org' });
  await post('startrecoverpassword', { email });
  await post('register', { name: evil, email, password });
  await world.mailedToken(email, 'resetpassword');
  mails.push(...(await world.mails(email, 3)).map(({ subject, text, html }) => subject + text + html));
  await world.call(`${account}/confirmemail/${await world.mailedToken(email, 'confirmemail')}`, { token });
  await post('changeemail', { email: 'gus@example.org', password }, { token });
  await world.call('/api/v1/invitation', { body: { toEmail: 'hal@example.org' }, token });
  for (const to of ['gus@example.org', 'hal@example.org'])
    mails.push(...(await world.mails(to, 1)).map(({ subject, text, html }) => subject + text + html));
  expect(mails).toHaveLength(5);
  for (const mail of mails) expect(mail).not.toContain('You won');
  // The page shows the inviter's name, and mails to a confirmed address contain its owner's name.
  const hash = await world.mailedToken('hal@example.org', '\\?invitation');
  const checked = await world.call('/api/v1/invitation/checkhash', { body: { invitationHash: hash } });
  expect(checked.body.name).toBe(evil);
  expect((await world.mailContaining(email, 'asked to use another email address')).text).toContain(evil);
});

test('[ACC-31] attempts on one address are delayed for longer and longer, whatever network they come from', async () => {
  world.stopClock();
  const { email } = await world.member('Ida');
  const guess = () => login(email, 'not the password');
  for (let i = 0; i < 11; i++) expect((await guess()).status, `attempt ${i + 1}`).toBe(401);
  const waits = [];
  for (let i = 0; i < 14; i++) {
    const refused = await guess();
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    const wait = Number(refused.headers.get('retry-after'));
    waits.push(wait);
    world.advance(wait * second);
    expect((await guess()).status).toBe(401);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  // The right password is delayed as well, from an unknown browser.
  expect((await login(email, password)).status).toBe(429);
});

test('[ACC-31] a browser from which the owner has signed in is not delayed, and its success resets the count', async () => {
  const { email } = await world.member('Jan');
  await login(email, password, markOf('j'));
  const guess = (mark?: string) => login(email, 'not the password', mark);
  for (let i = 0; i < 11; i++) await guess();
  expect((await guess()).status).toBe(429);
  expect((await guess(markOf('x'))).status).toBe(429);
  expect((await login(email, password, markOf('j'))).status).toBe(200);
  for (let i = 0; i < 11; i++) expect((await guess()).status, `attempt ${i + 1}`).toBe(401);
  expect((await guess()).status).toBe(429);
});

test('[ACC-31] parallel attempts gain nothing, and attempts on an unknown address count like all others', async () => {
  const { email } = await world.member('Kim');
  for (const address of [email, 'nobody.at.all@example.org']) {
    const answers = await Promise.all(Array.from({ length: 18 }, () => login(address, 'not the password')));
    // Some of the eleven admitted attempts may find hashing too busy; the seven others never get that far.
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  }
});

test('[ACC-31] the count starts again after a day without attempts', async () => {
  const { email } = await world.member('Lea');
  for (let i = 0; i < 11; i++) await login(email, 'not the password');
  // After six more attempts the delay exceeds a minute, so that even a slow machine makes its next attempt within it.
  for (let i = 0; i < 6; i++) {
    world.advance(minute);
    await login(email, 'not the password');
  }
  world.advance(24 * hour - minute);
  expect((await login(email, 'not the password')).status).toBe(401);
  expect((await login(email, 'not the password')).status).toBe(429);
  world.advance(24 * hour + minute);
  for (let i = 0; i < 11; i++) expect((await login(email, 'not the password')).status).toBe(401);
});
