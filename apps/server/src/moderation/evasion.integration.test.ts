import { type StandIn, startStandIn } from '@unspoken/testing/facebook/stand-in';
import { moderate, moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Ways in which a suspended person may try to return. docs/decisions/0016 lists those that are not prevented.
let world: World;
let facebook: StandIn;
let moderator: Member;
beforeAll(async () => {
  const app = { appId: '12345', appSecret: 'shh' };
  facebook = await startStandIn({ ...app, people: [] });
  world = await startWorld({
    FACEBOOK_APP_ID: app.appId,
    FACEBOOK_APP_SECRET: app.appSecret,
    FACEBOOK_GRAPH_URL: facebook.graphUrl,
    FACEBOOK_DIALOG_URL: facebook.dialogUrl,
  });
  moderator = await moderatorOf(world, 'Mo');
  for (const [name, email] of Object.entries({
    Gail: 'gail.one@gmail.com',
    Otto: 'otto.two@outlook.com',
    Xan: 'xan@example.org',
  })) {
    const person = await join(name, email);
    if (name === 'Xan') await changeAddress(person, 'xan.new@example.org');
    await suspend(person);
    await deleteAccount(person);
  }
});
afterAll(async () => {
  await world.close();
  await facebook.close();
});

const confirm = async (email: string) =>
  world.call(`/api/v1/account/confirmemail/${await world.mailedToken(email, 'confirmemail')}`, { method: 'GET' });
async function join(name: string, email: string): Promise<Member> {
  const { token, userId } = await world.newcomer(name, { email });
  await confirm(email);
  return { name, email, token, userId, socket: () => Promise.reject() };
}
async function changeAddress({ token }: Member, email: string): Promise<void> {
  await world.call('/api/v1/account/changeemail', { token, body: { email, password } });
  await confirm(email);
}
let reporters = 0;
async function suspend(person: Member): Promise<void> {
  await reported(world, await world.member(`Reporter ${++reporters}`), person);
  const caseID = await moderationOf(world).caseOf(person);
  await moderate(world, moderator, 'cases/claim', { caseID });
  const decided = await moderate(world, moderator, 'cases/decide', {
    caseID,
    decision: 'suspend',
    rule: 'kind',
    facts: 'They shouted.',
  });
  expect(decided.body).toMatchObject({ success: true });
}
const deleteAccount = async ({ token }: Member) =>
  expect((await world.call('/api/v1/account/deleteaccount', { token, body: { password } })).body).toEqual({ success: true });

const register = (email: string, more: Readonly<Record<string, string>> = {}) =>
  world.call('/api/v1/account/register', {
    body: { name: 'Again', email, password, termsAccepted: 'true', over18: 'true', ...more },
  });

test.each([
  ['the same address', 'gail.one@gmail.com'],
  ['in capital letters', 'GAIL.ONE@GMAIL.COM'],
  ['with spaces around it', '  gail.one@gmail.com '],
  ['without its dot', 'gailone@gmail.com'],
  ['with more dots', 'g.a.i.l.o.n.e@gmail.com'],
  ['with a tag', 'gail.one+again@gmail.com'],
  ['with several tags', 'gail.one+a+b@gmail.com'],
  ['under the other domain of the provider', 'gail.one@googlemail.com'],
  ['with all of these', 'G.Ailone+new@GoogleMail.com'],
  ['with a tag at another provider', 'otto.two+again@outlook.com'],
  ['the latest address', 'xan.new@example.org'],
  ['the address before it', 'xan@example.org'],
])('[MOD-12] the mailbox of a suspended account cannot be registered again: %s', async (_, email) => {
  expect((await register(email)).body).toMatchObject({ error: 'registration_failed' });
});

test('[MOD-12] a suspended person cannot register through a friend’s invitation', async () => {
  const friend = await world.member('Friend');
  await world.call('/api/v1/invitation', { token: friend.token, body: { toEmail: 'gailone@gmail.com' } });
  const invitationHash = await world.mailedToken('gailone@gmail.com', '\\?invitation');
  expect((await register('gailone@gmail.com', { invitationHash })).body).toMatchObject({ error: 'registration_failed' });
});

test('[MOD-12] a suspended person cannot register with another spelling while the account still exists', async () => {
  await suspend(await join('Hal', 'hal.three@gmail.com'));
  expect((await register('halthree@gmail.com')).body).toMatchObject({ error: 'registration_failed' });
});

test('[MOD-12] a suspended person cannot register with the identity at a provider, with its address or with another', async () => {
  const face = { id: 'f1', name: 'Ida Face', email: 'ida.face@example.org' };
  const social = (email: string, more: Readonly<Record<string, string>> = {}) =>
    world.call('/api/v1/account/socialLogin', { body: { accessToken: facebook.token({ ...face, email }), ...more } });
  const { token, user } = (await social(face.email)).body;
  await confirm(face.email);
  const ida = { name: 'Ida', email: face.email, token, userId: user.userId, socket: () => Promise.reject() };
  await suspend(ida);
  await world.call('/api/v1/account/requestdeletioncode', { token, method: 'POST' });
  const code = /^\d{8}$/m.exec((await world.mailContaining(face.email, 'Your code')).text)?.[0] as string;
  expect((await world.call('/api/v1/account/deleteaccount', { token, body: { code } })).body).toEqual({ success: true });
  for (const email of [face.email, 'ida.other@example.org']) expect((await social(email)).body.token).toBeUndefined();
  expect((await register(face.email)).body).toMatchObject({ error: 'registration_failed' });
});

test('[MOD-12] other mailboxes at the same provider can register, and tagged ones where a tag is part of the name', async () => {
  for (const email of ['gail.two@gmail.com', 'otto@outlook.com', 'xan+other@example.org'])
    expect((await register(email)).body).toMatchObject({ token: expect.any(String) });
});
