import { specialGathering } from '@unspoken/testing/gatherings';
import { startProcesses } from '@unspoken/testing/processes';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ gatheringSweep: 50, settingsCheck: 50 }) });
});
afterAll(() => world.close());

const post = (path: string, { token }: Member, body: Record<string, string>) =>
  world.call(`/api/v1/gatherings/${path}`, { token, body });
const connect = (socket: MemberSocket, groupSpace: string, clickID: string) =>
  socket.emit('connectClick', { groupSpace, clickID });
const groupOf = async ({ token }: Partial<Member>, id: string) =>
  (await world.call('/api/v1/gatherings', { token })).body.gatherings.find(
    ({ gatheringID }: { gatheringID: string }) => gatheringID === id,
  );
const isPaired = ({ roomID }: { roomID?: string }) => roomID !== undefined;
/** The rooms that these sockets are given, once both have one. */
const roomsOf = (...sockets: readonly MemberSocket[]) =>
  Promise.all(sockets.map((each) => each.hears<{ roomID: string }>('matchmakerEvent', isPaired)));
/** Until every process has read what was written. */
const read = () => new Promise((resolve) => setTimeout(resolve, 200));

test('[GAT-3] the name of a space is for its host and for those who have registered', async () => {
  const [host, ann, ben] = [await world.member('Host'), await world.member('Ann'), await world.member('Ben')];
  const { id, groupID } = await specialGathering(world, { startsIn: 3_600_000, host: host.userId });
  await read();
  expect((await post('register', ann, { gatheringID: id })).body.gathering).toMatchObject({ groupID, isPrivate: true });
  const seen = await Promise.all([ann, host, ben, {}].map((each) => groupOf(each, id)));
  expect(seen.map((each) => each.groupID)).toEqual([groupID, groupID, null, null]);
  await post('unregister', ann, { gatheringID: id });
  expect((await groupOf(ann, id)).groupID).toBeNull();
});

test('[GAT-3] a gathering that is not listed is seen by those who have registered by its link, and by its host', async () => {
  const [host, ann, ben] = [await world.member('Hidden'), await world.member('Anna'), await world.member('Benno')];
  const { id, groupID } = await specialGathering(world, { startsIn: 3_600_000, host: host.userId, listed: false });
  await read();
  expect((await post('register', ann, { groupID })).body.gathering).toMatchObject({ gatheringID: id, registered: true });
  const seen = await Promise.all([ann, host, ben, {}].map((each) => groupOf(each, id)));
  expect(seen.map((each) => each !== undefined)).toEqual([true, true, false, false]);
  expect((await fetch(`${world.origin}/api/v1/gatherings/${id}.ics`)).status).toBe(404);
});

test('[GAT-11] before the start nobody connects in a space; strangers and those who have left never do', async () => {
  const [ann, ben, cay] = [await world.member('Early'), await world.member('Stranger'), await world.member('Leaver')];
  const { id, groupID } = await specialGathering(world, { startsIn: 60_000 });
  await read();
  for (const each of [ann, cay]) await post('register', each, { groupID });
  await post('unregister', cay, { gatheringID: id });
  const [one, other, left] = [await ann.socket(), await ben.socket(), await cay.socket()];
  expect(await connect(one, groupID, 'early')).toMatchObject({ error: 'gathering_not_open' });
  world.advance(60_000);
  expect(await connect(other, groupID, 'stranger')).toMatchObject({ error: 'gathering_not_found' });
  expect(await connect(left, groupID, 'left')).toMatchObject({ error: 'gathering_not_found' });
  expect(await connect(other, '0'.repeat(32), 'nowhere')).toMatchObject({ error: 'gathering_not_found' });
  expect(await connect(one, groupID, 'now')).toEqual({ ok: true });
  const came = () => world.query('select 1 from gathering_attendance where account_id = $1', [ann.userId]);
  await expect.poll(came).toHaveLength(1);
});

