import { shippedDurations as durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import type { VeilState } from '@unspoken/contract/veil';
import { endOf, MeetingBed, messagesOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';

const refused = new AppError('message_not_allowed');
const copy = (n: number, by: 1 | 2, lifted: readonly [boolean, boolean] = [false, false]): VeilState => ({ n, by, lifted });
const veilsSeen = (socket: TestSocket) => messagesOf(socket).flatMap(({ name, payload }) => (name === 'veil' ? [payload] : []));
const page = { additions: ['veil'] };

/** A minute whose members have pages with these additions, in an installation that offers the veil unless it does not. */
async function minute(pages: readonly (typeof page | undefined)[] = [page, page], additions = ['veil']) {
  const bed = new MeetingBed({ additions });
  const { sockets, roomID, startsAt } = await bed.begunMinute();
  const joined = sockets.map((socket, i) => bed.roomRegistry.join(socket, roomID, 99, pages[i]));
  await bed.clock.advance(startsAt - bed.clock.now());
  const veil = (socket: TestSocket, stated: VeilState) => bed.say(socket, roomID, 'veil', stated);
  return { bed, sockets, roomID, joined, veil };
}

test('[ENC-37] each member drops the next veil and lifts the present one for themselves, and the other hears of it', async () => {
  const { sockets, veil } = await minute();
  const [ann, ben] = sockets;
  veil(ann, copy(1, 1));
  expect(veilsSeen(ben)).toEqual([copy(1, 1)]);
  // They say nothing of the recipient's half.
  veil(ben, copy(1, 1, [false, true]));
  expect(veilsSeen(ann)).toEqual([copy(1, 1, [false, true])]);
  veil(ann, copy(1, 1, [true, true]));
  veil(ann, copy(1, 1, [true, true]));
  expect(veilsSeen(ben)).toEqual([copy(1, 1), copy(1, 1, [true, false])]);
  veil(ben, copy(2, 2));
  expect(veilsSeen(ann).at(-1)).toEqual(copy(2, 2));
  // A lift of an earlier veil changes nothing.
  veil(ann, copy(1, 1, [true, false]));
  expect([veilsSeen(ann).length, veilsSeen(ben).length]).toEqual([2, 2]);
});

test('[ENC-37] what a copy claims beyond that is refused, and changes nothing', async () => {
  const { bed, sockets, roomID, veil } = await minute();
  const [ann, ben] = sockets;
  for (const stated of [copy(2, 1), copy(1, 2), copy(1, 1, [true, false]), copy(1, 1, [false, true]), copy(1, 1, [true, true])])
    expect(() => veil(ann, stated), JSON.stringify(stated)).toThrow(refused);
  for (const stated of [{}, { n: 0, by: 1, lifted: [false, false] }, { n: 1, by: 1, lifted: [false] }])
    expect(() => bed.say(ann, roomID, 'veil', stated)).toThrow(new AppError('validation_failed'));
  expect([veilsSeen(ann), veilsSeen(ben)]).toEqual([[], []]);
  veil(ann, copy(1, 1));
  // Nobody lifts it for the other.
  veil(ann, copy(1, 1, [false, true]));
  veil(ben, copy(1, 1, [true, false]));
  expect([veilsSeen(ann), veilsSeen(ben)]).toEqual([[], [copy(1, 1)]]);
});

test.each([
  ['the other page', [page, undefined], ['veil']],
  ['the own page', [undefined, page], ['veil']],
  ['the installation', [page, page], ['window']],
] as const)('[ENC-37] it is refused where %s has none, and nothing is said of it', async (_, pages, additions) => {
  const { sockets, joined, veil } = await minute(pages, [...additions]);
  expect(() => veil(sockets[0], copy(1, 1))).toThrow(refused);
  expect(joined.map((each) => each.additions)).toEqual([undefined, undefined]);
  expect(sockets.flatMap(({ heard }) => heard).some(({ payload }) => JSON.stringify(payload).includes('additions'))).toBe(false);
});

test('[ENC-37] both learn at the start that both have it, and a page that joins again is sent the veil', async () => {
  const bed = new MeetingBed({ additions: ['veil'] });
  const { sockets, roomID } = await bed.confirmed();
  const [ann, ben] = sockets;
  const first = sockets.map((socket) => bed.roomRegistry.join(socket, roomID, 99, page).additions);
  expect(first).toEqual([undefined, ['veil']]);
  for (const socket of sockets) bed.say(socket, roomID, 'ready');
  expect(() => bed.say(ann, roomID, 'veil', copy(1, 1))).toThrow(refused);
  for (const socket of sockets) bed.roomRegistry.reportMedia(socket, roomID);
  const begins = sockets.map(({ heard }) => heard.find(({ event }) => event === 'room:begin')?.payload);
  expect(begins).toMatchObject([{ additions: ['veil'] }, { additions: ['veil'] }]);
  bed.say(ben, roomID, 'veil', copy(1, 2));
  bed.say(ben, roomID, 'veil', copy(1, 2, [false, true]));
  const again = bed.socket('ann');
  expect(bed.roomRegistry.join(again, roomID, 'now', page)).toMatchObject({
    additions: ['veil'],
    veil: copy(1, 2, [false, true]),
  });
  expect(veilsSeen(again)).toEqual([]);
});

test('[ENC-38] a veil that stays down ends the room, by whoever dropped it, a grace after their own page would have', async () => {
  const { bed, sockets, veil } = await minute();
  const [ann, ben] = sockets;
  veil(ben, copy(1, 2));
  await bed.clock.advance(20_000);
  // Dropped again before it was lifted: it does not last longer.
  veil(ben, copy(1, 2, [false, true]));
  veil(ben, copy(2, 2));
  await bed.clock.advance(durations.veilLimit + durations.grace - 20_001);
  expect([endOf(ann), endOf(ben)]).toEqual([undefined, undefined]);
  await bed.clock.advance(1);
  expect([endOf(ann), endOf(ben)]).toEqual(['manual_other', 'manual_self']);
});

test('[ENC-38] one that was lifted in time ends nothing, and the next one has its own time', async () => {
  const { bed, sockets, roomID, veil } = await minute();
  const [ann, ben] = sockets;
  veil(ann, copy(1, 1));
  await bed.clock.advance(durations.veilLimit + durations.grace - 1);
  veil(ben, copy(1, 1, [false, true]));
  veil(ann, copy(1, 1, [true, false]));
  await bed.clock.advance(1_000);
  veil(ann, copy(2, 1));
  await bed.clock.advance(20_000);
  expect(bed.roomRegistry.look('ann', roomID)?.phase).toBe('begun');
  await bed.clock.advance(10_000);
  expect([endOf(ann), endOf(ben)]).toEqual(['natural', 'natural']);
});

/** A minute that this process has taken over, with 50 s to go. */
async function takenOver() {
  const bed = new MeetingBed({ additions: ['veil'] });
  const roomID = await bed.takenOverMinute();
  const join = (accountId: string, veil?: VeilState) => {
    const socket = bed.socket(accountId);
    return { socket, answer: bed.roomRegistry.join(socket, roomID, 0, { additions: ['veil'], veil }) };
  };
  return { bed, roomID, join };
}

test('[ENC-37] a room that was taken over learns its veil from the pages, and passes on what one of them lacks', async () => {
  const { bed, roomID, join } = await takenOver();
  const { socket: ann } = join('ann');
  const { socket: ben, answer } = join('ben', copy(3, 2, [true, false]));
  // Only Ann says what she has lifted.
  expect([veilsSeen(ann), answer.veil]).toEqual([[copy(3, 2)], copy(3, 2)]);
  bed.say(ann, roomID, 'veil', copy(3, 2, [true, false]));
  expect(veilsSeen(ben)).toEqual([copy(3, 2, [true, false])]);
  bed.say(ben, roomID, 'veil', copy(3, 2, [false, true]));
  expect(veilsSeen(ann).at(-1)).toEqual(copy(3, 2, [false, true]));
});

test('[ENC-38] in such a room, a veil that is down by its page has its time from then on; one that is up has none', async () => {
  const down = await takenOver();
  const { socket } = down.join('ann', copy(1, 1));
  await down.bed.clock.advance(durations.veilLimit + durations.grace);
  expect(endOf(socket)).toBe('manual_self');
  const up = await takenOver();
  const ann = up.join('ann', copy(1, 1, [true, true])).socket;
  await up.bed.clock.advance(50_000);
  expect(endOf(ann)).toBe('natural');
});

test('[ENC-37] what was pressed without a connection is known when the page joins, and nothing that its member cannot have pressed', async () => {
  const { bed, roomID, sockets, veil } = await minute();
  const [ann, ben] = sockets;
  const join = (stated: VeilState) => bed.roomRegistry.join(ann, roomID, 'now', { ...page, veil: stated }).veil;
  // By Ben, too far ahead, or lifted by Ben.
  expect([join(copy(1, 2)), join(copy(9, 1)), veilsSeen(ben)]).toEqual([undefined, undefined, []]);
  expect(join(copy(2, 1, [true, true]))).toEqual(copy(2, 1, [true, false]));
  expect(veilsSeen(ben)).toEqual([copy(2, 1, [true, false])]);
  await settled();
  expect([...bed.store.veils.values()].map(({ by }) => by)).toEqual(['ann']);
  veil(ben, copy(3, 2));
  expect(join(copy(2, 1, [true, true]))).toEqual(copy(3, 2));
  expect(join(copy(3, 2, [true, false]))).toEqual(copy(3, 2, [true, false]));
  const other = await minute([page, undefined]);
  const alone = other.bed.roomRegistry.join(other.sockets[0], other.roomID, 'now', { ...page, veil: copy(1, 1) });
  expect([alone.veil, veilsSeen(other.sockets[1])]).toEqual([undefined, []]);
});

test('[ENC-39] who dropped it over whom is recorded once for each room and member, also if both did at once', async () => {
  const { bed, sockets, roomID, veil } = await minute();
  const [ann, ben] = sockets;
  const at = bed.clock.now();
  veil(ann, copy(1, 1));
  veil(ann, copy(2, 1));
  await settled();
  expect([...bed.store.veils.values()]).toEqual([{ roomID, by: 'ann', over: 'ben', at }]);
  // It crossed the second one.
  veil(ben, copy(2, 2));
  await settled();
  expect([...bed.store.veils.values()].slice(1)).toEqual([{ roomID, by: 'ben', over: 'ann', at }]);
  // What is not passed on is not recorded.
  const other = await minute([page, undefined]);
  expect(() => other.veil(other.sockets[0], copy(1, 1))).toThrow(refused);
  await settled();
  expect(other.bed.store.veils.size).toBe(0);
});
