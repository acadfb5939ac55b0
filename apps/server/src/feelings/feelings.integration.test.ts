import { randomInt } from 'node:crypto';
import { changes } from '@unspoken/contract/feelings';
import { begun, closeOf, met } from '@unspoken/testing/encounter';
import { encountered } from '@unspoken/testing/moderation';
import { swept } from '@unspoken/testing/sweeping';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const [minute, day] = [60_000, 24 * 3_600_000];
let world: World;
beforeAll(async () => {
  const durations = { introDuration: 50, connectionDuration: 300, beginLead: 50, retentionSweep: 20 };
  world = await startWorld({ DURATIONS: JSON.stringify(durations) });
});
afterAll(() => world.close());
beforeEach(() => world.query('delete from feelings_count'));

let people = 0;
const newMember = (): Promise<Member> => world.member(`Person${++people}`);
const two = async (): Promise<[Member, Member]> => [await newMember(), await newMember()];
const note = (member: Member, roomID: string, change: string) =>
  world.call('/api/v1/feelings', { token: member.token, body: { roomID, change } });
const sums = ['worse', 'same', 'better'].map((change) => `sum(${change})::int as ${change}`).join(', ');
const counted = () => world.query(`select ${sums} from feelings_count having count(*) > 0`);
const answered = (roomID: string) =>
  world.query('select * from feelings_answered where room_id = $1 order by account_id', [roomID]);
const refusal = async (member: Member, roomID: string) => (await note(member, roomID, 'better')).body.error;

test('[FEEL-2] after a minute that both have completed each of the two answers once', async () => {
  const pair = await met(await two());
  const [ann, ben] = pair.members;
  for (const [member, change] of [
    [ann, 'better'],
    [ben, 'same'],
    [ann, 'worse'],
    [ben, 'same'],
  ] as const)
    expect((await note(member, pair.roomID, change)).body).toEqual({ success: true });
  expect(await counted()).toEqual([{ worse: 0, same: 1, better: 1 }]);
  expect((await answered(pair.roomID)).map(({ account_id }) => account_id)).toEqual([ann.userId, ben.userId].toSorted());
  for (const socket of pair.sockets) socket.close();
});

test('[FEEL-2] answers that are repeated, cross or come at once count once for each person and room', async () => {
  const members = await two();
  const rooms = [
    await encountered(world, ...members),
    await encountered(world, ...members),
    await encountered(world, ...members),
  ];
  const all = rooms.flatMap((room) => members.flatMap((member) => Array.from({ length: 5 }, () => [member, room] as const)));
  for (let round = 0; round < 2; round++) {
    const sent = all
      .toSorted(() => randomInt(2) - 0.5)
      .map(([member, room]) => note(member, room, changes[randomInt(3)] as string));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
  }
  const [row] = await counted();
  expect(Number(row?.worse) + Number(row?.same) + Number(row?.better)).toBe(members.length * rooms.length);
});

test('[FEEL-2] the first answer counts, whatever the later ones say', async () => {
  const [ann, ben] = await two();
  const room = await encountered(world, ann, ben);
  for (const change of ['worse', 'better', 'same']) expect((await note(ann, room, change)).status).toBe(200);
  expect(await counted()).toEqual([{ worse: 1, same: 0, better: 0 }]);
});

test('[FEEL-3] neither the room of others nor one that does not exist can be answered about, and nothing but the three answers', async () => {
  const [ann, ben] = await two();
  const room = await encountered(world, ann, ben);
  expect(await refusal(await newMember(), room)).toBe('room_not_found');
  expect(await refusal(ann, 'oneminute:none')).toBe('room_not_found');
  for (const change of ['', 'much better', '5']) expect((await note(ann, room, change)).status).toBe(422);
  expect((await world.call('/api/v1/feelings', { body: { roomID: room, change: 'same' } })).status).toBe(401);
  expect([await counted(), await answered(room)]).toEqual([[], []]);
});

test('[FEEL-3] a minute that has not ended, or was ended by one of the two, is not counted', async () => {
  const pair = await begun(await two());
  const [ann, ben] = pair.members;
  expect(await refusal(ann, pair.roomID)).toBe('unavailable');
  await new Promise((resume) => setTimeout(resume, 120));
  await pair.sockets[1].emit('room:send', { roomID: pair.roomID, name: 'close', payload: {}, n: 3 });
  expect((await closeOf(pair.sockets[0])).endReason).toBe('manual_other');
  for (const each of [ann, ben]) expect(await refusal(each, pair.roomID)).toBe('message_not_allowed');
  expect([await counted(), await answered(pair.roomID)]).toEqual([[], []]);
  for (const socket of pair.sockets) socket.close();
});

