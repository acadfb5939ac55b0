import { shippedDurations as durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { endOf, MeetingBed, messagesOf } from '@unspoken/testing/meeting-bed';
import { settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { UnendedRoom } from './store.ts';

const pool = { experienceType: 'oneminute', poolType: 'myCircle', groupSpace: 'open' } as const;
const left = 40_000;

/** A process that continues a minute with this much time left, ms; neither member has come back yet. */
async function takenOver(remaining = left) {
  const bed = new MeetingBed();
  const roomID = 'a room';
  const connectedAt = bed.clock.now() + remaining - durations.connectionDuration;
  const row = { roomID, a: 'ann', b: 'ben', pool, pairedAt: connectedAt - 30_000, waited: 0 };
  await bed.store.open(row);
  const [first, second] = ['ann', 'ben'].map((accountId) => ({
    ...{ accountId, connectionId: `a lost socket of ${accountId}`, node: '', clickID: 'request' },
    ...{ pool, queuedAt: 0, noRepeat: false, avoid: {} },
  })) as [never, never];
  bed.roomRegistry.adopt({ ...row, connectedAt } as unknown as UnendedRoom & { connectedAt: number }, [first, second], {
    relayOnly: false,
    plan: undefined,
  });
  const join = (accountId: string, after = 0) => {
    const socket = bed.socket(accountId);
    return { socket, joined: bed.roomRegistry.join(socket, roomID, after) };
  };
  const end = () => bed.store.rows.get(roomID)?.end;
  return { bed, roomID, connectedAt, join, end };
}

test('[ENC-22] a minute that is taken over keeps its start, and counts', async () => {
  const { bed, roomID, connectedAt, join, end } = await takenOver();
  expect([bed.begun, bed.roomRegistry.look('ann', roomID)]).toEqual([
    ['myCircle'],
    { phase: 'begun', roomID, position: 1, startsAt: connectedAt, relayOnly: false, now: bed.clock.now() },
  ]);
  const sockets = ['ann', 'ben'].map((each) => join(each).socket);
  await bed.clock.advance(left - 1);
  expect(end()).toBeUndefined();
  await bed.clock.advance(1);
  expect([sockets.map(endOf), end()]).toMatchObject([['natural', 'natural'], { completed: true, duration: 60_000 }]);
});

test('[ENC-22] one member who is back is enough for the minute to count', async () => {
  const { bed, join, end } = await takenOver();
  join('ben');
  await bed.clock.advance(left);
  expect(end()).toMatchObject({ reasonA: 'natural', reasonB: 'natural' });
});

test('[ENC-22] a minute with a member present ends at its time, however late it was taken over', async () => {
  const { bed, join, end } = await takenOver(5_000);
  join('ben');
  await bed.clock.advance(5_000);
  expect(end()).toMatchObject({ reasonA: 'natural', reasonB: 'natural' });
});

test('[ENC-22] camera reports in a minute that was taken over do not count as Start, and start no limit', async () => {
  const { bed, roomID, join, end } = await takenOver();
  for (const each of ['ann', 'ben']) bed.say(join(each).socket, roomID, 'ready', { camera: 'back' });
  await bed.clock.advance(left - 1);
  expect(end()).toBeUndefined();
  await bed.clock.advance(1);
  expect(end()).toMatchObject({ completed: true });
});

test('[ENC-22] message numbers continue where the clients report, and earlier messages are not known here', async () => {
  const { bed, roomID, join } = await takenOver();
  const ann = join('ann', 4);
  const ben = join('ben', 7);
  expect([ann.joined, ben.joined]).toEqual([
    { position: 1, heard: 0, told: 4 },
    { position: 2, heard: 0, told: 7 },
  ]);
  expect(bed.say(ann.socket, roomID, 'ready', { camera: 'lost' }, 9)).toEqual({ ok: true });
  expect(bed.say(ann.socket, roomID, 'ready', { camera: 'lost' }, 9)).toEqual({ ok: true });
  expect(() => bed.say(ann.socket, roomID, 'ready', {}, 11)).toThrow(new AppError('out_of_order'));
  expect(messagesOf(ben.socket).map(({ name, seq }) => [name, seq])).toEqual([['ready', 8]]);
  // No message can start the room over.
  expect(() => bed.say(ann.socket, roomID, 'hello', {}, 10)).toThrow(new AppError('message_not_allowed'));
});

test('[ENC-22] a message to a side that is not back yet is sent when it is, numbered after what it has received', async () => {
  const { bed, roomID, join } = await takenOver();
  const ann = join('ann');
  bed.say(ann.socket, roomID, 'ready', { camera: 'lost' }, 3);
  const ben = join('ben', 5);
  expect([ben.joined.told, messagesOf(ben.socket).map(({ seq }) => seq)]).toEqual([6, [6]]);
});

test.each([
  [left, 0],
  [10_000, 5_000],
  [-4_000, 15_000],
] as const)(
  '[ENC-22] the end of a minute with %i ms left whose members both stay away is delayed by %i ms',
  async (remaining, longer) => {
    const { bed, end } = await takenOver(remaining);
    const until = Math.max(remaining, 0) + longer;
    await bed.clock.advance(until - 1);
    expect(end()).toBeUndefined();
    await bed.clock.advance(1);
    expect(end()).toMatchObject({ reasonA: 'unknown', reasonB: 'ice_failure', completed: false });
  },
);

test('[ENC-22] a member who comes back when the time is over ends the minute, and it counts', async () => {
  const { bed, join, end } = await takenOver(10_000);
  await bed.clock.advance(10_000);
  expect(end()).toBeUndefined();
  const { socket } = join('ann');
  await settled();
  expect([endOf(socket), end()]).toMatchObject(['natural', { completed: true }]);
});

test('a join before the time is over does not end the minute, nor does any join in a room not taken over', async () => {
  const { bed, join, end } = await takenOver(10_000);
  await bed.clock.advance(9_999);
  join('ann');
  await settled();
  expect(end()).toBeUndefined();
  const own = new MeetingBed();
  const { roomID } = await own.confirmed();
  await own.clock.advance(durations.connectionDuration);
  own.roomRegistry.join(own.socket('ann'), roomID, 0);
  expect(own.roomRegistry.look('ann', roomID)?.phase).toBe('confirmed');
});

test('[ENC-23] a room that another process takes over is removed here without an end', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.begunMinute();
  const [room] = bed.roomRegistry.running();
  if (room) bed.roomRegistry.abandon(room);
  expect([
    bed.roomRegistry.size,
    bed.roomRegistry.current('ann'),
    bed.roomRegistry.current('ben'),
    bed.roomRegistry.running(),
  ]).toEqual([0, undefined, undefined, []]);
  await bed.clock.advance(durations.connectionDuration * 2);
  expect([sockets.map(endOf), bed.store.rows.get(roomID)?.end]).toEqual([[undefined, undefined], undefined]);
});

test('[ENC-22] when a process is gone, its sockets are gone from the rooms they have joined', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  const elsewhere = bed.socket('ann', 'another process');
  bed.roomRegistry.join(elsewhere, roomID, 1);
  bed.roomRegistry.nodeGone('a third process');
  await bed.clock.advance(durations.rejoinBeforeConnected);
  expect(sockets.map(endOf)).toEqual([undefined, undefined]);
  bed.roomRegistry.nodeGone('another process');
  await bed.clock.advance(durations.rejoinBeforeConnected);
  expect(endOf(sockets[1])).toBe('ice_failure');
});

