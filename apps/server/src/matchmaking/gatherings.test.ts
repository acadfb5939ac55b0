import { shippedDurations as durations } from '@unspoken/contract/durations';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { MeetingBed, roomOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { expect, test } from 'vitest';

const { gatheringRepeatAfter, gatheringLastAfter, standInAfter, reservationLife } = durations;

/** A gathering in which each account has met these others, one after another. */
function gathering(met: Readonly<Record<string, readonly string[]>>, standIns: readonly string[] = []) {
  const bed = new MeetingBed();
  for (const [accountId, others] of Object.entries(met))
    bed.circumstances.set(accountId, {
      met: new Map(others.map((other, i) => [other, i + 1])),
      standsIn: standIns.includes(accountId),
    });
  const waiting = async (accountId: string) => (await bed.matchmakingState.find(accountId)).waiting;
  return Object.assign(bed, { waiting });
}

const arePaired = (one: TestSocket, other: TestSocket) => roomOf(one) !== undefined && roomOf(one) === roomOf(other);

test.each([
  ['somebody met earlier', { ann: ['ben', 'cay'], ben: ['ann', 'cay'] }, gatheringRepeatAfter],
  ['the last partner of one', { ann: ['ben', 'cay'], ben: ['cay', 'ann'] }, gatheringLastAfter],
  ['the last partner of both', { ann: ['cay', 'ben'], ben: ['cay', 'ann'] }, gatheringLastAfter],
])('[MAT-32] %s is met again once each has waited long enough', async (_, met, limit) => {
  const bed = gathering(met);
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  await bed.connect(ann);
  await bed.clock.advance(3_000);
  await bed.connect(ben);
  await bed.clock.advance(limit - 1);
  expect(arePaired(ann, ben)).toBe(false);
  await bed.clock.advance(1);
  expect(arePaired(ann, ben)).toBe(true);
  expect(bed.faults).toEqual([]);
});

test('[MAT-32] two who have not met in the gathering are paired at once, however long others have waited', async () => {
  const bed = gathering({ ann: ['ben'], ben: ['ann'], cay: [] });
  const [ann, ben, cay] = [bed.socket('ann'), bed.socket('ben'), bed.socket('cay')];
  for (const socket of [ann, ben, cay]) await bed.connect(socket);
  expect(arePaired(ann, cay)).toBe(true);
  expect(roomOf(ben)).toBeUndefined();
});

test('[MAT-32] [MAT-7] a pairing that fails does not restart the wait for a repeat', async () => {
  const bed = gathering({ ann: ['ben', 'eve'], ben: ['ann', 'eve'], cay: [] });
  const [ann, cay, ben] = [bed.socket('ann'), bed.socket('cay'), bed.socket('ben')];
  await bed.connect(ann);
  const queuedAt = bed.clock.now();
  await bed.clock.advance(7_000);
  await bed.connect(ben);
  await bed.connect(cay);
  expect(arePaired(ann, cay)).toBe(true);
  bed.lose(cay);
  await bed.clock.advance(durations.peerNoAnswerTimeout);
  expect(await bed.waiting('ann')).toMatchObject({ queuedAt, aloneFrom: queuedAt + standInAfter });
  expect((await bed.waiting('ann'))?.avoid.ben).toBe(queuedAt + gatheringRepeatAfter);
  await bed.clock.advance(gatheringRepeatAfter - durations.peerNoAnswerTimeout);
  expect(arePaired(ann, ben)).toBe(true);
});

test('[MAT-32] [MAT-20] a socket that was lost does not restart it either, nor does a later request in another tab', async () => {
  const bed = gathering({ ann: ['ben', 'eve'], ben: ['ann', 'eve'] });
  const first = bed.socket('ann');
  const clickID = await bed.connect(first);
  const queuedAt = bed.clock.now();
  const isCounted = async () => {
    const { avoid, aloneFrom } = (await bed.waiting('ann')) ?? {};
    expect([avoid?.ben, aloneFrom]).toEqual([queuedAt + gatheringRepeatAfter, queuedAt + standInAfter]);
  };
  await bed.clock.advance(2_000);
  bed.lose(first);
  await bed.clock.advance(3_000);
  const second = bed.socket('ann');
  await bed.connect(second, { clickID });
  await isCounted();
  await bed.clock.advance(1_000);
  const third = bed.socket('ann');
  await bed.connect(third);
  await isCounted();
  // Ben has waited long enough, and she has as soon as she is back.
  const ben = bed.socket('ben');
  await bed.connect(ben);
  await bed.clock.advance(1_000);
  bed.lose(third);
  await bed.clock.advance(gatheringRepeatAfter);
  expect(roomOf(ben)).toBeUndefined();
  const fourth = bed.socket('ann');
  await bed.connect(fourth, { clickID: (await bed.matchmakingState.find('ann')).reserved?.clickID ?? '' });
  expect(arePaired(fourth, ben)).toBe(true);
  expect(gatheringRepeatAfter + 1_000).toBeLessThan(reservationLife);
});

test('[MAT-32] members who connect outside gatherings are paired as usual', async () => {
  const bed = gathering({});
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  await bed.connect(ann);
  expect(Object.keys((await bed.waiting('ann')) ?? {}).sort()).toEqual(
    ['accountId', 'askedAt', 'avoid', 'clickID', 'connectionId', 'noRepeat', 'node', 'pool', 'queuedAt'].sort(),
  );
  await bed.connect(ben);
  expect(arePaired(ann, ben)).toBe(true);
});

test('[MAT-33] a stand-in meets somebody as soon as they have been alone for 8 s', async () => {
  const bed = gathering({ sue: ['ann'], tom: [], ann: [], ben: [] }, ['sue', 'tom']);
  const [sue, tom, ann] = [bed.socket('sue'), bed.socket('tom'), bed.socket('ann')];
  await bed.connect(sue);
  await bed.clock.advance(1);
  await bed.connect(tom);
  await bed.clock.advance(60_000);
  expect([roomOf(sue), roomOf(tom)]).toEqual([undefined, undefined]);
  await bed.connect(ann);
  await bed.clock.advance(standInAfter - 1);
  expect(roomOf(ann)).toBeUndefined();
  await bed.clock.advance(1);
  // Sue has met her and has waited for long enough; the one who has waited longest goes first, new or not.
  expect(arePaired(ann, sue)).toBe(true);
});

test.each(Array.from({ length: 20 }, (_, i) => (i + 1) / 20))(
  '[MAT-33] a stand-in meets somebody although timers run out %s ms early, and time passes while the server decides',
  async (early) => {
    const bed = gathering({ sue: [], ann: [] }, ['sue']);
    const { now, after } = bed.clock;
    let passed = 0;
    bed.clock.now = () => {
      passed += 0.03;
      return now() + passed;
    };
    bed.clock.after = (delay, run) => after(delay - early, run);
    const [sue, ann] = [bed.socket('sue'), bed.socket('ann')];
    for (const socket of [sue, ann]) await bed.connect(socket);
    await bed.clock.advance(standInAfter - 10);
    expect(roomOf(ann)).toBeUndefined();
    await bed.clock.advance(20);
    expect(arePaired(sue, ann)).toBe(true);
  },
);

test('[MAT-33] somebody who stands in no longer is paired at once', async () => {
  const bed = gathering({ sue: [], ann: [] }, ['sue']);
  const [sue, ann] = [bed.socket('sue'), bed.socket('ann')];
  for (const socket of [sue, ann]) await bed.connect(socket);
  bed.circumstances.set('sue', { met: new Map(), standsIn: false });
  await bed.matchmaking.eligibilityChanged('sue');
  expect(arePaired(sue, ann)).toBe(true);
});

test('[MAT-36] at the end of a group space those who wait in it are refused, and nobody else', async () => {
  const bed = gathering({});
  const [ann, ben, cay] = [bed.socket('ann'), bed.socket('ben'), bed.socket('cay')];
  await bed.connect(ann, { groupSpace: 'g1' });
  await bed.connect(ben, { groupSpace: 'g2' });
  await bed.connect(cay);
  const asked: string[] = [];
  const isShut = async (groupSpace: string) => asked.push(groupSpace) > 0 && groupSpace === 'g1';
  await bed.matchmaking.refuseWhereShut(isShut, 'gathering_over');
  const errors = (socket: TestSocket) => socket.heard.map(({ payload }) => (payload as { error?: string }).error);
  expect([ann, ben, cay].map((socket) => errors(socket).at(-1))).toEqual(['gathering_over', undefined, undefined]);
  expect(await bed.matchmakingState.find('ann')).toEqual({});
  expect(asked).toEqual(['g1', 'g2']);
});

test('[MAT-37] a member who has met somebody in the gathering is notified of it with the room, also when it is announced again', async () => {
  const bed = gathering({ ann: ['cay'], ben: [] });
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  const clickID = await bed.connect(ann);
  await bed.connect(ben);
  await bed.connect(ann, { clickID });
  const marks = ({ heard }: TestSocket) =>
    heard.map(({ payload }) => payload as MatchmakerEvent).flatMap(({ roomID, hasMetHere }) => (roomID ? [hasMetHere] : []));
  expect([marks(ann), marks(ben)]).toEqual([[true, true], [undefined]]);
});

test('[MAT-34] a member who has waited 8 s, and longer than everybody else, is notified once that they are next', async () => {
  const everybody = ['ann', 'ben', 'cay', 'sue'];
  const met = Object.fromEntries(everybody.map((each) => [each, everybody.filter((other) => other !== each)]));
  const bed = gathering(met, ['sue']);
  for (const each of everybody) for (const other of everybody) if (each < other) bed.met.set(`${each} ${other}`, bed.clock.now());
  const sockets = everybody.map((each) => bed.socket(each));
  const [ann, ben, cay, sue] = sockets as [TestSocket, TestSocket, TestSocket, TestSocket];
  const next = () =>
    sockets.map(({ heard }) => heard.filter(({ payload }) => (payload as MatchmakerEvent).isNext === true).length);
  // All have met within the hour and avoid that, so that nobody is paired.
  await bed.connect(sue, { noRepeat: true });
  const clickID = await bed.connect(ann, { noRepeat: true });
  await bed.clock.advance(1_000);
  for (const socket of [ben, cay]) await bed.connect(socket, { noRepeat: true });
  await bed.clock.advance(standInAfter - 1_001);
  expect(next()).toEqual([0, 0, 0, 0]);
  await bed.clock.advance(1);
  expect(next()).toEqual([1, 0, 0, 0]);
  expect(ann.heard.at(-1)?.payload).toEqual({ type: matchmakerEvents.connectReceived, clickID, isNext: true });
  await bed.clock.advance(60_000);
  expect(next()).toEqual([1, 0, 0, 0]);
  await bed.matchmaking.cancel(ann, clickID);
  await bed.clock.advance(standInAfter);
  expect(next()).toEqual([1, 1, 0, 0]);
  // Another socket of the same request has not heard it yet.
  bed.lose(ben);
  await bed.clock.advance(standInAfter);
  expect(next()).toEqual([1, 1, 1, 0]);
  expect(bed.faults).toEqual([]);
});

test('[MAT-34] a page that is loaded again hears again that it is next; outside gatherings nobody hears it', async () => {
  const bed = gathering({ ann: [] });
  const isNext = ({ heard }: TestSocket) => heard.some(({ payload }) => (payload as MatchmakerEvent).isNext === true);
  const first = bed.socket('ann');
  const clickID = await bed.connect(first);
  await bed.clock.advance(standInAfter);
  expect(isNext(first)).toBe(true);
  bed.lose(first);
  await bed.clock.advance(1_000);
  const second = bed.socket('ann');
  await bed.connect(second, { clickID });
  await bed.clock.advance(0);
  expect(isNext(second)).toBe(true);
  const outside = bed.socket('ben');
  await bed.connect(outside, { groupSpace: 'another' });
  await bed.clock.advance(4 * standInAfter);
  expect(isNext(outside)).toBe(false);
});