test('[FEEL-3] an experience, and a rehearsal, are not counted', async () => {
  const [ann, ben] = await two();
  const [experience, rehearsal] = [await encountered(world, ann, ben), await encountered(world, ann, ben)];
  await world.query(`update encounter set experience_type = 'threequestions' where room_id = $1`, [experience]);
  await world.query('update encounter set rehearsal = true, completed = false where room_id = $1', [rehearsal]);
  for (const room of [experience, rehearsal]) expect(await refusal(ann, room)).toBe('message_not_allowed');
});

test('[FEEL-3] [FEEL-4] an answer is accepted for seven days, and that it was given is forgotten after eight', async () => {
  const [ann, ben] = await two();
  const room = await encountered(world, ann, ben);
  world.advance(7 * day - minute);
  expect((await note(ann, room, 'better')).status).toBe(200);
  world.advance(2 * minute);
  expect(await refusal(ben, room)).toBe('message_not_allowed');
  expect(await refusal(ann, room)).toBe('message_not_allowed');
  world.advance(day - 2 * minute);
  await swept(world);
  expect(await answered(room)).toHaveLength(1);
  world.advance(2 * minute);
  await swept(world);
  expect(await answered(room)).toEqual([]);
  expect(await counted()).toEqual([{ worse: 0, same: 0, better: 1 }]);
});

test('[FEEL-3] an installation that does not ask accepts no answer, and goes on publishing', async () => {
  const silent = await startWorld({ ADDITIONS: 'window,veil' });
  const [ann, ben] = [await silent.member('Ann'), await silent.member('Ben')];
  const body = { roomID: await encountered(silent, ann, ben), change: 'better' };
  expect((await silent.call('/api/v1/feelings', { token: ann.token, body })).body.error).toBe('not_found');
  expect((await silent.call('/api/v1/transparency/feelings')).body).toEqual({ effect: null });
  await silent.close();
});

test('[FEEL-4] the database does not hold which answer a person gave, nor when; the export says that they have answered', async () => {
  const [ann, ben] = await two();
  const room = await encountered(world, ann, ben);
  const endedAt = world.now();
  world.advance(3 * minute);
  await note(ann, room, 'worse');
  expect(await answered(room)).toEqual([{ room_id: room, account_id: ann.userId, ended_at: expect.any(Date) }]);
  const [recorded] = await answered(room);
  const minuteEndedAt = recorded?.ended_at as Date;
  expect(Math.abs(minuteEndedAt.getTime() - endedAt.getTime())).toBeLessThan(minute);
  await note(ben, room, 'better');
  // One row for all three: the transaction that wrote it last is that of the last answer, of whichever kind.
  expect(await world.query('select * from feelings_count')).toEqual([
    { week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), worse: 1, same: 0, better: 1 },
  ]);
  expect(world.log()).not.toMatch(/worse|better/);
  const { body } = await world.call('/api/v1/account/exportdata', { token: ann.token, body: { password } });
  expect(body.feelingsAnswered).toEqual([{ minuteEndedAt: minuteEndedAt.toISOString() }]);
});

test('[FEEL-4] with an account goes that it has answered; the counts stay', async () => {
  const [ann, ben] = await two();
  const room = await encountered(world, ann, ben);
  for (const each of [ann, ben]) await note(each, room, 'better');
  await world.call('/api/v1/account/deleteaccount', { token: ann.token, body: { password } });
  expect(await answered(room)).toMatchObject([{ account_id: ben.userId }]);
  expect(await counted()).toEqual([{ worse: 0, same: 0, better: 2 }]);
});

test('[FEEL-6] visitors read nothing of 49 answers, and the effect of 50 an hour after their week is over', async () => {
  const read = async () => (await world.call('/api/v1/transparency/feelings')).body;
  const [ann, ben] = await two();
  for (let i = 0; i < 49; i++) await note(i % 2 ? ann : ben, await encountered(world, ann, ben), 'better');
  world.advance(8 * day);
  expect(await read()).toEqual({ effect: null });
  await world.query('update feelings_count set better = better + 1');
  expect((await read()).effect).toMatchObject({ answers: 50, net: 2, until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  const { effect } = await read();
  const [row] = await world.query(`select (week::date + 6)::text as until from feelings_count`);
  expect(effect.until).toBe(row?.until);
  // Answers of the current week are added when it is over.
  const again = await Promise.all([world.member(`Late${people}`), newMember()]);
  for (let i = 0; i < 50; i++) await note(again[0], await encountered(world, ...again), 'worse');
  expect(await read()).toEqual({ effect });
  world.advance(8 * day);
  expect((await read()).effect).toMatchObject({ answers: 100, net: 0 });
});
