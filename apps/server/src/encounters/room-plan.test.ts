import { shippedDurations as durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { endOf, MeetingBed, type TestSocket } from '@unspoken/testing/meeting-bed';
import { expect, test } from 'vitest';
import type { RoomPlan } from './plan.ts';

/** A script with an intro of two minutes; the first speaks from 10 s to 20 s, the second from 30 s to 40 s. */
const plan: RoomPlan = {
  versionId: 'version 1',
  durations: { introDuration: 120_000, connectionDuration: 300_000, afterConnectionDuration: 10_000 },
  windows: [[{ from: 10_000, to: 20_000 }], [{ from: 30_000, to: 40_000 }]],
};
const sent = (socket: TestSocket, event: string) =>
  socket.heard.filter((each) => each.event === event).map(({ payload }) => payload);

/** Two members who have both pressed Start, at the instant `now`, this long after the confirmation. */
async function ready(bed = new MeetingBed({ plan }), after = 0) {
  const { sockets, roomID } = await bed.confirmed();
  await bed.clock.advance(after);
  for (const socket of sockets) bed.say(socket, roomID, 'ready');
  return { bed, sockets, roomID, now: bed.clock.now() };
}

/** The same, whose connection has begun at `startsAt`. */
async function begun() {
  const { bed, sockets, roomID, now } = await ready();
  for (const socket of sockets) bed.roomRegistry.reportMedia(socket, roomID);
  return { bed, sockets, roomID, startsAt: now + durations.beginLead + plan.durations.introDuration };
}

test('[ENC-31] when both are ready the intro begins for both at one instant, and a member who joins again hears of it', async () => {
  const { bed, sockets, roomID, now } = await ready();
  const intro = { roomID, startsAt: now + durations.beginLead, now };
  expect(sockets.map((socket) => sent(socket, 'room:intro'))).toEqual([[intro], [intro]]);
  await bed.clock.advance(1_000);
  const again = bed.socket('ann');
  bed.roomRegistry.join(again, roomID, 0);
  expect(sent(again, 'room:intro')).toEqual([{ ...intro, now: now + 1_000 }]);
  expect(bed.roomRegistry.look('ann', roomID)).toMatchObject({ experienceType: 'oneminute', introStartsAt: intro.startsAt });
});

test('[ENC-31] the connection begins when the intro has passed, however early both see each other', async () => {
  const { bed, sockets, roomID, now } = await ready();
  const startsAt = now + durations.beginLead + plan.durations.introDuration;
  for (const socket of sockets) bed.roomRegistry.reportMedia(socket, roomID);
  expect(sockets.map((socket) => sent(socket, 'room:begin'))).toEqual([[{ roomID, startsAt, now }], [{ roomID, startsAt, now }]]);
  // A page that is reloaded in the intro hears of it; one that is reloaded later does not.
  const introStartsAt = now + durations.beginLead;
  await bed.clock.advance(startsAt - 1 - bed.clock.now());
  expect(bed.roomRegistry.look('ann', roomID)).toMatchObject({ introStartsAt });
  const again = bed.socket('ann');
  bed.roomRegistry.join(again, roomID, 0);
  expect(sent(again, 'room:intro')).toMatchObject([{ startsAt: introStartsAt }]);
  await bed.clock.advance(1);
  expect(bed.roomRegistry.look('ann', roomID)).not.toHaveProperty('introStartsAt');
});

test('[ENC-31] the minute names no intro, and begins as before', async () => {
  const { bed, sockets, roomID, now } = await ready(new MeetingBed());
  expect(sockets.map((socket) => sent(socket, 'room:intro'))).toEqual([[], []]);
  for (const socket of sockets) bed.roomRegistry.reportMedia(socket, roomID);
  expect(sent(sockets[0], 'room:begin')).toEqual([{ roomID, startsAt: now + durations.introDuration, now }]);
  expect(bed.roomRegistry.look('ann', roomID)).not.toHaveProperty('experienceType');
});

test.each([0, durations.readyLimit])(
  '[ENC-32] the limit for connecting is the intro and eleven seconds, to the millisecond, also for two who are ready after %i ms',
  async (after) => {
    const { bed, roomID } = await ready(new MeetingBed({ plan }), after);
    const limit = plan.durations.introDuration + durations.connectAfterIntro + durations.grace;
    await bed.clock.advance(limit - 1);
    expect(bed.roomRegistry.look('ann', roomID)?.phase).toBe('confirmed');
    await bed.clock.advance(1);
    expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA: 'ice_failure', reasonB: 'ice_failure' });
  },
);

