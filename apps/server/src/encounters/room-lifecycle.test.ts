import { shippedDurations as durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { endOf, MeetingBed, messagesOf, roomOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';

const waiting = (bed: MeetingBed) => bed.matchmakingState.all().map(({ accountId }) => accountId);
/** The error codes with which requests were refused to this socket. */
const refusals = ({ heard }: TestSocket) =>
  heard.flatMap(({ payload }) => {
    const { type, error } = payload as { type?: string; error?: string };
    return type === matchmakerEvents.connectFailed ? [error] : [];
  });
const begins = ({ heard }: TestSocket) => heard.filter(({ event }) => event === 'room:begin').map(({ payload }) => payload);
const kinds = (bed: MeetingBed) => bed.notes.map(({ kind }) => kind);

/** A pair who have joined their room and not yet greeted each other. */
async function greeting() {
  const bed = new MeetingBed();
  const sockets = [bed.socket('ann'), bed.socket('ben')] as const;
  const requests = [await bed.connect(sockets[0]), await bed.connect(sockets[1])];
  const roomID = roomOf(sockets[0]) as string;
  for (const socket of sockets) bed.roomRegistry.join(socket, roomID, 0);
  return { bed, sockets, roomID, requests };
}

test.each([
  [false, 1],
  [true, 0],
] as const)(
  '[ENC-1] a hello that is missing after 5 s ends the request of the side that owes it; the other is requeued: %s',
  async (hello, owes) => {
    const { bed, sockets, roomID, requests } = await greeting();
    if (hello) bed.say(sockets[1], roomID, 'hello');
    await bed.clock.advance(durations.peerNoAnswerTimeout - 1);
    expect([bed.roomRegistry.current('ann'), waiting(bed)]).toEqual([roomID, []]);
    await bed.clock.advance(1);
    expect(sockets.map(refusals)).toEqual(owes === 0 ? [['matchmaker_failed'], []] : [[], ['matchmaker_failed']]);
    expect(waiting(bed)).toEqual([owes === 0 ? 'ben' : 'ann']);
    expect([bed.roomRegistry.current('ann'), bed.roomRegistry.size, kinds(bed)]).toEqual([undefined, 0, ['paired', 'dissolved']]);
    expect(bed.store.rows.get(roomID)?.end).toMatchObject({ completed: false, duration: 0 });
    // The ended request is refused from now on.
    const again = bed.connect(sockets[owes], { clickID: requests[owes] as string });
    await expect(again).rejects.toThrow(new AppError('click_ended'));
    await bed.clock.advance(durations.endedRoomLife);
    expect([kinds(bed), bed.faults]).toEqual([['paired', 'dissolved'], []]);
  },
);

test.each(['close', 'leave', 'cancel'] as const)(
  '[ENC-1] a member who leaves during the greeting no longer waits, the other is requeued: %s',
  async (how) => {
    const { bed, sockets, roomID } = await greeting();
    if (how === 'close') expect(bed.say(sockets[0], roomID, 'close')).toEqual({ ok: true });
    if (how === 'leave') bed.roomRegistry.leave(sockets[0], roomID);
    if (how === 'cancel') bed.roomRegistry.withdraw('ann', roomID);
    await settled();
    expect([waiting(bed), sockets.map(refusals), sockets.map(endOf)]).toEqual([['ben'], [[], []], [undefined, undefined]]);
    expect(bed.roomRegistry.size).toBe(0);
  },
);

test('[ENC-1] a socket lost during the greeting dissolves the room; both sides keep their positions in the queue', async () => {
  const { bed, sockets, roomID } = await greeting();
  bed.roomRegistry.closed(bed.socket('ann'));
  expect(bed.roomRegistry.current('ann')).toBe(roomID);
  bed.lose(sockets[1]);
  await settled();
  expect([waiting(bed), sockets.map(refusals)]).toEqual([['ann'], [[], []]]);
  const ben = await bed.matchmakingState.find('ben');
  expect(ben.reserved?.until).toBe(bed.clock.now() + durations.reservationLife);
});

test('if a member’s socket is gone when they are paired, the room is dissolved and the partner keeps waiting', async () => {
  const bed = new MeetingBed();
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  await bed.connect(ann);
  const open = bed.roomRegistry.open.bind(bed.roomRegistry);
  bed.matchmaking.serve({
    nameRoom: () => 'room',
    sendAgain: async () => {},
    left: async () => false,
    cancel: async () => {},
    open: async (...of) => {
      bed.lose(ann);
      return open(...of);
    },
  });
  await bed.connect(ben);
  expect([waiting(bed), kinds(bed), bed.roomRegistry.size]).toEqual([['ben'], ['paired', 'dissolved'], 0]);
});

test('a room that cannot be recorded is not opened', async () => {
  const bed = new MeetingBed();
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  bed.store.open = async () => {
    throw new Error('the database is away');
  };
  await bed.connect(ann);
  await bed.connect(ben);
  expect([bed.roomRegistry.size, kinds(bed), [ann, ben].map(roomOf)]).toEqual([0, [], [undefined, undefined]]);
});

test('a member who repeats the same request is notified of the room again, and is in it by the later socket', async () => {
  const { bed, sockets, roomID } = await greeting();
  const again = bed.socket('ann');
  bed.roomRegistry.repeatAnnouncement(again, roomID, '');
  expect(roomOf(again)).toBe(roomID);
  bed.lose(sockets[0]);
  await settled();
  expect(bed.roomRegistry.current('ann')).toBe(roomID);
  bed.lose(again);
  await settled();
  expect(bed.roomRegistry.current('ann')).toBeUndefined();
});

test('a repeated request is not notified of a room that has ended', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.say(sockets[0], roomID, 'close');
  const again = bed.socket('ann');
  bed.roomRegistry.repeatAnnouncement(again, roomID, '');
  expect(again.heard).toEqual([]);
});

test('a member is informed that the partner is a guest, if they met by an invitation', async () => {
  for (const poolType of ['personalInvite', 'anyone'] as const) {
    const bed = new MeetingBed();
    bed.guests.add('ben');
    const sockets = [bed.socket('ann'), bed.socket('ben')] as const;
    const [first, second] = sockets.map(({ id, accountId }) => ({
      ...{ accountId, connectionId: id, node: '', clickID: 'request', queuedAt: 400_000, noRepeat: false, avoid: {} },
      pool: { experienceType: 'oneminute', poolType, groupSpace: 'a code' },
    })) as [never, never];
    await bed.roomRegistry.open('room', first, second, async () => true);
    const flags = sockets.map(({ heard }) => (heard[0]?.payload as { partnerIsGuest?: boolean } | undefined)?.partnerIsGuest);
    expect(flags).toEqual(poolType === 'anyone' ? [undefined, undefined] : [true, undefined]);
    expect(bed.notes[0]).toEqual({ kind: 'paired', pool: poolType, waited: bed.clock.now() - 400_000 });
  }
});

test('[ENC-5] the start is named when both see each other: after the intro, and with time for the message', async () => {
  for (const [late, ahead] of [
    [0, durations.introDuration],
    [durations.introDuration, durations.beginLead],
  ] as const) {
    const bed = new MeetingBed();
    const { sockets, roomID } = await bed.confirmed();
    const [ann, ben] = sockets;
    expect(() => bed.roomRegistry.reportMedia(ann, roomID)).toThrow(new AppError('message_not_allowed'));
    bed.say(ann, roomID, 'ready');
    bed.roomRegistry.reportMedia(ann, roomID);
    bed.say(ben, roomID, 'ready');
    await bed.clock.advance(late);
    expect([begins(ann), kinds(bed)]).toEqual([[], ['paired']]);
    bed.roomRegistry.reportMedia(ben, roomID);
    const now = bed.clock.now();
    for (const socket of sockets) expect(begins(socket)).toEqual([{ roomID, startsAt: now + ahead, now }]);
    expect(bed.notes.slice(1)).toEqual([{ kind: 'seen', after: late }, { kind: 'begun' }]);
    expect([bed.begun, bed.store.rows.get(roomID)?.connectedAt]).toEqual([['anyone'], now + ahead]);
    bed.roomRegistry.reportMedia(ben, roomID);
    expect([begins(ben).length, begins(ann).length]).toEqual([2, 1]);
  }
});

test('the wait for a picture is counted once per side, from when both have pressed Start', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  const [ann, ben] = sockets;
  bed.say(ann, roomID, 'ready');
  bed.say(ben, roomID, 'ready');
  await bed.clock.advance(1_000);
  bed.roomRegistry.reportMedia(ann, roomID);
  await bed.clock.advance(1_000);
  bed.roomRegistry.reportMedia(ann, roomID);
  expect(bed.notes.slice(1)).toEqual([{ kind: 'seen', after: 1_000 }]);
});

