import { randomUUID } from 'node:crypto';
import { RedisMatchmakingState } from '@unspoken/server/matchmaking/redis-state';
import { openRedis } from '@unspoken/server/platform/redis/redis';
import { type StandIn, startStandIn } from '@unspoken/testing/facebook/stand-in';
import { encountered } from '@unspoken/testing/moderation';
import { startProcesses } from '@unspoken/testing/processes';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const day = 24 * 3_600_000;
const threeYears = 3 * 365 * day;
let world: World;
let facebook: StandIn;
beforeAll(async () => {
  const app = { appId: '12345', appSecret: 'shh' };
  facebook = await startStandIn({ ...app, people: [] });
  world = await startWorld({
    FACEBOOK_APP_ID: app.appId,
    FACEBOOK_APP_SECRET: app.appSecret,
    FACEBOOK_GRAPH_URL: facebook.graphUrl,
    FACEBOOK_DIALOG_URL: facebook.dialogUrl,
    DURATIONS: JSON.stringify({ retentionSweep: 100 }),
  });
});
afterAll(async () => {
  await world.close();
  await facebook.close();
});

let memberCount = 0;
const post = (path: string, token: string, body: Record<string, string>) => world.call(`/api/v1/${path}`, { token, body });
const memberOf = (name: string, email: string, { token, userId }: { token: string; userId: string }): Member => ({
  ...{ name, email, token, userId },
  socket: async () => world.socketWith((await world.call('/api/v1/realtime/auth', { token })).body.token),
});
const confirm = async (email: string, token: string) =>
  world.call(`/api/v1/account/confirmemail/${await world.mailedToken(email, 'confirmemail')}`, { token });
async function join(email: string, name = `Person${++memberCount}`): Promise<Member> {
  const member = memberOf(name, email, await world.newcomer(name, { email }));
  await confirm(email, member.token);
  return member;
}
async function changeAddress(member: Member, email: string): Promise<Member> {
  await post('account/changeemail', member.token, { email, password });
  await confirm(email, member.token);
  return { ...member, email };
}
const deleteAccount = async ({ token }: Member, proof: Record<string, string> = { password }) =>
  expect((await post('account/deleteaccount', token, proof)).body).toEqual({ success: true });
const social = async (face: { id: string; name: string; email: string }, more: Record<string, string> = {}) =>
  (await world.call('/api/v1/account/socialLogin', { body: { accessToken: facebook.token(face), ...more } })).body;
/** Records an encounter of the two, and lets `by` block `other`. */
async function meetAndBlock(by: Member, other: Member): Promise<void> {
  const roomID = await encountered(world, by, other);
  expect((await post('userblock', by.token, { roomID, position: '1' })).body).toEqual({ success: true });
}
/** Whether the invitation link of `host` works for `guest`. */
async function mayVisit(host: Member, guest: Member): Promise<boolean> {
  const { roomID } = (await post('experiences/create-invitation', host.token, { type: 'oneminute' })).body;
  return (await post('experiences/retrieve-invitation', guest.token, { roomID })).status === 200;
}
const rowsAbout = async ({ userId }: Member) =>
  (await world.query('select 1 from kept_separation where other = $1', [userId])).length;

