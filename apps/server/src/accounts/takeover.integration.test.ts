import { type StandIn, startStandIn } from '@unspoken/testing/facebook/stand-in';
import { moderate, moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The five attacks of Sudhodanan and Paverd, "Pre-hijacked accounts" (USENIX Security 2022), and a stolen password.
const account = '/api/v1/account';
const app = { appId: '12345', appSecret: 'shh' };
let facebook: StandIn;
let world: World;
beforeAll(async () => {
  facebook = await startStandIn({ ...app, people: [] });
  world = await startWorld({
    ADMIN_EMAILS: 'boss@example.org,boss.two@example.org,boss.three@example.org',
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

const post = (path: string, body: Record<string, string>, token?: string) => world.call(`${account}/${path}`, { body, token });
const me = async (token: string) => (await world.call(`${account}/loginfromtoken`, { token })).body.user;
const isSignedIn = async (token: string) => (await world.call(`${account}/loginfromtoken`, { token })).status === 200;
const login = (email: string, typed = password) => post('login', { email, password: typed });
const open = (hash: string, token?: string) => world.call(`${account}/confirmemail/${hash}`, { token });
const social = (accessToken: string, more: Record<string, string> = {}) => post('socialLogin', { accessToken, ...more });
const ownersPassword = 'known to its owner alone';
const recover = async (email: string) => {
  await post('startrecoverpassword', { email });
  const hash = await world.mailedToken(email, 'resetpassword');
  expect((await post('resetpassword', { hash, password: ownersPassword })).body).toEqual({ success: true });
};

/** A member whose password a stranger knows; the stranger has requested a change of the account's address to their own. */
const attacked = async (name: string) => {
  const owner = await world.member(name);
  const strangerEmail = `stranger.of.${owner.email}`;
  const stranger = (await login(owner.email)).body.token as string;
  expect((await post('changeemail', { email: strangerEmail, password }, stranger)).body).toEqual({ success: true });
  return { owner, stranger, link: await world.mailedToken(strangerEmail, 'confirmemail') };
};
const voidLink = { error: 'invalid_confirmation_link', message: 'This link cannot be used to confirm an email address.' };

test.each<[string, (of: { email: string; token: string }) => Promise<unknown>]>([
  ['recovery', ({ email }) => recover(email)],
  ['a change of password', ({ token }) => post('changepassword', { oldPassword: password, newPassword: ownersPassword }, token)],
  ['signing out everywhere', ({ token }) => post('logouteverywhere', {}, token)],
])('[ACC-26] %s cancels a pending change of address', async (way, end) => {
  const { owner, stranger, link } = await attacked(`Ann ${way.length}`);
  await end(owner);
  expect((await open(link)).body).toEqual(voidLink);
  expect(await isSignedIn(stranger)).toBe(false);
  const typed = way === 'signing out everywhere' ? password : ownersPassword;
  expect((await login(owner.email, typed)).body.user.email).toBe(owner.email);
});

test('[ACC-26] the current address gets a mail at once, with a link that refuses the change and ends every session', async () => {
  const { owner, stranger, link } = await attacked('Bea');
  const mail = await world.mailContaining(owner.email, 'asked to use another email address');
  expect(mail.text).not.toContain('stranger');
  const hash = /refusechange\/(\S+)/.exec(mail.text)?.[1] as string;
  const socket = await owner.socket();
  const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve));
  expect((await post('refusechange', { hash })).body).toEqual({ success: true });
  await closed;
  expect([await isSignedIn(stranger), await isSignedIn(owner.token)]).toEqual([false, false]);
  expect((await open(link)).body).toEqual(voidLink);
  const again = await post('refusechange', { hash });
  expect([again.status, again.body.error]).toEqual([404, 'invalid_refusal_link']);
});

test('[ACC-26] a change that has been confirmed can no longer be refused, nor one whose link has expired', async () => {
  const { owner, link } = await attacked('Cay');
  const hash = await world.mailedToken(owner.email, 'refusechange');
  await open(link);
  const late = await post('refusechange', { hash });
  expect([late.status, late.body.error]).toEqual([404, 'invalid_refusal_link']);
  const other = await attacked('Cora');
  const otherHash = await world.mailedToken(other.owner.email, 'refusechange');
  world.advance(24 * 3_600_000);
  expect((await post('refusechange', { hash: otherHash })).status).toBe(404);
  expect((await post('refusechange', { hash: 'nothing of ours' })).status).toBe(404);
});

test('[ACC-27] registering with Facebook and another person’s address leaves nothing after its owner’s recovery', async () => {
  const eve = { id: 'e1', name: 'Eve' };
  const squatted = await social(facebook.token(eve), { email: 'dan@example.org' });
  expect(squatted.body.token).toEqual(expect.any(String));
  await recover('dan@example.org');
  expect(await isSignedIn(squatted.body.token)).toBe(false);
  // Facebook reports no address for Eve, and her identity is no longer linked: she has no account here.
  expect((await social(facebook.token(eve))).body).toEqual({ needEmail: true, name: 'Eve' });
  expect((await login('dan@example.org', ownersPassword)).body.user).toMatchObject({
    facebookID: null,
    needsVerification: false,
  });
});

test('[ACC-27] linking Facebook with a stolen password sends the owner a mail, and recovery removes the link', async () => {
  const owner = await world.member('Fay');
  const eve = { id: 'e2', name: 'Eve', email: owner.email };
  expect((await social(facebook.token(eve), { password })).body).toMatchObject({ action: 'login' });
  const mail = await world.mailContaining(owner.email, 'A Facebook account was linked');
  expect(mail.text).toContain('/requestrecoverpassword');
  await recover(owner.email);
  expect((await social(facebook.token(eve))).body).toMatchObject({ needPassword: true });
  expect((await social(facebook.token(eve), { password })).status).toBe(401);
});

test('[ACC-27] unlinking Facebook in the profile ends other sessions; without a password it is refused', async () => {
  const owner = await world.member('Gus');
  const face = { id: 'e3', name: 'Gus', email: owner.email };
  const linked = (await social(facebook.token(face), { password })).body.token as string;
  const wrong = await post('unlinkfacebook', { password: 'not the password' }, owner.token);
  expect([wrong.status, wrong.body.error]).toEqual([403, 'wrong_password']);
  expect((await post('unlinkfacebook', { password }, owner.token)).body).toEqual({ success: true });
  expect([await isSignedIn(linked), await isSignedIn(owner.token)]).toEqual([false, true]);
  expect((await me(owner.token)).facebookID).toBeNull();
  expect((await social(facebook.token(face))).body).toMatchObject({ needPassword: true });
  const bare = (await social(facebook.token({ id: 'e4', name: 'Hal', email: 'hal@example.org' }))).body.token as string;
  await open(await world.mailedToken('hal@example.org', 'confirmemail'), bare);
  const refused = await post('unlinkfacebook', { password: 'x' }, bare);
  expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
});

test('[ACC-27] [ACC-31] after recovery no earlier browser is trusted, only the one that recovered', async () => {
  const owner = await world.member('Ida');
  const marked = (mark: string) => ({ cookie: `browser=${mark.repeat(43)}` });
  const trusted = async () =>
    (await world.query('select trusted from known_browser where account_id = $1 order by trusted', [owner.userId])).map(
      (row) => row.trusted,
    );
  await world.call(`${account}/login`, { body: { email: owner.email, password }, headers: marked('s') });
  expect(await trusted()).toContain(true);
  await post('startrecoverpassword', { email: owner.email });
  const hash = await world.mailedToken(owner.email, 'resetpassword');
  await world.call(`${account}/resetpassword`, { body: { hash, password: ownersPassword }, headers: marked('o') });
  expect((await trusted()).filter(Boolean)).toEqual([true]);
});

test('[ACC-28] registering an admin’s address first gains a stranger nothing: the link leads to setting a password', async () => {
  const stranger = await world.newcomer('Eve', { email: 'boss@example.org' });
  const hash = await world.mailedToken('boss@example.org', 'confirmemail');
  // Opened by a program that scans the mailbox, and by the stranger's own browser.
  for (const token of [undefined, stranger.token])
    expect((await open(hash, token)).body).toEqual({ success: false, needsPassword: true });
  expect(await me(stranger.token)).toMatchObject({ role: 'member', needsVerification: true });
  const short = await world.call(`${account}/confirmemail/${hash}`, { body: { password: 'seven77' } });
  expect([short.status, short.body.fields]).toEqual([422, { password: 'Password is too short (minimum is 8 characters)' }]);
  expect((await world.call(`${account}/confirmemail/${hash}`, { body: { password: ownersPassword } })).body).toEqual({
    success: true,
  });
  expect(await isSignedIn(stranger.token)).toBe(false);
  expect((await login('boss@example.org')).status).toBe(401);
  expect((await login('boss@example.org', ownersPassword)).body.user).toMatchObject({ role: 'admin', needsVerification: false });
  // The link is used up.
  const again = await world.call(`${account}/confirmemail/${hash}`, { body: { password: 'yet another password' } });
  expect([again.status, again.body]).toEqual([404, voidLink]);
  const sessions = await world.query(
    `select count(*)::int n from session s join account a on a.id = s.account_id where a.email = 'boss@example.org' and s.id in
       (select session_id from session_token where created_at < a.verified_at)`,
  );
  expect(sessions).toEqual([{ n: 0 }]);
});

test('[ACC-28] changing to an admin’s address does not give the role either, before a new password is set', async () => {
  const member = await world.member('Jan');
  await post('changeemail', { email: 'boss.two@example.org', password }, member.token);
  const hash = await world.mailedToken('boss.two@example.org', 'confirmemail');
  expect((await open(hash, member.token)).body).toEqual({ success: false, needsPassword: true });
  expect((await me(member.token)).email).toBe(member.email);
  const set = (typed: string) => world.call(`${account}/confirmemail/${hash}`, { body: { password: typed } });
  const answers = await Promise.all(['the first of two', 'the second of two'].map(set));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await isSignedIn(member.token)).toBe(false);
  const winner = answers[0]?.status === 200 ? 'the first of two' : 'the second of two';
  expect((await login('boss.two@example.org', winner)).body.user).toMatchObject({ role: 'admin', userId: member.userId });
});

test('[ACC-28] setting a password is refused for any other address, and after a day for every address', async () => {
  const { email } = await world.newcomer('Kim');
  const hash = await world.mailedToken(email, 'confirmemail');
  const other = await world.call(`${account}/confirmemail/${hash}`, { body: { password: ownersPassword } });
  expect([other.status, other.body]).toEqual([404, voidLink]);
  await world.newcomer('Boss', { email: 'boss.three@example.org' });
  const boss = await world.mailedToken('boss.three@example.org', 'confirmemail');
  world.advance(24 * 3_600_000);
  expect((await world.call(`${account}/confirmemail/${boss}`, { body: { password: ownersPassword } })).status).toBe(404);
});

test('[ACC-32] a person who is barred cannot return by a change of address or by linking Facebook', async () => {
  const moderator = await moderatorOf(world, 'Mo');
  const face = { id: 'e9', name: 'Lea Face' };
  const lea = (await social(facebook.token(face), { email: 'lea@example.org' })).body;
  await open(await world.mailedToken('lea@example.org', 'confirmemail'));
  const barred = {
    name: 'Lea',
    email: 'lea@example.org',
    token: lea.token,
    userId: lea.user.userId,
    socket: () => Promise.reject(),
  };
  const friend = await world.member('Friend');
  // Requested before the suspension: the link is void after it.
  await post('changeemail', { email: 'lea+early@gmail.com', password }, friend.token);
  await world.query(`update account set email = 'lea@gmail.com', email_key = 'lea@gmail.com' where id = $1`, [barred.userId]);
  const early = await world.mailedToken('lea+early@gmail.com', 'confirmemail');
  await reported(world, await world.member('Reporter'), barred);
  const caseID = await moderationOf(world).caseOf(barred);
  await moderate(world, moderator, 'cases/claim', { caseID });
  await moderate(world, moderator, 'cases/decide', { caseID, decision: 'suspend', rule: 'kind', facts: 'They shouted.' });

  expect((await open(early)).body).toEqual(voidLink);
  expect((await post('changeemail', { email: 'lea+again@gmail.com', password }, friend.token)).body).toEqual({ success: true });
  await world.mailContaining(friend.email, 'asked to use another email address');
  expect(await world.mails('lea+again@gmail.com', 0)).toEqual([]);

  await world.query('update account set facebook_id = null where id = $1', [barred.userId]);
  await world.query(`update account set facebook_id = 'e9' where id = $1`, [barred.userId]);
  const other = await world.member('Other');
  await post('deleteaccount', { code: await deletionCode(barred) }, barred.token);
  const linked = await social(facebook.token({ ...face, email: other.email }), { password });
  expect([linked.status, linked.body.error]).toEqual([401, 'social_profile_failed']);
  expect((await me(other.token)).facebookID).toBeNull();
});

async function deletionCode({ token }: { token: string }): Promise<string> {
  await world.call(`${account}/requestdeletioncode`, { token, method: 'POST' });
  return /^\d{8}$/m.exec((await world.mailContaining('lea@gmail.com', 'Your code')).text)?.[0] as string;
}
