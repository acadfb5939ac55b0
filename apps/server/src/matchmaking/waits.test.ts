import { shippedDurations as durations } from '@unspoken/contract/durations';
import { MeetingBed, roomOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { Wait } from './service.ts';

const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const { peerNoAnswerTimeout, reservationLife } = durations;

/** Two members, and the waits that have ended: how, from when, and for how long, ms. */
function bed() {
  const meeting = new MeetingBed();
  const began = meeting.clock.now();
  const waits: Wait[] = [];
  meeting.matchmaking.waits.subscribe((wait) => waits.push(wait));
  const ended = () => waits.map(({ outcome, queuedAt, endedAt }) => [outcome, queuedAt - began, endedAt - queuedAt]);
  const hello = (socket: TestSocket) => meeting.say(socket, roomOf(socket) ?? '', 'hello');
  const join = (...sockets: TestSocket[]) => {
    for (const socket of sockets) meeting.roomRegistry.join(socket, roomOf(socket) ?? '', 0);
  };
  return Object.assign(meeting, { waits, ended, hello, joinRoom: join });
}

test('[MAT-38] two who greet each other have met, each after their own wait, which ended when they were paired', async () => {
  const { clock, socket, connect, hello, joinRoom, waits, ended } = pick(bed());
  const [ann, ben] = [socket('ann'), socket('ben')];
  await connect(ann);
  await clock.advance(5_000);
  await connect(ben);
  joinRoom(ann, ben);
  await clock.advance(1_000);
  hello(ben);
  expect(waits).toEqual([]);
  hello(ann);
  hello(ann);
  expect(ended()).toEqual([
    ['met', 0, 5_000],
    ['met', 5_000, 0],
  ]);
  expect(Object.keys(waits[0] ?? {}).sort()).toEqual(['endedAt', 'outcome', 'pool', 'queuedAt']);
  expect(waits[0]?.pool).toEqual(pool);
  await clock.advance(120_000);
  expect(waits).toHaveLength(2);
});

test('[MAT-38] a pairing that fails continues the wait of who is still there; who owes the hello is lost', async () => {
  const { clock, socket, connect, hello, joinRoom, ended } = pick(bed());
  const [ann, ben, cay] = [socket('ann'), socket('ben'), socket('cay')];
  await connect(ann);
  await clock.advance(1_000);
  await connect(ben);
  joinRoom(ann, ben);
  await clock.advance(peerNoAnswerTimeout);
  expect(ended()).toEqual([['lost', 1_000, peerNoAnswerTimeout]]);
  await connect(cay);
  joinRoom(ann, cay);
  hello(cay);
  hello(ann);
  expect(ended().slice(1)).toEqual([
    ['met', 0, 1_000 + peerNoAnswerTimeout],
    ['met', 1_000 + peerNoAnswerTimeout, 0],
  ]);
});

test('[MAT-38] a cancel gives up: while waiting, before the greeting is answered, and never twice', async () => {
  const meeting = bed();
  const { clock, socket, connect, ended } = pick(meeting);
  const [ann, ben] = [socket('ann'), socket('ben')];
  const clickID = await connect(ann);
  await clock.advance(3_000);
  for (let times = 0; times < 2; times++) await meeting.matchmaking.cancel(ann, clickID);
  expect(ended()).toEqual([['gave_up', 0, 3_000]]);
  await connect(ann);
  const second = await connect(ben);
  await clock.advance(1_000);
  await meeting.matchmaking.cancel(ben, second);
  await settled();
  expect(ended().slice(1)).toEqual([['gave_up', 3_000, 1_000]]);
});

test('[MAT-38] a request that is paused is given up when it is cancelled, or not sent again in time', async () => {
  const meeting = bed();
  const { clock, socket, connect, ended } = pick(meeting);
  const ann = socket('ann');
  const first = await connect(ann);
  await clock.advance(2_000);
  await meeting.matchmaking.pause(ann, first);
  await clock.advance(1_000);
  await meeting.matchmaking.cancel(ann, first);
  await clock.advance(reservationLife);
  expect(ended()).toEqual([['gave_up', 0, 2_000]]);
  const second = await connect(ann);
  await meeting.matchmaking.pause(ann, second);
  await clock.advance(reservationLife - 1);
  expect(ended()).toHaveLength(1);
  await clock.advance(1);
  expect(ended().slice(1)).toEqual([['gave_up', 3_000 + reservationLife, 0]]);
});

test('[MAT-38] a lost socket ends the wait once its position is given up, and not if it returns', async () => {
  const meeting = bed();
  const { clock, socket, connect, ended } = pick(meeting);
  const ann = socket('ann');
  const clickID = await connect(ann);
  await clock.advance(4_000);
  meeting.lose(ann);
  await clock.advance(reservationLife - 1);
  const again = socket('ann');
  await connect(again, { clickID });
  await clock.advance(reservationLife);
  expect(ended()).toEqual([]);
  const queuedFor = 4_000 + 2 * reservationLife - 1;
  meeting.lose(again);
  await clock.advance(reservationLife);
  expect(ended()).toEqual([['lost', 0, queuedFor]]);
});

test('[MAT-38] a pairing that is dissolved while the socket is away ends the wait as lost', async () => {
  const meeting = bed();
  const { clock, socket, connect, hello, joinRoom, ended } = pick(meeting);
  const [ann, ben] = [socket('ann'), socket('ben')];
  await connect(ann);
  await connect(ben);
  joinRoom(ann, ben);
  hello(ben);
  meeting.lose(ann);
  await clock.advance(peerNoAnswerTimeout + reservationLife);
  expect(ended()).toEqual([['lost', 0, expect.any(Number)]]);
});

test('[MAT-38] another request continues the wait by its position, and ends that of a reserved one', async () => {
  const meeting = bed();
  const { clock, socket, connect, ended } = pick(meeting);
  const [ann, other] = [socket('ann'), socket('ann')];
  await connect(ann);
  await clock.advance(1_000);
  const second = await connect(other);
  expect(ended()).toEqual([]);
  await clock.advance(1_000);
  await meeting.matchmaking.pause(other, second);
  await clock.advance(1_000);
  await connect(other);
  expect(ended()).toEqual([['gave_up', 0, 2_000]]);
  await clock.advance(reservationLife);
  expect(ended()).toHaveLength(1);
});

test('[MAT-38] a member who may no longer connect is refused, and so are two whose room cannot be recorded', async () => {
  const meeting = bed();
  const { clock, socket, connect, ended } = pick(meeting);
  const [ann, ben, cay] = [socket('ann'), socket('ben'), socket('cay')];
  await connect(ann);
  await clock.advance(1_000);
  await meeting.matchmaking.withdraw('ann', 'account_held');
  await meeting.matchmaking.withdraw('ann', 'account_held');
  expect(ended()).toEqual([['refused', 0, 1_000]]);
  await connect(ben);
  meeting.store.open = async () => {
    throw new Error('no database');
  };
  await connect(cay);
  expect(ended().slice(1)).toEqual([
    ['refused', 1_000, 0],
    ['refused', 1_000, 0],
  ]);
});

/** The methods that a test uses most, bound. */
function pick(meeting: ReturnType<typeof bed>) {
  const { clock, waits, ended, hello, joinRoom } = meeting;
  return { clock, waits, ended, hello, joinRoom, socket: meeting.socket.bind(meeting), connect: meeting.connect.bind(meeting) };
}
