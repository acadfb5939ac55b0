import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { LengthWish, ShortLength } from '@unspoken/contract/lengths';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { endOf, MeetingBed, roomOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { expect, test } from 'vitest';
import { RoomTakeover } from './takeover.ts';

const lasting: Record<ShortLength, number> = { short: durations.shortMeeting, medium: durations.mediumMeeting };
const lengthsHeard = ({ heard }: TestSocket) =>
  heard
    .filter(({ event }) => event === 'matchmakerEvent')
    .map(({ payload }) => payload as MatchmakerEvent)
    .flatMap(({ roomID, length }) => (roomID ? [length] : []));

/** Two members with these wishes, whose start has been named. */
async function begun(first: LengthWish, second: LengthWish) {
  const bed = new MeetingBed();
  const sockets = [bed.socket('ann'), bed.socket('ben')] as const;
  for (const [i, socket] of sockets.entries()) await bed.connect(socket, i === 0 ? first : second);
  const roomID = roomOf(sockets[0]) as string;
  for (const socket of sockets) bed.roomRegistry.join(socket, roomID, 0);
  for (const socket of [...sockets].reverse()) bed.say(socket, roomID, 'hello');
  for (const socket of sockets) bed.say(socket, roomID, 'ready');
  for (const socket of sockets) bed.roomRegistry.reportMedia(socket, roomID);
  const startsAt = bed.roomRegistry.look('ann', roomID)?.startsAt as number;
  return { bed, sockets, roomID, startsAt };
}

test.each(['short', 'medium'] as const)(
  '[ENC-41] a %s meeting ends naturally for both at its time, and counts for nobody',
  async (length) => {
    for (const [first, second] of [
      [{ length }, { orShorter: true }],
      [{ orShorter: true }, { length }],
      [{ length }, { length }],
    ] as const) {
      const { bed, sockets, roomID, startsAt } = await begun(first, second);
      expect(sockets.map(lengthsHeard)).toEqual([[length], [length]]);
      expect(bed.roomRegistry.look('ben', roomID)).toMatchObject({ length });
      await bed.clock.advance(startsAt + lasting[length] - 1 - bed.clock.now());
      expect(sockets.map(endOf)).toEqual([undefined, undefined]);
      await bed.clock.advance(1);
      expect(sockets.map(endOf)).toEqual(['natural', 'natural']);
      expect(bed.store.rows.get(roomID)?.end).toMatchObject({ completed: false, duration: lasting[length] });
      for (const accountId of ['ann', 'ben']) expect(await bed.store.counters(accountId)).toMatchObject({ completedMinutes: 0 });
    }
  },
);

test('[ENC-41] two who agree to less, and wish the minute, have the minute', async () => {
  const { bed, sockets, roomID, startsAt } = await begun({ orShorter: true }, { orShorter: true });
  expect(sockets.map(lengthsHeard)).toEqual([[undefined], [undefined]]);
  expect(bed.roomRegistry.look('ann', roomID)).not.toHaveProperty('length');
  await bed.clock.advance(startsAt + durations.connectionDuration - 1 - bed.clock.now());
  expect(sockets.map(endOf)).toEqual([undefined, undefined]);
  await bed.clock.advance(1);
  expect(bed.store.rows.get(roomID)?.end).toMatchObject({ completed: true, duration: 60_000 });
});

test('[ENC-41] a meeting that is ended by one of the two is recorded as any other', async () => {
  const { bed, sockets, roomID } = await begun({ length: 'short' }, { orShorter: true });
  await bed.clock.advance(5_000);
  bed.say(sockets[0], roomID, 'close', {});
  expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA: 'manual_self', reasonB: 'manual_other', completed: false });
});

test('[ENC-41] [ENC-22] a process that takes a short meeting over ends it at its time', async () => {
  const { bed: before, roomID, startsAt } = await begun({ length: 'medium' }, { orShorter: true });
  const bed = new MeetingBed();
  const row = before.store.rows.get(roomID);
  if (!row) throw new Error('the room is not recorded');
  await bed.store.open(row);
  await bed.store.begun(roomID, startsAt);
  const { clock, store, roomRegistry, matchmaking } = bed;
  await clock.advance(startsAt + 10_000 - clock.now());
  const takeover = new RoomTakeover({
    ...{ clock, durations, store, roomRegistry, matchmaking },
    mayBeDirect: async () => false,
    reconnectSockets: () => {},
  });
  await takeover.take({ roomID, sides: ['ann', 'ben'].map((accountId) => ({ accountId, clickID: 'request' })) });
  const sockets = ['ann', 'ben'].map((accountId) => {
    const socket = bed.socket(accountId);
    roomRegistry.join(socket, roomID, 0);
    return socket;
  });
  expect(roomRegistry.look('ann', roomID)).toMatchObject({ length: 'medium', startsAt });
  await clock.advance(durations.mediumMeeting - 10_000 - 1);
  expect(sockets.map(endOf)).toEqual([undefined, undefined]);
  await clock.advance(1);
  expect(sockets.map(endOf)).toEqual(['natural', 'natural']);
  expect(store.rows.get(roomID)?.end).toMatchObject({ completed: false, duration: durations.mediumMeeting });
});