test('[ENC-32] the limit on ready still holds while one of the two is not ready', async () => {
  const bed = new MeetingBed({ plan });
  const { sockets, roomID } = await bed.confirmed();
  bed.say(sockets[0], roomID, 'ready');
  await bed.clock.advance(durations.readyLimit + durations.grace);
  expect(bed.store.rows.get(roomID)?.end).toMatchObject({ reasonA: 'timeout_other', reasonB: 'timeout_self' });
});

test('[ENC-30] the connection lasts as long as its script says, and the version is recorded', async () => {
  const { bed, sockets, roomID, startsAt } = await begun();
  await bed.clock.advance(startsAt + plan.durations.connectionDuration - 1 - bed.clock.now());
  expect(endOf(sockets[0])).toBeUndefined();
  await bed.clock.advance(1);
  expect(endOf(sockets[0])).toBe('natural');
  expect(bed.store.rows.get(roomID)).toMatchObject({
    versionId: 'version 1',
    end: { completed: true, duration: plan.durations.connectionDuration },
  });
});

const video = 'm=video 9 X\r\na=sendrecv\r\n';
const audio = (direction: string) => `m=audio 9 X\r\na=${direction}\r\n`;
const offer = (...sections: string[]) => ({ type: 'offer', sdp: `v=0\r\n${sections.join('')}` });

/** What a description of this side leads to, this long after the start of the connection; before it without an instant. */
async function described(side: 0 | 1, sections: readonly string[], after?: number): Promise<string> {
  const { bed, sockets, roomID, startsAt } = await begun();
  if (after !== undefined) await bed.clock.advance(startsAt + after - bed.clock.now());
  try {
    bed.say(sockets[side], roomID, 'sdp', offer(...sections));
    return 'passed';
  } catch (error) {
    await bed.roomRegistry.settled(roomID);
    return `${(error as AppError).code} ${bed.store.rows.get(roomID)?.end?.reasonA}`;
  }
}
const refused = 'audio_not_allowed ice_failure';
const late = durations.rejoinConnected + durations.grace;

test.each([
  ['a picture', 0, [video], undefined, 'passed'],
  ['a picture and sound both ways, before', 0, [video, audio('sendrecv')], undefined, 'passed'],
  ['two sounds', 0, [video, audio('sendrecv'), audio('inactive')], undefined, refused],
  ['two pictures', 0, [video, video], undefined, refused],
  ['a section hidden behind a lone carriage return', 0, [`${video}a=x\rm=audio 9 X\ra=sendrecv\r\n`], undefined, refused],
  ['a data channel', 0, [video, 'm=application 9 X\r\n'], undefined, refused],
  ['sound both ways, within the first window', 0, [video, audio('sendrecv')], 15_000, 'passed'],
  ['sending until the own window ends', 0, [video, audio('sendonly')], 20_000 + late - 1, 'passed'],
  ['sending after the own window', 0, [video, audio('sendonly')], 20_000 + late, refused],
  ['both ways after the own window', 0, [video, audio('sendrecv')], 20_000 + late, refused],
  ['receiving while the partner’s window is to come', 0, [video, audio('recvonly')], 39_000, 'passed'],
  ['receiving after the partner’s window', 0, [video, audio('recvonly')], 40_000 + late, refused],
  ['no direction after every window', 0, [video, audio('inactive')], 200_000, 'passed'],
  ['the second sends until its own window ends', 1, [video, audio('sendonly')], 40_000 + late - 1, 'passed'],
  ['the second no longer receives', 1, [video, audio('sendrecv')], 20_000 + late, refused],
] as const)('[ENC-35] %s', async (_, side, sections, after, outcome) => {
  expect(await described(side, sections, after)).toBe(outcome);
});

