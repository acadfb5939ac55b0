import type { RoomMessage } from '@unspoken/contract/encounters';
import type { PresenceCounts } from '@unspoken/contract/presence';
import { met, type Pair } from '@unspoken/testing/encounter';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  const durations = { introDuration: 50, connectionDuration: 300, beginLead: 50, countInterval: 100 };
  world = await startWorld({ DURATIONS: JSON.stringify(durations) });
});
afterAll(() => world.close());

let people = 0;
const post = (path: string, member: Member, body: Record<string, string>) =>
  world.call(`/api/v1/${path}`, { token: member.token, body });
const inRoom = ({ roomID }: Pair, side: 0 | 1) => ({ roomID, position: String(side + 1) });
const circle = async (pair: Pair, side: 0 | 1, call: string) =>
  (await post(`friends/${call}`, pair.members[side], inRoom(pair, side))).body;
const friends = async ({ token }: Member) => (await world.call('/api/v1/friends/list', { token })).body.friends;
const matched = async ({ token }: Member) =>
  (await world.call('/api/v1/account/loginfromtoken', { token })).body.user.myCircleMatched;
const presentInCircle = async ({ token }: Member) => (await world.call('/api/v1/presencecount', { token })).body.myCircle;

/** A pair who have met and added each other; both are still connected. */
async function circlePair(): Promise<Pair> {
  const pair = await met([await world.member(`Person${++people}`), await world.member(`Person${++people}`)]);
  for (const side of [0, 1] as const) await circle(pair, side, 'addtomycircle');
  for (const socket of pair.sockets) await socket.hears<PresenceCounts>('newPeopleCount', ({ myCircle }) => myCircle === 1);
  expect(await Promise.all(pair.members.map(friends))).toMatchObject([[{ online: true }], [{ online: true }]]);
  return pair;
}

const ways: Record<string, (pair: Pair) => Promise<unknown>> = {
  'a report': (pair) => post('userreport', pair.members[0], { ...inRoom(pair, 0), selectedOptions: '["written signs"]' }),
  'a block after an encounter': (pair) => post('userblock', pair.members[0], inRoom(pair, 0)),
  'a block in the circle': async (pair) => {
    const [{ friendID }] = await friends(pair.members[0]);
    return post('friends/remove', pair.members[0], { friendID, block: 'true' });
  },
};
const waysToPart = Object.entries(ways);

test.each(waysToPart)('[CIR-17] [MOD-2] %s ends the circle for both: lists, pool and counts', async (_, part) => {
  const pair = await circlePair();
  // The notifications about the counted minute have arrived by now.
  for (const socket of pair.sockets) await socket.emit('time', {});
  const counts = pair.sockets.map(({ heard }) => heard.length);
  const changes = pair.sockets.map((socket) => socket.count('account:changed'));
  expect(await part(pair)).toMatchObject({ body: { success: true } });
  expect(await Promise.all(pair.members.map(friends))).toEqual([[], []]);
  expect(await Promise.all(pair.members.map(matched))).toEqual([0, 0]);
  expect(await Promise.all(pair.members.map(presentInCircle))).toEqual([0, 0]);
  for (const [side, socket] of pair.sockets.entries()) {
    // The open page reads the account again, and its circle counts nobody.
    await expect.poll(() => socket.count('account:changed')).toBe((changes[side] ?? 0) + 1);
    const newCounts = () => socket.heard.slice(counts[side]).filter(({ event }) => event === 'newPeopleCount');
    await expect.poll(() => newCounts().some(({ payload }) => (payload as PresenceCounts).myCircle === 0)).toBe(true);
    expect(await socket.emit('connectClick', { clickID: `c${side}`, poolType: 'myCircle' })).toMatchObject({
      error: 'circle_empty',
    });
    socket.close();
  }
});

test.each(waysToPart)(
  '[CIR-18] after %s, adding again makes no match, and to the other it looks like a plain removal',
  async (_, part) => {
    const [pair, plain] = [await circlePair(), await circlePair()];
    const [ann, ben] = pair.members;
    await part(pair);
    await circle(plain, 0, 'removefrommycircle');
    // Ben sees the same as after a plain removal.
    expect(await circle(pair, 1, 'checkpartnercircle')).toEqual(await circle(plain, 1, 'checkpartnercircle'));
    expect(await circle(pair, 1, 'addtomycircle')).toEqual(await circle(plain, 1, 'addtomycircle'));
    // Ann, who parted from Ben, is refused, and does not see whether Ben has added her.
    expect(await circle(pair, 0, 'addtomycircle')).toMatchObject({ error: 'message_not_allowed' });
    expect(await circle(pair, 0, 'checkpartnercircle')).toMatchObject({ addedByOther: false, alreadyInMyCircleAddedByMe: false });
    expect(await Promise.all([ann, ben].map(friends))).toEqual([[], []]);
    for (const socket of [...pair.sockets, ...plain.sockets]) socket.close();
  },
);

test('[CIR-17] a simultaneous add and report leave no match', async () => {
  for (let attempt = 0; attempt < 4; attempt++) {
    const pair = await met([await world.member(`Person${++people}`), await world.member(`Person${++people}`)]);
    await circle(pair, 1, 'addtomycircle');
    await Promise.all([circle(pair, 0, 'addtomycircle'), ways['a report']?.(pair)]);
    expect(await Promise.all(pair.members.map(friends))).toEqual([[], []]);
    expect(await Promise.all(pair.members.map(matched))).toEqual([0, 0]);
    for (const socket of pair.sockets) socket.close();
  }
});

test('[MOD-4] a reported member who was no match is not notified, and their later messages are dropped', async () => {
  const pair = await met([await world.member(`Person${++people}`), await world.member(`Person${++people}`)]);
  await circle(pair, 1, 'addtomycircle');
  await circle(pair, 1, 'checkpartnercircle');
  await pair.sockets[1].emit('time', {});
  const changes = pair.sockets[1].count('account:changed');
  await ways['a report']?.(pair);
  expect(await pair.sockets[1].emit('thanksClick', { roomID: pair.roomID, position: 2 })).toEqual({ ok: true });
  for (const [i, name] of ['addedcircle', 'thankyou'].entries())
    expect(await pair.sockets[1].emit('room:send', { roomID: pair.roomID, name, n: 3 + i })).toEqual({ ok: true });
  await pair.sockets[0].emit('time', {});
  const received = pair.sockets[0].heard.filter(({ event }) => event === 'room:message');
  expect(received.map(({ payload }) => (payload as RoomMessage).name)).not.toEqual(expect.arrayContaining(['addedcircle']));
  expect(received.map(({ payload }) => (payload as RoomMessage).name)).not.toEqual(expect.arrayContaining(['thankyou']));
  await pair.sockets[1].emit('time', {});
  expect(pair.sockets[1].count('account:changed')).toBe(changes);
  for (const socket of pair.sockets) socket.close();
});
