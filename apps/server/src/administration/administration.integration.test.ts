import { connectionPaths, endReasons } from '@unspoken/contract/encounters';
import { closeOf, confirmed } from '@unspoken/testing/encounter';
import { encountered, moderatorOf } from '@unspoken/testing/moderation';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let [ada, ben]: Member[] = [];
beforeAll(async () => {
  world = await startWorld({ WAITING_LIST: 'on' });
  ada = await moderatorOf(world, 'Ada Administration', 'admin');
  ben = await moderatorOf(world, 'Ben Administration', 'admin');
  await world.query('update account set registering_stage = null');
});
afterAll(() => world.close());

const administer = (member: Member | undefined, path: string, body?: object) =>
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
const lines = async () => (await administer(ada, 'ledger', {})).body.lines;
const member = async (name: string) => {
  const person = await world.member(name);
  await world.query('update account set registering_stage = null where id = $1', [person.userId]);
  return person;
};

test('[OFF-1] [OFF-4] [OFF-6] the waiting list: claimed by one, asked, admitted, declined, each notified once', async () => {
  const [cay, dee] = [await apply('Cay'), await apply('Dee')];
  const waiting = (await administer(ada, 'waiting')).body.waiting;
  expect(waiting).toMatchObject([
    { name: 'Cay', email: cay.email, reference: 'friend', motivation: 'To look', explanation: 'Of old', askedAt: null },
    { name: 'Dee' },
  ]);
  const decide = (by: Member | undefined, personID: string, decision: string, words = '') =>
    administer(by, 'waiting/decide', { personID, decision, words });
  expect((await decide(ada, cay.userId, 'ask')).body.fields).toHaveProperty('words');
  // One of the two has claimed it for an hour; only they may decide.
  expect((await decide(ada, cay.userId, 'approve')).body.error).toBe('case_taken');
  const claim = (by: Member | undefined, personID: string) => administer(by, 'waiting/claim', { personID });
  const claims = await Promise.all([claim(ada, cay.userId), claim(ben, cay.userId)]);
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
  world.advance(61 * 60_000);
  expect((await claim(ben, cay.userId)).status).toBe(200);
  expect((await claim(ada, cay.userId)).body.error).toBe('case_taken');
  const claimsOf = async (by: Member | undefined) =>
    (await administer(by, 'waiting')).body.waiting.map((each: { claim: string }) => each.claim);
  expect([await claimsOf(ada), await claimsOf(ben)]).toEqual([
    ['taken', 'free'],
    ['mine', 'free'],
  ]);
  world.advance(61 * 60_000);
  expect(await claimsOf(ada)).toEqual(['free', 'free']);
  expect((await decide(ben, cay.userId, 'approve')).body.error).toBe('case_taken');
  for (const person of [cay, dee]) expect((await claim(ada, person.userId)).body).toEqual({ success: true });
  expect((await decide(ada, cay.userId, 'ask', 'How old are you?')).body).toEqual({ success: true });
  expect(await world.mailContaining(cay.email, 'How old are you?')).toMatchObject({ to: cay.email });
  expect((await administer(ada, 'waiting')).body.waiting[0].askedAt).toEqual(expect.any(Number));
  const both = await Promise.all([decide(ada, cay.userId, 'approve'), decide(ada, cay.userId, 'decline', 'No.')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await decide(ben, dee.userId, 'decline', 'No.')).body.error).toBe('case_taken');
  expect((await decide(ada, dee.userId, 'decline', 'We are full.')).body).toEqual({ success: true });
  expect(await world.mailContaining(dee.email, 'We are full.')).toMatchObject({ to: dee.email });
  expect(await world.mails(cay.email, 3)).toHaveLength(3);
  expect((await administer(ada, 'waiting')).body.waiting).toEqual([]);
  expect((await lines()).map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toMatchObject([
    ['declined', 'Ada Administration'],
    [expect.stringMatching(/let in|declined/), 'Ada Administration'],
    ['asked', 'Ada Administration'],
    ['claimed', 'Ada Administration'],
    ['claimed', 'Ada Administration'],
    ['claimed', 'Ben Administration'],
    ['claimed', expect.any(String)],
  ]);
});

test('[OFF-2] [OFF-4] people are searched for, and given roles by another administrator', async () => {
  const eve = await member('Eve Percent_100%');
  const search = async (words: string) => (await administer(ada, 'people', { words })).body.people ?? [];
  expect(await search('percent_1')).toMatchObject([
    { name: 'Eve Percent_100%', role: 'member', conduct: 'good', verified: true, betaAccess: false },
  ]);
  expect((await search(eve.email.slice(0, 8).toUpperCase()))[0].personID).toBe(eve.userId);
  expect(await search('%%%')).toEqual([]);
  expect((await administer(ada, 'people', { words: 'ev' })).status).toBe(422);
  expect((await administer(ada, 'role', { personID: ada?.userId, role: 'member' })).body.error).toBe('other_person_needed');
  for (const role of ['guest', '', undefined])
    expect((await administer(ada, 'role', { personID: eve.userId, role })).body.fields).toEqual({
      role: 'Please choose a role',
    });
  expect((await administer(ada, 'role', { personID: eve.userId, role: 'moderator' })).body).toEqual({ success: true });
  expect((await world.call('/api/v1/account/loginfromtoken', { token: eve.token })).status).toBe(401);
  const [granted, ...before] = await lines();
  expect(granted).toMatchObject({ kind: 'role granted', by: 'Ada Administration', code: 'moderator' });
  expect(before[0]).toMatchObject({ kind: 'searched', by: 'Ada Administration' });
  expect(JSON.stringify(await lines())).not.toMatch(/percent|eve/i);
});

test('[OFF-3] paused by one click: nobody connects, pages show it, running encounters continue', async () => {
  const [fay, guy, hal] = [await member('Fay'), await member('Guy'), await member('Hal')];
  await world.query('update account set guidance_accepted_at = now()');
  const pair = await confirmed([fay, guy]);
  expect((await administer(ada, 'pause', { pause: 'paused' })).body).toEqual({ success: true });
  expect((await world.call('/api/v1/configuration')).body.pause).toBe('paused');
  const socket = await hal.socket();
  expect(await socket.emit('connectClick', { clickID: 'hal' })).toMatchObject({ error: 'paused' });
  expect(await pair.sockets[0].emit('room:send', { roomID: pair.roomID, name: 'ready', n: 2 })).toMatchObject({ ok: true });
  expect((await administer(ada, 'pause', { pause: 'off' })).body).toEqual({ success: true });
  expect(await socket.emit('connectClick', { clickID: 'hal again' })).toEqual({ ok: true });
  pair.sockets[0].close();
  expect(await closeOf(pair.sockets[1])).toBeDefined();
  for (const each of [...pair.sockets, socket]) each.close();
});

test('[OFF-5] feedback is shown, with its author unless it is anonymous', async () => {
  const ira = await member('Ira');
  await world.call('/api/v1/feedback', { token: ira.token, body: { content: 'With my name' } });
  await world.call('/api/v1/feedback', { token: ira.token, body: { content: 'Without it', anon: 'true' } });
  const { feedback } = (await administer(ada, 'feedback')).body;
  expect(feedback).toMatchObject([
    { by: null, answers: { content: 'Without it' } },
    { by: `Ira <${ira.email}>`, answers: { content: 'With my name' } },
  ]);
});

test('[OFF-7] a colleague’s second factor is reset by another administrator, who is recorded', async () => {
  const cleo = await moderatorOf(world, 'Cleo Administration');
  await world.query(`insert into recovery_code (hash, account_id) values ('x', $1)`, [cleo.userId]);
  const reset = (personID: string | undefined) => administer(ada, 'resetfactor', { personID });
  expect((await reset(ada?.userId)).body.error).toBe('other_person_needed');
  expect((await reset('7a7a7a7a-0000-4000-8000-000000000000')).body.error).toBe('not_found');
  expect((await reset((await member('Nobody Special')).userId)).body.error).toBe('not_found');
  expect((await reset(cleo.userId)).body).toEqual({ success: true });
  expect(await world.mailContaining(cleo.email, 'has reset your second factor')).toMatchObject({ to: cleo.email });
  expect(await world.query('select 1 from recovery_code where account_id = $1', [cleo.userId])).toEqual([]);
  expect((await world.call('/api/v1/account/loginfromtoken', { token: cleo.token })).body.error).toBe('sign_in_required');
  expect((await lines())[0]).toMatchObject({ kind: 'second factor reset', by: 'Ada Administration' });
});

test('[OFF-8] the health of encounters is shown in numbers by day, at most five minutes old', async () => {
  const health = async () => {
    world.advance(300_000);
    return (await administer(ada, 'encounters')).body;
  };
  // Encounters of other tests are too old to count.
  await world.query(`update encounter set paired_at = paired_at - interval '15 days'`);
  expect(await health()).toMatchObject({ days: [], ends: { natural: 0 }, paths: { direct: 0 } });
  const [dan, eve] = [await member('Dan'), await member('Eve')];
  const encounter = async (changes: string) => {
    await world.query(`update encounter set ${changes} where room_id = $1`, [await encountered(world, dan, eve)]);
  };
  for (const waited of [1000, 2000, 3000, 4000, 5000]) await encounter(`waited_ms = ${waited}, path = 'relay_udp'`);
  // Waiting for the circle, and pairings without a greeting, do not count.
  await encounter(
    `waited_ms = 99999, pool_type = 'myCircle', completed = false, end_reason_a = 'manual_self', end_reason_b = 'manual_other'`,
  );
  const never = `confirmed_at = null, connected_at = null, completed = false, end_reason_a = null, end_reason_b = null`;
  await encounter(`waited_ms = 88888, path = 'direct', ${never}`);
  // With few pairings the waiting time is not shown; the fifteenth day is too long ago.
  await encounter(`waited_ms = 7000, path = 'direct', paired_at = paired_at - interval '1 day'`);
  await encounter(`paired_at = paired_at - interval '14 days'`);
  const dayOf = (ago: number) => new Date(world.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const all = (n: number) => ({ paired: n, confirmed: n, met: n, completed: n });
  expect(await health()).toEqual({
    days: [
      { day: dayOf(1), ...all(1), medianWait: null, p95Wait: null },
      { day: dayOf(0), paired: 7, confirmed: 6, met: 6, completed: 5, medianWait: 3000, p95Wait: 4800 },
    ],
    ends: { ...none(endReasons), natural: 12, manual_self: 1, manual_other: 1 },
    paths: { ...none(connectionPaths), relay_udp: 5, direct: 1 },
  });
});

const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