test('[ENC-35] a description that has waited for a socket is judged by when it can have been made', async () => {
  const { bed, sockets, roomID, startsAt } = await begun();
  await bed.clock.advance(startsAt + 15_000 - bed.clock.now());
  bed.roomRegistry.closed(sockets[0]);
  await bed.clock.advance(60_000);
  const back = bed.socket('ann');
  bed.roomRegistry.join(back, roomID, 'now');
  const describe = () => bed.say(back, roomID, 'sdp', offer(video, audio('sendrecv')));
  await bed.clock.advance(durations.grace);
  expect(describe).not.toThrow();
  // Joining again with the same socket does not prolong this.
  bed.roomRegistry.join(back, roomID, 'now');
  await bed.clock.advance(1);
  expect(describe).toThrow(new AppError('audio_not_allowed'));
});

test('[ENC-35] a socket that replaces an open one was never away', async () => {
  const { bed, roomID, startsAt } = await begun();
  await bed.clock.advance(startsAt + 20_000 + late - bed.clock.now());
  const another = bed.socket('ann');
  bed.roomRegistry.join(another, roomID, 'now');
  expect(() => bed.say(another, roomID, 'sdp', offer(video, audio('sendrecv')))).toThrow(new AppError('audio_not_allowed'));
});

test('[ENC-35] a side without a window never sends sound, nor does anybody in the minute', async () => {
  const silent = { ...plan, windows: [[], [{ from: 1_000, to: 9_000 }]] } as const;
  const of = async (bed: MeetingBed, side: 0 | 1, direction: string) => {
    const { sockets, roomID } = await ready(bed);
    return () => bed.say(sockets[side], roomID, 'sdp', offer(video, audio(direction)));
  };
  expect(await of(new MeetingBed({ plan: silent }), 0, 'sendrecv')).toThrow(new AppError('audio_not_allowed'));
  expect(await of(new MeetingBed({ plan: silent }), 0, 'recvonly')).not.toThrow();
  expect(await of(new MeetingBed({ plan: silent }), 1, 'recvonly')).toThrow(new AppError('audio_not_allowed'));
  for (const direction of ['sendrecv', 'recvonly', 'inactive'])
    expect(await of(new MeetingBed(), 0, direction)).toThrow(new AppError('audio_not_allowed'));
});

test('[ENC-30] a room that another process takes over keeps its plan', async () => {
  const { bed, roomID, startsAt } = await begun();
  const other = new MeetingBed();
  await other.clock.advance(startsAt - other.clock.now());
  const [row] = await bed.store.unended([roomID]);
  const entry = (accountId: string) => ({
    ...{
      accountId,
      clickID: '',
      pool: row?.pool,
      queuedAt: 0,
      askedAt: 0,
      connectionId: '',
      node: '',
      noRepeat: false,
      avoid: {},
    },
  });
  const members = [entry('ann'), entry('ben')] as unknown as Parameters<typeof other.roomRegistry.adopt>[1];
  other.roomRegistry.adopt({ ...row, connectedAt: startsAt } as never, members, { relayOnly: true, plan });
  const sockets = ['ann', 'ben'].map((each) => other.socket(each));
  for (const socket of sockets) other.roomRegistry.join(socket, roomID, 0);
  await other.clock.advance(plan.durations.connectionDuration - 1);
  expect(endOf(sockets[0] as TestSocket)).toBeUndefined();
  await other.clock.advance(1);
  expect(endOf(sockets[0] as TestSocket)).toBe('natural');
});
