import { closeOf, confirmed } from '@unspoken/world/encounter';
import { moderatorOf } from '@unspoken/world/moderation';
import { type Member, startWorld, type World } from '@unspoken/world/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let [ada, ben]: Member[] = [];
beforeAll(async () => {
  world = await startWorld({ WAITING_LIST: 'on' });
  ada = await moderatorOf(world, 'Ada Office', 'admin');
  ben = await moderatorOf(world, 'Ben Office', 'admin');
  await world.query('update account set registering_stage = null');
});
afterAll(() => world.close());

const office = (member: Member | undefined, path: string, body?: object) =>
  world.call(`/api/v1/office/${path}`, {
    token: member?.token,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const apply = async (name: string) => {
  const person = await world.newcomer(name);
  await world.call('/api/v1/account/addregistrationinfo', {
    token: person.token,
    body: { motivation: 'To look', reference: 'friend', explanation: 'Of old' },
  });
  return person;
};
const lines = async () => (await office(ada, 'ledger', {})).body.lines;
const member = async (name: string) => {
  const person = await world.member(name);
  await world.query('update account set registering_stage = null where id = $1', [person.userId]);
  return person;
};

test('[OFF-1] [OFF-4] the waiting list: asked, let in, declined, each told once', async () => {
  const [cay, dee] = [await apply('Cay'), await apply('Dee')];
  const waiting = (await office(ada, 'waiting')).body.waiting;
  expect(waiting).toMatchObject([
    { name: 'Cay', email: cay.email, reference: 'friend', motivation: 'To look', explanation: 'Of old', askedAt: null },
    { name: 'Dee' },
  ]);
  const decide = (by: Member | undefined, personID: string, decision: string, words = '') =>
    office(by, 'waiting/decide', { personID, decision, words });
  expect((await decide(ada, cay.userId, 'ask')).body.fields).toHaveProperty('words');
  expect((await decide(ada, cay.userId, 'ask', 'How old are you?')).body).toEqual({ success: true });
  expect(await world.mailSaying(cay.email, 'How old are you?')).toMatchObject({ to: cay.email });
  expect((await office(ada, 'waiting')).body.waiting[0].askedAt).toEqual(expect.any(Number));
  const both = await Promise.all([decide(ada, cay.userId, 'approve'), decide(ben, cay.userId, 'approve')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await decide(ben, dee.userId, 'decline', 'We are full.')).body).toEqual({ success: true });
  expect(await world.mailSaying(dee.email, 'We are full.')).toMatchObject({ to: dee.email });
  expect(await world.mails(cay.email, 3)).toHaveLength(3);
  expect((await office(ada, 'waiting')).body.waiting).toEqual([]);
  expect((await lines()).map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toMatchObject([
    ['declined', 'Ben Office'],
    ['let in', expect.any(String)],
    ['asked', 'Ada Office'],
  ]);
});

test('[OFF-2] [OFF-4] people are found, and given roles by somebody else', async () => {
  const eve = await member('Eve Percent_100%');
  const search = async (words: string) => (await office(ada, 'people', { words })).body.people ?? [];
  expect(await search('percent_1')).toMatchObject([
    { name: 'Eve Percent_100%', role: 'member', conduct: 'good', verified: true },
  ]);
  expect((await search(eve.email.slice(0, 8).toUpperCase()))[0].personID).toBe(eve.userId);
  expect(await search('%%%')).toEqual([]);
  expect((await office(ada, 'people', { words: 'ev' })).status).toBe(422);
  expect((await office(ada, 'role', { personID: ada?.userId, role: 'member' })).body.error).toBe('other_person_needed');
  expect((await office(ada, 'role', { personID: eve.userId, role: 'guest' })).status).toBe(422);
  expect((await office(ada, 'role', { personID: eve.userId, role: 'moderator' })).body).toEqual({ success: true });
  expect((await world.call('/api/v1/account/loginfromtoken', { token: eve.token })).status).toBe(401);
  const [granted, ...before] = await lines();
  expect(granted).toMatchObject({ kind: 'role granted', by: 'Ada Office', code: 'moderator' });
  expect(before[0]).toMatchObject({ kind: 'searched', by: 'Ada Office' });
  expect(JSON.stringify(await lines())).not.toMatch(/percent|eve/i);
});

test('[OFF-3] paused by one press: nobody connects, pages say so, what runs goes on', async () => {
  const [fay, guy, hal] = [await member('Fay'), await member('Guy'), await member('Hal')];
  await world.query('update account set guidance_accepted_at = now()');
  const pair = await confirmed([fay, guy]);
  expect((await office(ada, 'pause', { pause: 'paused' })).body).toEqual({ success: true });
  expect((await world.call('/api/v1/configuration')).body.pause).toBe('paused');
  const socket = await hal.socket();
  expect(await socket.emit('connectClick', { clickID: 'hal' })).toMatchObject({ error: 'paused' });
  expect(await pair.sockets[0].emit('room:send', { roomID: pair.roomID, name: 'ready', n: 2 })).toMatchObject({ ok: true });
  expect((await office(ada, 'pause', { pause: 'off' })).body).toEqual({ success: true });
  expect(await socket.emit('connectClick', { clickID: 'hal again' })).toEqual({ ok: true });
  pair.sockets[0].close();
  expect(await closeOf(pair.sockets[1])).toBeDefined();
  for (const each of [...pair.sockets, socket]) each.close();
});

test('[OFF-5] what people told us, and who, if they said so', async () => {
  const ira = await member('Ira');
  await world.call('/api/v1/feedback', { token: ira.token, body: { content: 'With my name' } });
  await world.call('/api/v1/feedback', { token: ira.token, body: { content: 'Without it', anon: 'true' } });
  const { feedback } = (await office(ada, 'feedback')).body;
  expect(feedback).toMatchObject([
    { by: null, answers: { content: 'Without it' } },
    { by: `Ira <${ira.email}>`, answers: { content: 'With my name' } },
  ]);
});