test('[ENC-5] pressing Start a second time does not delay the minute', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  for (const socket of sockets) bed.say(socket, roomID, 'ready');
  const ready = bed.clock.now();
  await bed.clock.advance(1_000);
  for (const socket of sockets) bed.say(socket, roomID, 'ready');
  for (const socket of sockets) bed.roomRegistry.reportMedia(socket, roomID);
  expect(bed.roomRegistry.look('ann', roomID)?.startsAt).toBe(ready + durations.introDuration);
});

test('[ENC-5] a request for a new offer reaches the partner before Start, and does not count as Start', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  const [ann, ben] = sockets;
  bed.say(ann, roomID, 'ready');
  bed.say(ben, roomID, 'ready', { again: true });
  expect(messagesOf(ann).at(-1)).toMatchObject({ name: 'ready', payload: { again: true } });
  expect(() => bed.roomRegistry.reportMedia(ben, roomID)).toThrow(new AppError('message_not_allowed'));
  bed.say(ben, roomID, 'ready');
  for (const socket of sockets) bed.roomRegistry.reportMedia(socket, roomID);
  expect(begins(ben)).toHaveLength(1);
});

test('a media report before the room is confirmed is refused', async () => {
  const { bed, sockets, roomID } = await greeting();
  expect(() => bed.roomRegistry.reportMedia(sockets[0], roomID)).toThrow(new AppError('message_not_allowed'));
});