const face = { id: 'face of Fay', name: 'Fay Face', email: 'fay.face@example.org' };
test.each<[string, string, (first: Member) => Promise<Member>, () => Promise<Member>]>([
  ['the same address', 'ann.one@gmail.com', async (ann) => ann, () => join('ann.one@gmail.com')],
  ['another spelling of the mailbox', 'bea.one@gmail.com', async (ann) => ann, () => join('beaone+again@googlemail.com')],
  [
    'the former address',
    'cat.old@example.org',
    (ann) => changeAddress(ann, 'cat.new@example.org'),
    () => join('cat.old@example.org'),
  ],
  [
    'another address, changed to the former one',
    'dan@example.org',
    async (ann) => ann,
    async () => changeAddress(await join('dan.other@example.org'), 'dan@example.org'),
  ],
  [
    'the identity at a provider, with another address',
    face.email,
    async (ann) => {
      expect((await social(face, { password })).action).toBe('login');
      return ann;
    },
    async () => {
      const email = 'fay.other@example.org';
      const { token, user } = await social({ ...face, email });
      await confirm(email, token);
      await post('account/acceptterms', token, { termsAccepted: 'true', over18: 'true' });
      return memberOf('Fay', email, { token, userId: user.userId });
    },
  ],
  [
    'an account with another address, linked to that identity',
    'gus@example.org',
    async (ann) => {
      expect((await social({ ...face, id: 'face of Gus', email: ann.email }, { password })).action).toBe('login');
      return ann;
    },
    async () => {
      const gus = await join('gus.other@example.org');
      expect((await social({ ...face, id: 'face of Gus', email: gus.email }, { password })).action).toBe('login');
      return gus;
    },
  ],
])('[MOD-31] deleting the account and joining again does not undo a block: %s', async (_, email, prepare, rejoin) => {
  const [ben, cay, other] = [
    await world.member(`Ben${++memberCount}`),
    await world.member(`Cay${memberCount}`),
    await world.member(`Dee${memberCount}`),
  ];
  const ann = await prepare(await join(email));
  await meetAndBlock(ben, ann);
  await meetAndBlock(ann, cay);
  await deleteAccount(ann);
  const again = await rejoin();
  // Invitation links fail in both directions, whichever of the two blocked; links of and for other members work.
  for (const each of [ben, cay]) expect([await mayVisit(each, again), await mayVisit(again, each)]).toEqual([false, false]);
  expect([await mayVisit(other, again), await mayVisit(again, other)]).toEqual([true, true]);
  // They cannot become a match.
  const roomID = await encountered(world, again, ben);
  expect((await post('friends/addtomycircle', again.token, { roomID, position: '1' })).body).toMatchObject({ success: true });
  expect((await post('friends/addtomycircle', ben.token, { roomID, position: '2' })).body.error).toBe('message_not_allowed');
  // They are not paired: both stay in the queue.
  const sockets = [await again.socket(), await ben.socket(), await cay.socket()];
  await sockets[1]?.emit('connectClick', { clickID: 'b' });
  await sockets[0]?.emit('connectClick', { clickID: 'a' });
  const rooms = () => sockets[0]?.heard.filter(({ payload }) => (payload as { roomID?: string }).roomID).length;
  expect([rooms(), (await world.call('/api/v1/presencecount')).body['oneminute:anyone']]).toEqual([0, 2]);
  for (const socket of sockets) socket.close();
  await expect.poll(async () => (await world.call('/api/v1/presencecount')).body['oneminute:anyone']).toBe(0);
});

test('[MOD-31] a report whose case is closed separates from the later account as well', async () => {
  const [ben, ann] = [await world.member(`Ben${++memberCount}`), await join('reported@example.org')];
  const roomID = await encountered(world, ben, ann);
  await post('userreport', ben.token, { roomID, position: '1', selectedOptions: '["written signs"]' });
  // No case about Ann is open any more.
  await world.query('update moderation_case set closed_at = now() where subject = $1', [ann.userId]);
  await deleteAccount(ann);
  expect(await mayVisit(ben, await join('reported@example.org'))).toBe(false);
});

test('[MOD-31] the separation also applies to a third account', async () => {
  const [ben, ann] = [await world.member(`Ben${++memberCount}`), await join('again@example.org')];
  await meetAndBlock(ben, ann);
  await deleteAccount(ann);
  await deleteAccount(await join('again@example.org'));
  expect(await mayVisit(ben, await join('again@example.org'))).toBe(false);
});

test('[MOD-32] a kept separation is deleted with the other account, and none is kept when both are deleted', async () => {
  const [ben, ann] = [await world.member(`Ben${++memberCount}`), await join('both@example.org')];
  await meetAndBlock(ben, ann);
  await deleteAccount(ann);
  expect(await rowsAbout(ben)).toBe(1);
  await deleteAccount(ben);
  expect([await rowsAbout(ben), await rowsAbout(ann)]).toEqual([0, 0]);
  // Both delete at the same moment: the second deletion removes what the first has kept.
  for (let attempt = 0; attempt < 4; attempt++) {
    const [one, other] = [await world.member(`One${++memberCount}`), await world.member(`Two${memberCount}`)];
    await meetAndBlock(one, other);
    await Promise.all([deleteAccount(one), deleteAccount(other)]);
    expect([await rowsAbout(one), await rowsAbout(other)]).toEqual([0, 0]);
  }
});

