import { specialGathering } from '@unspoken/testing/gatherings';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateIn, startOf } from '../platform/zones.ts';

const minute = 60_000;
let world: World;
beforeAll(async () => {
  world = await startWorld({
    ...{ GATHERING_ZONE: 'Europe/Berlin', GATHERING_TIME: '20:00' },
    DURATIONS: JSON.stringify({ gatheringSweep: 50, settingsCheck: 50, countInterval: 50 }),
  });
  world.stopClock();
  // Gatherings begin at whole seconds.
  world.advance(1_000 - (world.now().getTime() % 1_000));
});
afterAll(() => world.close());

/** Until the process has read what was written. */
const read = () => new Promise((resolve) => setTimeout(resolve, 200));
const register = ({ token }: Member, gatheringID: string) =>
  world.call('/api/v1/gatherings/register', { token, body: { gatheringID } });
const enter = (socket: MemberSocket, groupSpace: string) => socket.emit('presence', { state: 'present', groupSpace });
const numbers = async ({ token }: Partial<Member>, id: string) =>
  (await world.call(`/api/v1/gatherings/${id}/attendance`, { token })).body;
const arrivals = (id: string) =>
  world.query('select account_id, came_at from gathering_attendance where gathering_id = $1', [id]);
const members = (...names: string[]) => Promise.all(names.map((name) => world.member(name)));
const sockets = (...all: Member[]) => Promise.all(all.map((each) => each.socket()));
const isInside = (groupID: string, people: number) => (counts: Record<string, number>) => counts[`group:${groupID}`] === people;

test('[GAT-50] [GAT-53] a space is entered from ten minutes before the start, by its host and by those who have registered', async () => {
  const [host, ann, stranger] = (await members('Host', 'Ann', 'Stranger')) as [Member, Member, Member];
  const { id, groupID } = await specialGathering(world, { startsIn: 11 * minute, host: host.userId });
  await read();
  await register(ann, id);
  const [one, other, outside] = (await sockets(host, ann, stranger)) as [MemberSocket, MemberSocket, MemberSocket];
  const all = async () => {
    for (const each of [one, other, outside]) expect(await enter(each, groupID)).toEqual({ ok: true });
    await read();
  };
  world.advance(minute - 5_000);
  await all();
  expect([await arrivals(id), (await numbers(host, id)).here]).toEqual([[], 0]);
  // A refusal stands for a moment.
  const [again, another, elsewhere] = (await sockets(host, ann, stranger)) as [MemberSocket, MemberSocket, MemberSocket];
  world.advance(5_000);
  for (const each of [again, another, elsewhere]) await enter(each, groupID);
  for (const each of [again, another]) await each.hears('newPeopleCount', isInside(groupID, 2));
  const came = async () => (await arrivals(id)).map(({ account_id }) => account_id).toSorted();
  await expect.poll(came).toEqual([host.userId, ann.userId].toSorted());
  expect((await numbers(host, id)).here).toBeNull();
  for (const each of [one, other, outside, elsewhere])
    for (const { payload } of each.heard.filter(({ event }) => event === 'newPeopleCount'))
      expect(Object.keys(payload as object).filter((key) => key.startsWith('group:'))).toEqual([]);
  const [visitor, own] = await Promise.all([undefined, ann.token].map((token) => world.call('/api/v1/presencecount', { token })));
  for (const answer of [visitor, own]) expect(JSON.stringify(answer?.body)).not.toContain('group:');
  // Again, a minute later: the first arrival stays as it is.
  const before = await arrivals(id);
  world.advance(minute);
  for (const each of [again, another]) await enter(each, groupID);
  await read();
  expect(await arrivals(id)).toEqual(before);
});

test('[GAT-50] [GAT-53] until ten minutes after the end a space is open, but people who come after the end did not come to the gathering', async () => {
  const [ann, ben, cay] = (await members('Punctual', 'Late', 'Later')) as [Member, Member, Member];
  const { id, groupID } = await specialGathering(world, { startsIn: minute, length: 5 * minute });
  await read();
  for (const each of [ann, ben, cay]) await register(each, id);
  const [first, second, third] = (await sockets(ann, ben, cay)) as [MemberSocket, MemberSocket, MemberSocket];
  world.advance(minute);
  // Somebody who has the address of the space, and has not registered.
  const [outsider] = (await members('Outsider')) as [Member];
  const [outside] = (await sockets(outsider)) as [MemberSocket];
  expect(await outside.emit('connectClick', { groupSpace: groupID, clickID: 'outside' })).toMatchObject({
    error: 'gathering_not_found',
  });
  world.advance(5 * minute - 1);
  await enter(first, groupID);
  await first.hears('newPeopleCount', isInside(groupID, 1));
  await expect.poll(() => arrivals(id)).toHaveLength(1);
  world.advance(1);
  await enter(second, groupID);
  await second.hears('newPeopleCount', isInside(groupID, 2));
  await read();
  expect((await arrivals(id)).map(({ account_id }) => account_id)).toEqual([ann.userId]);
  world.advance(10 * minute);
  await enter(third, groupID);
  await read();
  expect(third.heard.filter(({ payload }) => isInside(groupID, 1)(payload as Record<string, number>))).toEqual([]);
});

