import { AppError } from '@unspoken/contract/errors';
import { MeetingBed, messagesOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { expect, test } from 'vitest';

const refused = new AppError('message_not_allowed');
const both = ['signs', 'soft'];
const said = (socket: TestSocket) =>
  messagesOf(socket).flatMap(({ name, payload }) => (both.includes(name) ? [[name, payload]] : []));

/** A minute whose members have pages with these additions, in an installation that offers these. */
async function minute(pages: readonly (readonly string[])[] = [both, both], additions: readonly string[] = both) {
  const bed = new MeetingBed({ additions });
  const { sockets, roomID } = await bed.begunMinute();
  const join = (i: 0 | 1, has = pages[i]) => bed.roomRegistry.join(sockets[i], roomID, 'now', { additions: has ?? [] });
  join(0);
  join(1);
  const [ann, ben] = sockets;
  return {
    bed,
    ann,
    ben,
    roomID,
    join,
    say: (socket: TestSocket, name: 'signs' | 'soft', payload: object) => bed.say(socket, roomID, name, payload),
  };
}

test('[ENC-40] what a member says of themselves reaches the partner, and the page that the partner opens later', async () => {
  const { ann, ben, join, say } = await minute();
  say(ann, 'signs', { firstMinute: true });
  say(ann, 'soft', { isWished: true, isClear: false });
  expect(said(ben)).toEqual([
    ['signs', { firstMinute: true }],
    ['soft', { isWished: true, isClear: false }],
  ]);
  expect(said(ann)).toEqual([]);
  expect(join(1)).toMatchObject({ partner: { signs: { firstMinute: true }, soft: { isWished: true, isClear: false } } });
  // The last word counts, and it is the partner's: nobody is sent their own.
  say(ann, 'soft', { isWished: true, isClear: true });
  expect(join(1).partner?.soft).toEqual({ isWished: true, isClear: true });
  expect(join(0).partner).toBe(undefined);
  // A page of an earlier version is sent nothing that it does not know.
  expect(join(1, ['signs']).partner).toEqual({ signs: { firstMinute: true } });
  expect(join(1, []).partner).toBe(undefined);
});

test.each([
  ['the other page', [both, ['signs']], both],
  ['the own page', [['signs'], both], both],
  ['the installation', [both, both], ['signs', 'veil']],
] as const)('[ENC-40] it is refused where %s does not have it', async (_, pages, additions) => {
  const { ann, ben, say, join } = await minute(pages, additions);
  expect(() => say(ann, 'soft', { isWished: true, isClear: false })).toThrow(refused);
  say(ann, 'signs', { cannotSee: true });
  expect(said(ben)).toEqual([['signs', { cannotSee: true }]]);
  expect(join(1).partner).toEqual({ signs: { cannotSee: true } });
  expect(join(0).additions).toEqual(['signs']);
});

test('[ENC-40] anything else than what can be said is refused, and changes nothing; a word too many is left out', async () => {
  const { ann, ben, say, join } = await minute();
  const bad = [
    ['soft', {}],
    ['soft', { isWished: 'yes', isClear: false }],
    ['soft', { isWished: true }],
    ['signs', { firstMinute: 'yes' }],
    ['signs', { cannotSee: 1 }],
  ] as const;
  for (const [name, payload] of bad) expect(() => say(ann, name, payload)).toThrow(new AppError('validation_failed'));
  expect([said(ben), join(1).partner]).toEqual([[], undefined]);
  say(ann, 'signs', { cannotSee: true, name: 'Ann' });
  expect(join(1).partner).toEqual({ signs: { cannotSee: true } });
});

test('[ENC-40] nothing is said before the start is named, or after the end', async () => {
  const bed = new MeetingBed({ additions: both });
  const { sockets, roomID } = await bed.confirmed();
  for (const socket of sockets) bed.roomRegistry.join(socket, roomID, 'now', { additions: both });
  expect(() => bed.say(sockets[0], roomID, 'signs', { firstMinute: true })).toThrow(refused);
  const running = await minute();
  // An end after which the two may thank each other.
  await running.bed.clock.advance(20_000);
  running.bed.say(running.ann, running.roomID, 'close', {});
  expect(() => running.say(running.ben, 'signs', { firstMinute: true })).toThrow(new AppError('room_ended'));
});

test('[ENC-40] a room that was taken over keeps what is said before the other page has joined', async () => {
  const bed = new MeetingBed({ additions: both });
  const roomID = await bed.takenOverMinute();
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  const join = (socket: TestSocket) => bed.roomRegistry.join(socket, roomID, 0, { additions: both });
  join(ann);
  bed.say(ann, roomID, 'soft', { isWished: true, isClear: false });
  expect(said(ben)).toEqual([]);
  expect(join(ben).partner).toEqual({ soft: { isWished: true, isClear: false } });
  // The other hears again what both have.
  expect(ann.heard.filter(({ event }) => event === 'room:begin').at(-1)?.payload).toMatchObject({ additions: both });
});
