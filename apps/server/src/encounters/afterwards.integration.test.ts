import type { RoomMessage } from '@unspoken/contract/encounters';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import type { PresenceCounts } from '@unspoken/contract/presence';
import { closeOf, confirmed, met, type Pair, paired } from '@unspoken/testing/encounter';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  const durations = { introDuration: 50, connectionDuration: 300, beginLead: 50, countInterval: 100 };
  world = await startWorld({ DURATIONS: JSON.stringify(durations) });
});
afterAll(() => world.close());

let people = 0;
const two = async (): Promise<[Member, Member]> => [
  await world.member(`Person${++people} Surname`),
  await world.member(`Person${++people} Surname`),
];
type Side = 0 | 1;
const friends = (pair: Pair, side: Side, call: string) =>
  world.call(`/api/v1/friends/${call}`, {
    token: pair.members[side].token,
    body: { roomID: pair.roomID, position: String(side + 1) },
  });
const list = async (member: Member) => (await world.call('/api/v1/friends/list', { token: member.token })).body.friends;
const report = (pair: Pair, side: Side, body: Record<string, string> = {}) =>
  world.call('/api/v1/userreport', {
    token: pair.members[side].token,
    body: { roomID: pair.roomID, position: String(side + 1), selectedOptions: '["written signs"]', ...body },
  });
const refused = { error: 'message_not_allowed', message: 'This cannot be sent now.' };
const flags = (addedByMe: boolean, addedByOther: boolean, match?: Member) => ({
  success: true,
  addedByOther,
  alreadyInMyCircleAddedByMe: addedByMe,
  alreadyInMyCircleMatched: addedByMe && addedByOther,
  otherIsGuest: false,
  // Only a match learns the other's first name.
  ...(match && { firstName: match.name.split(' ')[0] }),
});
const matched = async (member: Member): Promise<number> =>
  (await world.call('/api/v1/account/loginfromtoken', { token: member.token })).body.user.myCircleMatched;

async function matchedPair(): Promise<Pair> {
  const pair = await met(await two());
  for (const side of [0, 1] as const) await friends(pair, side, 'addtomycircle');
  for (const socket of pair.sockets) socket.close();
  return pair;
}

test('[CIR-1] [CIR-2] [CIR-5] it is a match only when both have added; removing ends it without notice', async () => {
  const pair = await met(await two());
  const [ann, ben] = pair.members;
  expect((await friends(pair, 0, 'checkpartnercircle')).body).toEqual(flags(false, false));
  for (let i = 0; i < 2; i++) expect((await friends(pair, 0, 'addtomycircle')).body).toEqual(flags(true, false));
  expect([await matched(ann), await matched(ben), await list(ann), await list(ben)]).toEqual([0, 0, [], []]);
  // The message follows the fact: a member who has not added cannot send it.
  expect(await pair.sockets[1].emit('room:send', { roomID: pair.roomID, name: 'addedcircle', n: 3 })).toMatchObject(refused);
  expect(await pair.sockets[0].emit('room:send', { roomID: pair.roomID, name: 'addedcircle', n: 3 })).toEqual({ ok: true });
  await pair.sockets[1].hears<RoomMessage>('room:message', ({ name }) => name === 'addedcircle');
  expect((await friends(pair, 1, 'addtomycircle')).body).toEqual(flags(true, true, pair.members[0]));
  expect([await matched(ann), await matched(ben)]).toEqual([1, 1]);
  const [entry] = await list(ann);
  expect(entry).toEqual({
    friendID: expect.any(String),
    firstName: ben.name.split(' ')[0],
    note: '',
    online: true,
    since: expect.any(Number),
  });
  expect(JSON.stringify(await list(ann))).not.toMatch(new RegExp(`${ben.userId}|${ben.email}|Surname`));
  const own = (path: string, body: Record<string, string>, member = ann) =>
    world.call(`/api/v1/friends/${path}`, { token: member.token, body });
  expect((await own('note', { friendID: entry.friendID, note: 'kind eyes' })).body).toEqual({ success: true });
  expect([(await list(ann))[0].note, (await list(ben))[0].note]).toEqual(['kind eyes', '']);
  // Only its owner can change an entry.
  for (const path of ['note', 'remove'])
    expect((await own(path, { friendID: entry.friendID, note: 'x' }, ben)).body.error).toBe('not_found');
  expect((await own('remove', { friendID: 'nonsense' })).body.error).toBe('not_found');
  expect((await own('remove', { friendID: entry.friendID })).body).toEqual({ success: true });
  expect([await list(ann), await list(ben), await matched(ben)]).toEqual([[], [], 0]);
  expect(pair.sockets[1].heard.filter(({ event }) => event === 'room:message')).toHaveLength(4);
  expect((await friends(pair, 0, 'addtomycircle')).body).toEqual(flags(true, true, pair.members[1]));
  expect((await friends(pair, 1, 'removefrommycircle')).body).toEqual(flags(false, true));
});

