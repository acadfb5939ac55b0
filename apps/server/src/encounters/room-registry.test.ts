import { shippedDurations as durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { endOf, MeetingBed, roomOf } from '@unspoken/testing/meeting-bed';
import { settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';

test('[MAT-10] a pairing that the records refuse leaves no open room, and both can be paired afterwards', async () => {
  const bed = new MeetingBed();
  const [ann, ben, cay] = [bed.socket('ann'), bed.socket('ben'), bed.socket('cay')];
  await bed.connect(ann);
  bed.standing.set('ann', 'account_held');
  await bed.connect(ben);
  expect([...bed.store.rows.values()].map(({ end }) => end?.completed)).toEqual([false]);
  expect([bed.store.live.size, bed.roomRegistry.size]).toEqual([0, 0]);
  bed.standing.clear();
  await bed.clock.advance(durations.requeueDelay);
  // Both were requeued, and were paired again.
  expect(roomOf(ann)).toBeDefined();
  expect(roomOf(ben)).toBe(roomOf(ann));
  bed.lose(ann);
  await settled();
  await bed.connect(cay);
  expect(roomOf(cay)).toBe(roomOf(ben));
  expect(bed.faults).toEqual([]);
});

test('[EXP-16] a minute is reported as begun when its start is named, and again by a process that takes it over', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  for (const socket of sockets) bed.say(socket, roomID, 'ready');
  bed.roomRegistry.reportMedia(sockets[0], roomID);
  expect(bed.begun).toEqual([]);
  bed.roomRegistry.reportMedia(sockets[1], roomID);
  expect(bed.begun).toEqual(['anyone']);
  const other = new MeetingBed();
  const invited = { experienceType: 'oneminute', poolType: 'personalInvite', groupSpace: 'a hash' } as const;
  const entry = (accountId: string) => ({
    ...{
      accountId,
      pool: invited,
      clickID: accountId,
      connectionId: '',
      node: '',
      queuedAt: 0,
      askedAt: 0,
      noRepeat: false,
      avoid: {},
    },
  });
  const row = { roomID, a: 'ann', b: 'ben', pool: invited, pairedAt: 0, connectedAt: other.clock.now() };
  other.roomRegistry.adopt(row, [entry('ann'), entry('ben')], { relayOnly: true, plan: undefined });
  expect(other.begun).toEqual(['personalInvite']);
});

test('[ENC-7] a side that is gone for 2 s before the minute and comes back keeps its room', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.lose(sockets[1]);
  await bed.clock.advance(2_000);
  const again = bed.socket('ben');
  bed.roomRegistry.join(again, roomID, 0);
  await bed.clock.advance(durations.rejoinBeforeConnected);
  expect([endOf(sockets[0]), endOf(again), bed.roomRegistry.current('ben')]).toEqual([undefined, undefined, roomID]);
});

test('[ENC-7] a side has exactly 7 s to come back before the minute', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.lose(sockets[1]);
  await bed.clock.advance(durations.rejoinBeforeConnected - 1);
  expect([endOf(sockets[0]), bed.roomRegistry.current('ann')]).toEqual([undefined, roomID]);
  await bed.clock.advance(1);
  expect([endOf(sockets[0]), bed.roomRegistry.current('ann')]).toEqual(['ice_failure', undefined]);
  expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA: 'ice_failure', reasonB: 'unknown', completed: false });
});

test('[ENC-7] a side that was already gone when its hello was answered also has 7 s to come back', async () => {
  const bed = new MeetingBed();
  const [ann, ben, bensOther] = [bed.socket('ann'), bed.socket('ben'), bed.socket('ben')];
  for (const socket of [ann, ben]) await bed.connect(socket);
  const roomID = roomOf(ann) as string;
  for (const socket of [ann, bensOther]) bed.roomRegistry.join(socket, roomID, 0);
  bed.say(bensOther, roomID, 'hello');
  bed.lose(bensOther);
  bed.say(ann, roomID, 'hello');
  await bed.clock.advance(durations.rejoinBeforeConnected - 1);
  expect([endOf(ann), bed.roomRegistry.current('ann')]).toEqual([undefined, roomID]);
  await bed.clock.advance(1);
  expect([endOf(ann), bed.roomRegistry.current('ann')]).toEqual(['ice_failure', undefined]);
});