test('[MOD-32] a block during the deletion of the blocked account leaves no separation with its id', async () => {
  for (let attempt = 0; attempt < 4; attempt++) {
    const email = `moment${attempt}@example.org`;
    const [ben, ann] = [await world.member(`Ben${++memberCount}`), await join(email)];
    const roomID = await encountered(world, ben, ann);
    const block = () => post('userblock', ben.token, { roomID, position: '1' });
    await Promise.all([deleteAccount(ann), block()]);
    await block();
    expect(await world.query('select 1 from separation where one = $1 or other = $1', [ann.userId])).toEqual([]);
  }
});

test('[MOD-32] [MOD-16] a separation is kept for three years at most, tested a minute on both sides', async () => {
  const ben = await world.member(`Ben${++memberCount}`);
  for (const [email, age] of [
    ['younger@example.org', threeYears - 60_000],
    ['older@example.org', threeYears + 60_000],
  ] as const) {
    const ann = await join(email);
    await meetAndBlock(ben, ann);
    await deleteAccount(ann);
    const since = new Date(world.now().getTime() - age);
    await world.query(`update kept_separation set at = $2 where other = $1 and at > now() - interval '1 hour'`, [
      ben.userId,
      since,
    ]);
  }
  // Retention deletes one of the two.
  await expect.poll(() => rowsAbout(ben)).toBe(1);
  expect(await mayVisit(ben, await join('younger@example.org'))).toBe(false);
  expect(await mayVisit(ben, await join('older@example.org'))).toBe(true);
});

test('[MOD-30] the id of a deleted account is only in records that are kept for their retention period', async () => {
  const [ben, ann] = [await world.member(`Ben${++memberCount}`), await join('nowhere@example.org')];
  const roomID = await encountered(world, ben, ann);
  for (const [who, position] of [
    [ben, '1'],
    [ann, '2'],
  ] as const) {
    await post('friends/addtomycircle', who.token, { roomID, position });
    await post('userreport', who.token, { roomID, position, selectedOptions: '["written signs"]' });
  }
  const socket = await ann.socket();
  await post('invitation', ann.token, { toEmail: `friend-${randomUUID()}@example.org` });
  await post('experiences/create-invitation', ann.token, { type: 'oneminute' });
  await post('feedback', ann.token, { content: 'Quiet' });
  // A mail that is being sent while its account is deleted is not called back.
  const unsent = () => world.query("select 1 from pgboss.job where name in ('mail', 'write-invitation')");
  await expect.poll(unsent, { timeout: 15_000 }).toEqual([]);
  await deleteAccount(ann);
  socket.close();
  const tables = await world.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await world.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${ann.userId}%`])).length > 0)
      found.push(String(name).replace('public.', ''));
  // privacy/columns.ts describes these: the id can no longer be resolved, and each is deleted after its retention period.
  expect(found.toSorted()).toEqual(['encounter', 'former_person', 'moderation_case', 'report']);
  // The deleted account is known by a keyed hash only, which nobody can compute without the key.
  const kept = await world.query('select t::text as row from kept_separation t where other = $1', [ben.userId]);
  expect(kept).toHaveLength(1);
  expect(String(kept[0]?.row)).not.toMatch(new RegExp(`${ann.userId}|nowhere`));
});

if (process.env.WORLD_REDIS && process.env.WORLD_POSTGRES)
  test('[MOD-30] the id of a deleted account is in no queue entry', async () => {
    const { processes, close } = await startProcesses(1);
    const [one] = processes as [World];
    const redis = openRedis(process.env.WORLD_REDIS as string, { fault: () => {} });
    try {
      await redis.ready;
      const state = new RedisMatchmakingState(redis, one.environment.REDIS_SPACE as string);
      const [ben, ann] = [await one.member('Ben'), await one.member('Ann')];
      const body = { roomID: await encountered(one, ben, ann), position: '1' };
      await one.call('/api/v1/userblock', { token: ben.token, body });
      const socket = await ben.socket();
      expect(await socket.emit('connectClick', { clickID: 'w' })).toEqual({ ok: true });
      const waiting = async () => JSON.stringify((await state.find(ben.userId)).waiting);
      expect(await waiting()).toContain(ann.userId);
      await one.call('/api/v1/account/deleteaccount', { token: ann.token, body: { password } });
      expect(await waiting()).toContain(ben.userId);
      expect(await waiting()).not.toContain(ann.userId);
      socket.close();
    } finally {
      redis.close();
      await close();
    }
  });