test('[ENC-7] if both have pressed Start and never see each other, the room ends by a failure of the path', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.say(sockets[0], roomID, 'ready');
  await bed.clock.advance(30_000);
  bed.say(sockets[1], roomID, 'ready');
  await bed.clock.advance(5_000);
  // A repeated `ready` does not restart the limit.
  bed.say(sockets[1], roomID, 'ready');
  await bed.clock.advance(durations.connectLimit + durations.grace - 5_001);
  expect(sockets.map(endOf)).toEqual([undefined, undefined]);
  await bed.clock.advance(1);
  expect(sockets.map(endOf)).toEqual(['ice_failure', 'ice_failure']);
});

test('[ENC-7] the time-out is attributed to the side that has not pressed Start', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.say(sockets[1], roomID, 'ready');
  await bed.clock.advance(durations.readyLimit + durations.grace);
  expect(sockets.map(endOf)).toEqual(['timeout_self', 'timeout_other']);
  const closes = sockets.map((socket) => messagesOf(socket).at(-1));
  expect(closes).toEqual([
    { roomID, name: 'close', payload: { byTimeout: true }, position: 2, endReason: 'timeout_self', seq: 3 },
    { roomID, name: 'close', payload: { byTimeout: true }, position: 1, endReason: 'timeout_other', seq: 2 },
  ]);
});

test('[ENC-4] [ENC-6] a minute that has run its time ends naturally, counts once, and still accepts thanks for ten minutes', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID, startsAt } = await bed.begunMinute();
  await bed.clock.advance(startsAt + durations.connectionDuration - bed.clock.now() - 1);
  expect(sockets.map(endOf)).toEqual([undefined, undefined]);
  expect(bed.roomRegistry.running().map(({ id }) => id)).toEqual([roomID]);
  await bed.clock.advance(1);
  expect(sockets.map(endOf)).toEqual(['natural', 'natural']);
  expect(messagesOf(sockets[0]).at(-1)?.payload).toEqual({ byTimeout: false });
  expect(bed.store.rows.get(roomID)?.end).toEqual({
    ...{ reasonA: 'natural', reasonB: 'natural', completed: true, duration: 60_000 },
    endedAt: startsAt + durations.connectionDuration,
  });
  expect([bed.counted, bed.notes.at(-1)]).toEqual([['ann ben'], { kind: 'ended', reasons: ['natural', 'natural'] }]);
  expect([bed.roomRegistry.running(), bed.roomRegistry.current('ann'), bed.roomRegistry.size]).toEqual([[], undefined, 1]);
  await bed.clock.advance(durations.endedRoomLife - 1);
  expect(bed.roomRegistry.size).toBe(1);
  await bed.clock.advance(1);
  expect([bed.roomRegistry.size, kinds(bed)]).toEqual([0, ['paired', 'seen', 'seen', 'begun', 'ended']]);
});

test('after an end both members are free, and the requests that led to the room are over', async () => {
  const { bed, sockets, roomID, requests } = await greeting();
  for (const socket of [...sockets].reverse()) bed.say(socket, roomID, 'hello');
  bed.say(sockets[0], roomID, 'close');
  await settled();
  for (const accountId of ['ann', 'ben']) expect(await bed.matchmakingState.find(accountId)).toEqual({});
  for (const [i, socket] of sockets.entries())
    await expect(bed.connect(socket, { clickID: requests[i] as string })).rejects.toThrow(new AppError('click_ended'));
  expect([waiting(bed), bed.roomRegistry.running()]).toEqual([[], []]);
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  await bed.connect(ann);
  await bed.connect(ben);
  expect(roomOf(ann)).toBeDefined();
  expect(roomOf(ann)).not.toBe(roomID);
});