test('[GAT-11] people in one space are paired with each other, and with nobody outside', async () => {
  const [ann, ben, cay] = [await world.member('Inside'), await world.member('Inner'), await world.member('Outside')];
  const { groupID } = await specialGathering(world, { startsIn: -1_000 });
  await read();
  for (const each of [ann, ben]) await post('register', each, { groupID });
  const [one, other, outside] = [await ann.socket(), await ben.socket(), await cay.socket()];
  await outside.emit('connectClick', { clickID: 'outside' });
  await connect(one, groupID, 'one');
  await connect(other, groupID, 'other');
  const rooms = await roomsOf(one, other);
  expect(rooms[0]?.roomID).toBe(rooms[1]?.roomID);
  expect(outside.heard.filter(({ payload }) => isPaired(payload as { roomID?: string }))).toEqual([]);
});

test('[GAT-12] [GAT-14] at the end those who wait are refused as it is over, and open pages are notified', async () => {
  const [ann, ben] = [await world.member('Last'), await world.member('Absent')];
  const { id, groupID } = await specialGathering(world, { startsIn: -1_000, length: 300_000 });
  await read();
  for (const each of [ann, ben]) await post('register', each, { groupID });
  const [one, other] = [await ann.socket(), await ben.socket()];
  await connect(one, groupID, 'last');
  await read();
  world.advance(299_000);
  await one.hears('matchmakerEvent', ({ error }: { error?: string }) => error === 'gathering_over');
  for (const each of [one, other])
    expect(await each.hears('gathering', ({ phase }: { phase: string }) => phase === 'ended')).toEqual({
      gatheringID: id,
      phase: 'ended',
    });
  expect(await connect(one, groupID, 'late')).toMatchObject({ error: 'gathering_over' });
});

test('[GAT-12] a gathering that is cancelled while it takes place ends at once for those who wait', async () => {
  const ann = await world.member('Waiting');
  const { id, groupID } = await specialGathering(world, { startsIn: -1_000 });
  await read();
  await post('register', ann, { groupID });
  const one = await ann.socket();
  await connect(one, groupID, 'waits');
  await read();
  await world.query(`update gathering set state = 'cancelled', revision = 1 where id = $1`, [id]);
  await one.hears('matchmakerEvent', ({ error }: { error?: string }) => error === 'gathering_over');
  expect(await one.hears('gathering', ({ phase }: { phase: string }) => phase === 'changed')).toMatchObject({ gatheringID: id });
});

// One process alone counts nobody else's people.
if (process.env.WORLD_REDIS && process.env.WORLD_POSTGRES)
  test('[PRE-7] [GAT-11] people inside a space are counted and paired over several processes; outside nobody reads the count', {
    tags: ['long'],
  }, async () => {
    const { processes, close } = await startProcesses(3, {
      DURATIONS: JSON.stringify({ gatheringSweep: 50, settingsCheck: 50, countInterval: 50 }),
    });
    const [first, second, third] = processes as [World, World, World];
    const [ann, ben, cay] = [await first.member('Ann'), await second.member('Ben'), await third.member('Cay')];
    const { groupID } = await specialGathering(first, { startsIn: -1_000 });
    await read();
    for (const [process, { token }] of [
      [first, ann],
      [second, ben],
    ] as const)
      await process.call('/api/v1/gatherings/register', { token, body: { groupID } });
    const [one, other, outside] = [await ann.socket(), await ben.socket(), await cay.socket()];
    for (const each of [one, other, outside]) await each.emit('presence', { state: 'present', groupSpace: groupID });
    const key = `group:${groupID}`;
    for (const each of [one, other]) await each.hears('newPeopleCount', (counts: Record<string, number>) => counts[key] === 2);
    await outside.hears('newPeopleCount', ({ general }: Record<string, number>) => general === 3);
    expect(outside.heard.filter(({ payload }) => JSON.stringify(payload ?? null).includes(groupID))).toEqual([]);
    await connect(one, groupID, 'one');
    await connect(other, groupID, 'other');
    const rooms = await roomsOf(one, other);
    expect(rooms[0]?.roomID).toBe(rooms[1]?.roomID);
    await other.emit('presence', { state: 'present' });
    const before = one.heard.length;
    await expect
      .poll(() => one.heard.slice(before).some(({ payload }) => (payload as Record<string, number> | undefined)?.[key] === 1))
      .toBe(true);
    await close();
  });