test('[CIR-3] nobody can add before the end, after an end that does not allow it, or in a room of others', async () => {
  const pair = await confirmed(await two());
  const [stranger] = await two();
  for (const call of ['addtomycircle', 'removefrommycircle', 'checkpartnercircle']) {
    expect((await friends(pair, 0, call)).body, call).toEqual(refused);
    const foreign = { token: stranger.token, body: { roomID: pair.roomID, position: '1' } };
    expect((await world.call(`/api/v1/friends/${call}`, foreign)).body.error).toBe('room_not_found');
    const wrong = { token: pair.members[0].token, body: { roomID: pair.roomID, position: '2' } };
    expect((await world.call(`/api/v1/friends/${call}`, wrong)).body.error).toBe('wrong_position');
  }
  await pair.sockets[0].emit('room:send', { roomID: pair.roomID, name: 'close', payload: {}, n: 2 });
  expect((await closeOf(pair.sockets[1])).endReason).toBe('cancel_other');
  expect((await friends(pair, 1, 'addtomycircle')).body).toEqual(refused);
});

test('[CIR-4] [CIR-6] [MAT-9] the circle’s pool pairs only friends, and counts show how many are present', async () => {
  const { members } = await matchedPair();
  const lone = await world.member(`Person${++people}`);
  const loneSocket = await lone.socket();
  expect(await loneSocket.emit('connectClick', { clickID: 'l', poolType: 'myCircle' })).toMatchObject({ error: 'circle_empty' });
  const others = await matchedPair();
  const waiting = await others.members[0].socket();
  expect(await waiting.emit('connectClick', { clickID: 'o', poolType: 'myCircle' })).toEqual({ ok: true });
  const pair = await paired(members, { poolType: 'myCircle' });
  await pair.sockets[0].hears<PresenceCounts>('newPeopleCount', ({ myCircle }) => myCircle === 1);
  await waiting.hears<PresenceCounts>('newPeopleCount', (counts) => counts['oneminute:myCircle'] >= 1);
  expect(
    waiting.heard.every(({ event, payload }) => event !== 'newPeopleCount' || (payload as PresenceCounts).myCircle === 0),
  ).toBe(true);
  const counts = async (token?: string) => (await world.call('/api/v1/presencecount', { token })).body.myCircle;
  expect([await counts(members[0].token), await counts(lone.token), await counts()]).toEqual([1, 0, 0]);
  for (const socket of [loneSocket, waiting, ...pair.sockets]) socket.close();
});

test('[CIR-4] a waiting friend who is removed and blocked is no longer paired', async () => {
  const { members } = await matchedPair();
  const waiting = await members[0].socket();
  await waiting.emit('connectClick', { clickID: 'w', poolType: 'myCircle' });
  const [entry] = await list(members[1]);
  await world.call('/api/v1/friends/remove', { token: members[1].token, body: { friendID: entry.friendID, block: 'true' } });
  expect(await waiting.hears('matchmakerEvent', ({ error }: { error?: string }) => error !== undefined)).toMatchObject({
    type: matchmakerEvents.connectFailed,
    error: 'circle_empty',
  });
  waiting.close();
  // The block applies in every pool.
  const [one, other] = [await members[0].socket(), await members[1].socket()];
  await one.emit('connectClick', { clickID: 'x' });
  await other.emit('connectClick', { clickID: 'y' });
  const third = await world.member(`Person${++people}`);
  const socket = await third.socket();
  await socket.emit('connectClick', { clickID: 'z' });
  await one.hears('matchmakerEvent', ({ roomID }: { roomID?: string }) => roomID !== undefined);
  expect(other.heard.some(({ payload }) => (payload as { roomID?: string }).roomID !== undefined)).toBe(false);
  for (const each of [one, other, socket]) each.close();
});