test('[GAT-50] a member who may connect while a regular gathering takes place came to it, also if nobody had registered', async () => {
  const [ann, ben, cay] = (await members('Evening', 'Afternoon', 'Unconfirmed')) as [Member, Member, Member];
  const date = dateIn('Europe/Berlin', world.now().getTime() + 24 * 60 * minute);
  const start = startOf(date, '20:00', 'Europe/Berlin');
  const id = `regular-europe-berlin-${date}`;
  world.advance(start - 1 - world.now().getTime());
  const [early] = (await sockets(ben)) as [MemberSocket];
  expect(await early.emit('connectClick', { clickID: 'early' })).toEqual({ ok: true });
  await early.emit('cancelClick', { clickID: 'early' });
  world.advance(1);
  const [one, refused] = (await sockets(ann, cay)) as [MemberSocket, MemberSocket];
  await world.query('update account set verified_at = null where id = $1', [cay.userId]);
  expect(await refused.emit('connectClick', { clickID: 'refused' })).toMatchObject({ error: 'verification_required' });
  expect(await one.emit('connectClick', { clickID: 'on time' })).toEqual({ ok: true });
  await expect.poll(() => arrivals(id)).toEqual([{ account_id: ann.userId, came_at: new Date(start) }]);
  await one.emit('cancelClick', { clickID: 'on time' });
  expect(await one.emit('connectClick', { clickID: 'again' })).toEqual({ ok: true });
  await one.emit('cancelClick', { clickID: 'again' });
  await read();
  expect(await arrivals(id)).toHaveLength(1);
});

test('[GAT-51] [GAT-52] the host sees how many there are, and nobody else does', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, i) => world.member(`Person ${i}`)));
  const [host, admin, ann] = (await members('Numbers', 'Admin', 'Anne')) as [Member, Member, Member];
  await world.query(`update account set role = 'admin' where id = $1`, [admin.userId]);
  const { id, groupID } = await specialGathering(world, { startsIn: minute, host: host.userId });
  const { id: open } = await specialGathering(world, { startsIn: minute, host: host.userId });
  await world.query('update gathering set group_id = null where id = $1', [open]);
  await read();
  const none = { registered: 0, came: 0, here: 0, inMinute: 0, waiting: 0, minutes: 0, survey: { yes: 0, no: 0 } };
  for (const each of [id, open]) expect(await numbers(host, each)).toEqual(none);
  world.advance(minute);
  for (const each of people) await register(each, id);
  const all = await sockets(...people);
  for (const socket of all.slice(1)) await enter(socket, groupID);
  await (all[1] as MemberSocket).hears('newPeopleCount', isInside(groupID, 5));
  await expect.poll(() => arrivals(id)).toHaveLength(5);
  const rooms = async (count: number, space: string, completed: boolean) => {
    for (let i = 0; i < count; i++)
      await world.query(
        `insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at, confirmed_at, ended_at, completed)
         values ('oneminute:' || gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'oneminute', 'anyone', $1, $2, $2, $3, $4)`,
        [space, world.now(), completed ? world.now() : null, completed],
      );
  };
  await rooms(3, groupID, false);
  await rooms(5, groupID, true);
  const [answering] = people as [Member];
  const answer = (accountId: string, yes: boolean) =>
    world.query('insert into survey_answer values ($1, $2, $3, now())', [id, accountId, yes]);
  await answer(answering.userId, false);
  expect(await numbers(host, id)).toEqual({
    ...{ registered: 6, came: 5, here: 5, inMinute: 6, waiting: 0, minutes: 5, survey: { yes: null, no: null } },
  });
  for (const each of people.slice(1)) await answer(each.userId, true);
  expect((await numbers(host, id)).survey).toEqual({ yes: 5, no: null });
  await (all[0] as MemberSocket).emit('connectClick', { groupSpace: groupID, clickID: 'waits' });
  await expect.poll(async () => (await numbers(host, id)).waiting).toBeNull();
  // Without a private space it takes place in the open, for as long as it lasts.
  await rooms(3, 'open', false);
  await expect.poll(async () => (await numbers(host, open)).here).toBe(6);
  expect(await numbers(host, open)).toMatchObject({ registered: 0, came: 0, inMinute: 6, waiting: 0, minutes: 0 });
  for (const token of [ann.token, people[1]?.token, admin.token]) {
    const refused = await world.call(`/api/v1/gatherings/${id}/attendance`, { token });
    expect([404, 403]).toContain(refused.status);
    expect(Object.keys(refused.body).toSorted()).toEqual(['error', 'message']);
  }
  expect((await world.call(`/api/v1/gatherings/${id}/attendance`)).status).toBe(401);
  expect((await world.call('/api/v1/gatherings/nothing/attendance', { token: host.token })).body.error).toBe(
    'gathering_not_found',
  );
});