test('[ENC-7] after the greeting, its limit no longer applies: both sides have the whole limit for Start', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  await bed.clock.advance(durations.readyLimit + durations.grace - 1);
  expect([endOf(sockets[0]), bed.roomRegistry.current('ann')]).toEqual([undefined, roomID]);
  await bed.clock.advance(1);
  expect(sockets.map(endOf)).toEqual(['timeout_self', 'timeout_self']);
});

test('[ENC-7] a socket that is away when the start is named does not end the minute', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  for (const socket of sockets) bed.say(socket, roomID, 'ready');
  bed.roomRegistry.reportMedia(sockets[0], roomID);
  bed.lose(sockets[0]);
  await bed.clock.advance(1_000);
  bed.roomRegistry.reportMedia(sockets[1], roomID);
  const { startsAt = 0 } = bed.roomRegistry.look('ben', roomID) ?? {};
  await bed.clock.advance(startsAt + durations.connectionDuration - bed.clock.now() - 1);
  expect([endOf(sockets[1]), bed.roomRegistry.look('ben', roomID)?.phase]).toEqual([undefined, 'begun']);
  await bed.clock.advance(1);
  expect(endOf(sockets[1])).toBe('natural');
  expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA: 'natural', reasonB: 'natural', completed: true });
});

test('[ENC-10] a message is accepted from the socket that joined last, and from no older one', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  const again = bed.socket('ben');
  bed.roomRegistry.join(again, roomID, 0);
  expect(() => bed.say(sockets[1], roomID, 'ready')).toThrow(new AppError('message_not_allowed'));
  expect(bed.say(again, roomID, 'ready')).toEqual({ ok: true });
  // The older socket closes late: the member, who has come back, is still in the room.
  bed.lose(sockets[1]);
  await bed.clock.advance(durations.rejoinBeforeConnected);
  expect(bed.roomRegistry.current('ben')).toBe(roomID);
});

test('[MAT-8] a socket that closes while its request is being entered leaves no entry waiting', async () => {
  const bed = new MeetingBed();
  const ann = bed.socket('ann');
  const join = bed.matchmakingState.join.bind(bed.matchmakingState);
  bed.matchmakingState.join = async (...of) => {
    // The close handler finds no entry of this socket yet, because the entry is still being written.
    bed.lose(ann);
    await settled();
    return join(...of);
  };
  await bed.connect(ann);
  bed.matchmakingState.join = join;
  expect(bed.matchmakingState.all()).toEqual([]);
  const ben = bed.socket('ben');
  await bed.connect(ben);
  expect([roomOf(ben), bed.matchmakingState.all().map(({ accountId }) => accountId)]).toEqual([undefined, ['ben']]);
});

test('[MAT-4] [MAT-6] of several no-repeat hours, the first to end leads to a pair', async () => {
  const bed = new MeetingBed();
  const minute = 60_000;
  const metAgo = (names: string, ago: number) => bed.met.set(names, bed.clock.now() - ago * minute);
  metAgo('ann ben', 50);
  metAgo('ann cay', 10);
  metAgo('ben cay', 0);
  const [ann, ben, cay] = [bed.socket('ann'), bed.socket('ben'), bed.socket('cay')];
  // Ben does not mind repeats; the hour between Ann and him must be over because Ann does.
  await bed.connect(ben);
  await bed.connect(cay, { noRepeat: true });
  await bed.connect(ann, { noRepeat: true });
  expect(bed.matchmakingState.all()).toHaveLength(3);
  await bed.clock.advance(10 * minute - 1);
  expect([ann, ben, cay].map(roomOf)).toEqual([undefined, undefined, undefined]);
  await bed.clock.advance(1);
  expect(roomOf(ann)).toBeDefined();
  expect([roomOf(ben), roomOf(cay)]).toEqual([roomOf(ann), undefined]);
});

test('[MAT-1] a member who goes on at once after an end waits as soon as that end is recorded', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.begunMinute();
  const record = bed.store.ended.bind(bed.store);
  let proceed = () => {};
  bed.store.ended = async (...of) => {
    await new Promise<void>((resume) => {
      proceed = resume;
    });
    await record(...of);
  };
  await expect(bed.connect(sockets[0])).rejects.toMatchObject({ code: 'in_encounter' });
  bed.say(sockets[0], roomID, 'close', {});
  const connecting = bed.connect(sockets[0]);
  await settled();
  expect((await bed.matchmakingState.find('ann')).waiting).toBeUndefined();
  proceed();
  const clickID = await connecting;
  expect((await bed.matchmakingState.find('ann')).waiting?.clickID).toBe(clickID);
  expect(bed.faults).toEqual([]);
});