test('[MOD-1] [MOD-2] [MOD-4] [MOD-33] a report is stored once, separates for ever, and notifies nobody', async () => {
  const pair = await met(await two());
  const [ann, ben] = pair.members;
  // The first connect request and the minute change both accounts; the report changes neither visibly.
  await expect.poll(() => pair.sockets[1].count('account:changed')).toBe(2);
  const heard = pair.sockets[1].heard.length;
  expect((await report(pair, 0, { selectedOptions: '["other"]' })).body.fields).toEqual({
    reportExplanation: 'Please describe what happened',
  });
  expect((await report(pair, 0, { selectedOptions: '[]' })).body.fields).toEqual({
    selectedOptions: 'Please choose what happened',
  });
  // [MOD-33] An explanation alone is no reason, whether the list is empty or missing.
  for (const chosen of [{ selectedOptions: '[]' }, { selectedOptions: '' }, {}]) {
    const { roomID } = pair;
    const explained = { roomID, position: '1', reportExplanation: 'They held up a number', ...chosen };
    const { status, body } = await world.call('/api/v1/userreport', { token: ann.token, body: explained });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['selectedOptions']]);
  }
  const deep = '['.repeat(5_000) + ']'.repeat(5_000);
  const many = JSON.stringify(Array(1_000).fill('written signs'));
  for (const wrong of ['["nonsense"]', '{', '[[["written signs"]]]', '"written signs"', deep, many])
    expect((await report(pair, 0, { selectedOptions: wrong })).body.fields, wrong.slice(0, 40)).toEqual({
      selectedOptions: 'This value is not valid',
    });
  const complete = {
    selectedOptions: '["written signs","other"]',
    reportExplanation: 'They held up a number',
    noRepeat: 'false',
  };
  for (let i = 0; i < 2; i++) expect((await report(pair, 0, complete)).body).toEqual({ success: true });
  expect(
    await world.query('select reporter, reported, reasons, no_repeat from report where room_id = $1', [pair.roomID]),
  ).toEqual([{ reporter: ann.userId, reported: ben.userId, reasons: ['written signs', 'other'], no_repeat: false }]);
  expect(pair.sockets[1].heard.slice(heard).filter(({ event }) => event !== 'newPeopleCount')).toEqual([]);
  const recent = async (member: Member) =>
    (await world.call('/api/v1/encounters/recent', { token: member.token })).body.encounters;
  expect(await recent(ann)).toMatchObject([
    { roomID: pair.roomID, position: 1, endReason: 'natural', reported: true, apart: true },
  ]);
  // Not even that they are separated: it would reveal who reported.
  expect(await recent(ben)).toMatchObject([{ roomID: pair.roomID, position: 2, reported: false, apart: false }]);
  expect(JSON.stringify(await recent(ben))).not.toContain(ann.userId);
  // Both wait in the same pool and are not paired.
  await pair.sockets[0].emit('connectClick', { clickID: 'again' });
  await pair.sockets[1].emit('connectClick', { clickID: 'again' });
  const counts = (await world.call('/api/v1/presencecount')).body;
  expect(counts['oneminute:anyone']).toBe(2);
  for (const socket of pair.sockets) socket.close();
});

test('[MOD-3] a report during an encounter ends it; a stranger to the room cannot report', async () => {
  const pair = await confirmed(await two());
  const [stranger] = await two();
  const foreign = { roomID: pair.roomID, position: '1', selectedOptions: '["written signs"]' };
  expect((await world.call('/api/v1/userreport', { token: stranger.token, body: foreign })).body.error).toBe('room_not_found');
  expect((await report(pair, 0, { position: '2' })).body.error).toBe('wrong_position');
  expect((await report(pair, 1)).body).toEqual({ success: true });
  expect((await closeOf(pair.sockets[0])).endReason).toBe('cancel_other');
  expect((await closeOf(pair.sockets[1])).endReason).toBe('cancel_self');
  for (const socket of pair.sockets) socket.close();
});

test('[MOD-1] a pairing that was never confirmed cannot be reported, and after 72 hours nothing can', async () => {
  const greeting = await paired(await two());
  expect((await report(greeting, 0)).body).toEqual(refused);
  for (const socket of greeting.sockets) socket.close();
  const pair = await met(await two());
  world.advance(72 * 3_600_000 + 60_000);
  expect((await report(pair, 0)).body.error).toBe('report_too_late');
  expect((await world.call('/api/v1/encounters/recent', { token: pair.members[0].token })).body.encounters).toEqual([]);
});