test.each([
  [10_000, 10_000, 'manual_self', 'manual_other'],
  [-1, 0, 'cancel_self', 'cancel_other'],
  [0, 0, 'manual_self', 'manual_other'],
] as const)('[ENC-6] a minute that ends %i ms after the start has lasted %i ms', async (after, duration, reasonA, reasonB) => {
  const bed = new MeetingBed();
  const { sockets, roomID, startsAt } = await bed.begunMinute();
  await bed.clock.advance(startsAt + after - bed.clock.now());
  expect(bed.say(sockets[0], roomID, 'close')).toEqual({ ok: true, endReason: reasonA });
  await settled();
  expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA, reasonB, duration, completed: false });
});

test('[ENC-6] a room that ends before any start has a duration of 0', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.say(sockets[1], roomID, 'close');
  await settled();
  expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA: 'cancel_other', reasonB: 'cancel_self', duration: 0 });
});

test('[ENC-7] a lost path is counted once, and its end reason depends on whether the partner was connected', async () => {
  for (const gone of [true, false]) {
    const bed = new MeetingBed();
    const { sockets, roomID } = await bed.begunMinute();
    if (gone) bed.lose(sockets[1]);
    bed.say(sockets[0], roomID, 'close', { iceFailure: true });
    bed.say(sockets[0], roomID, 'close', { iceFailure: true });
    await settled();
    const reasonB = gone ? 'unknown' : 'ice_failure';
    expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA: 'ice_failure', reasonB });
    expect(kinds(bed).filter((kind) => kind === 'failed')).toHaveLength(1);
  }
});

test('[ENC-4] a minute in which both members were away for the last 15 s does not count', async () => {
  for (const [away, end] of [
    [durations.rejoinConnected, ['unknown', 'ice_failure']],
    [durations.rejoinConnected - 1, ['natural', 'natural']],
  ] as const) {
    const bed = new MeetingBed();
    const { sockets, roomID, startsAt } = await bed.begunMinute();
    await bed.clock.advance(startsAt + durations.connectionDuration - away - bed.clock.now());
    bed.lose(sockets[0]);
    bed.lose(sockets[1]);
    await bed.clock.advance(away);
    const { reasonA, reasonB, completed } = bed.store.rows.get(roomID)?.end ?? {};
    expect([reasonA, reasonB, completed]).toEqual([...end, end[0] === 'natural']);
  }
});

test('[ENC-7] a side that comes back within the minute is sent its start', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID, startsAt } = await bed.begunMinute();
  bed.lose(sockets[0]);
  await bed.clock.advance(20_000);
  const again = bed.socket('ann');
  bed.roomRegistry.join(again, roomID, 1);
  expect([begins(again), endOf(sockets[1])]).toEqual([[{ roomID, startsAt, now: bed.clock.now() }], undefined]);
  expect(bed.roomRegistry.look('ann', roomID)).toEqual({
    ...{ phase: 'begun', roomID, position: 1, startsAt, relayOnly: true },
    now: bed.clock.now(),
  });
});

test('before a start is named, neither events nor snapshots mention one', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  expect(begins(sockets[0])).toEqual([]);
  expect(bed.roomRegistry.look('ben', roomID)).toEqual({
    ...{ phase: 'confirmed', roomID, position: 2, relayOnly: true },
    now: bed.clock.now(),
  });
});

test('a member who has left cannot join again, and a room that both have left is forgotten', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  const older = bed.socket('ann');
  expect(() => bed.roomRegistry.leave(older, roomID)).toThrow(new AppError('message_not_allowed'));
  bed.roomRegistry.leave(sockets[0], roomID);
  expect([endOf(sockets[1]), bed.roomRegistry.size]).toEqual(['cancel_other', 1]);
  expect(() => bed.roomRegistry.join(older, roomID, 0)).toThrow(new AppError('room_ended'));
  await settled();
  bed.roomRegistry.leave(sockets[1], roomID);
  expect(bed.roomRegistry.size).toBe(0);
  expect(kinds(bed).filter((kind) => kind === 'ended')).toHaveLength(1);
});

test('a withdrawal affects only the room it names, and only an account that is still in it', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.roomRegistry.withdraw('ann', 'no room');
  bed.roomRegistry.withdraw('cay', roomID);
  expect(sockets.map(endOf)).toEqual([undefined, undefined]);
  bed.roomRegistry.withdraw('ben', roomID);
  expect(sockets.map(endOf)).toEqual(['cancel_other', 'cancel_self']);
});