test('[ENC-22] when a process is gone, a room that its sockets have not joined yet is dissolved', async () => {
  for (const [gone, running] of [
    ['another process', 0],
    ['a third process', 1],
  ] as const) {
    const bed = new MeetingBed();
    const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
    await bed.connect(ann);
    await bed.connect(ben);
    const roomID = bed.roomRegistry.current('ann') as string;
    bed.roomRegistry.repeatAnnouncement(bed.socket('ann', 'another process'), roomID, 'another process');
    bed.roomRegistry.nodeGone(gone);
    await settled();
    expect(bed.roomRegistry.running()).toHaveLength(running);
  }
});

test('settled() waits for every write about one room, or about all rooms', async () => {
  const bed = new MeetingBed();
  const { roomID } = await bed.confirmed();
  let finishWrite: () => void = () => {};
  bed.store.ended = () =>
    new Promise((done) => {
      finishWrite = done;
    });
  bed.roomRegistry.withdraw('ann', roomID);
  const seen: string[] = [];
  void bed.roomRegistry.settled(roomID).then(() => seen.push('this room'));
  void bed.roomRegistry.settled('another').then(() => seen.push('another'));
  void bed.roomRegistry.settled().then(() => seen.push('all'));
  await settled();
  expect(seen).toEqual(['another']);
  finishWrite();
  await settled();
  expect(new Set(seen)).toEqual(new Set(['another', 'this room', 'all']));
});
