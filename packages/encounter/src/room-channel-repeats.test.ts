import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { channel } from './channel-bed.ts';

const retry = durations.requestRetry;
const ok = { ok: true, heard: 0, told: 0 };

test('[SIDE-4] a join is repeated until it is answered, and not after', () => {
  const { clock, joins } = channel();
  clock.advance(retry - 1);
  expect(joins()).toHaveLength(1);
  clock.advance(1);
  expect(joins().map(({ payload }) => payload)).toEqual([
    { roomID: 'room', after: 0 },
    { roomID: 'room', after: 0 },
  ]);
  clock.advance(retry);
  joins()[2]?.answer(ok);
  clock.advance(10 * retry);
  expect(joins()).toHaveLength(3);
});

test('[SIDE-4] without a socket no join is sent; a reconnect sends one at once and restarts the interval', () => {
  const { clock, joins, receive } = channel({ connected: false });
  clock.advance(2 * retry + 100);
  expect(joins()).toEqual([]);
  receive({ type: 'socket connected' });
  expect(joins()).toHaveLength(1);
  clock.advance(retry - 1);
  expect(joins()).toHaveLength(1);
  clock.advance(1);
  expect(joins()).toHaveLength(2);
});

test('[SIDE-4] messages wait for the join, and are repeated under their number until acknowledged', () => {
  const { it, clock, joins, sends, sent } = channel();
  it.send('hello');
  expect(sent()).toEqual([]);
  joins()[0]?.answer(ok);
  it.send('ready', { camera: 'lost' });
  const both = [
    { roomID: 'room', name: 'hello', payload: {}, n: 1 },
    { roomID: 'room', name: 'ready', payload: { camera: 'lost' }, n: 2 },
  ];
  expect(sends().map(({ payload }) => payload)).toEqual(both);
  sends()[0]?.answer({ ok: true });
  clock.advance(retry);
  clock.advance(retry);
  expect(sends().map(({ payload }) => payload)).toEqual([...both, both[1], both[1]]);
  sends()[3]?.answer({ ok: true });
  clock.advance(10 * retry);
  expect([sends().length, joins().length]).toEqual([4, 1]);
  it.send('close');
  clock.advance(retry);
  expect(sent().slice(4)).toEqual([
    ['close', 3],
    ['close', 3],
  ]);
});

test('[SIDE-4] a message that is out of order or could not be handled is sent again, a refused one is not', () => {
  const { it, clock, joins, sends } = channel();
  joins()[0]?.answer(ok);
  const answers: unknown[] = [];
  it.send('ready', {}, (answer) => answers.push(answer));
  sends()[0]?.answer({ error: 'out_of_order' });
  clock.advance(retry);
  sends()[1]?.answer({ error: 'unavailable' });
  clock.advance(retry);
  expect([sends().length, answers]).toEqual([3, []]);
  sends()[2]?.answer({ error: 'message_not_allowed' });
  sends()[1]?.answer({ ok: true });
  clock.advance(10 * retry);
  expect([sends().length, answers]).toEqual([3, [{ error: 'message_not_allowed' }]]);
});

test('[SIDE-4] a duplicate acknowledgement removes nothing else from the outbox', () => {
  const { it, clock, joins, sends, sent } = channel();
  joins()[0]?.answer(ok);
  it.send('hello');
  it.send('ready');
  sends()[0]?.answer({ ok: true });
  sends()[0]?.answer({ ok: true });
  clock.advance(retry);
  expect(sent()).toEqual([
    ['hello', 1],
    ['ready', 2],
    ['ready', 2],
  ]);
});

test('[SIDE-4] a gap in the received messages makes the channel ask for the missing ones', () => {
  const { clock, joins, message, received } = channel();
  joins()[0]?.answer(ok);
  clock.advance(retry);
  message(1, 'hello');
  message(3, 'close');
  expect(received).toEqual(['hello']);
  clock.advance(retry - 1);
  expect(joins()).toHaveLength(1);
  clock.advance(1);
  expect(joins()[1]?.payload).toEqual({ roomID: 'room', after: 1 });
  joins()[1]?.answer(ok);
  message(2, 'ready');
  message(3, 'close');
  expect(received).toEqual(['hello', 'ready', 'close']);
  clock.advance(10 * retry);
  expect(joins()).toHaveLength(2);
});

test('[SIDE-4] a single message ahead of its turn is enough to ask', () => {
  const { clock, joins, message } = channel();
  joins()[0]?.answer(ok);
  clock.advance(retry);
  message(2, 'ready');
  clock.advance(retry);
  expect(joins().map(({ payload }) => payload.after)).toEqual([0, 0]);
});

test('[SIDE-4] a duplicate of a delivered message triggers no join', () => {
  const { clock, joins, message } = channel();
  joins()[0]?.answer(ok);
  clock.advance(retry);
  message(1, 'hello');
  message(1, 'hello');
  clock.advance(10 * retry);
  expect(joins()).toHaveLength(1);
});

test('[SIDE-7] a reloaded page receives nothing twice, and continues from the message that the server names', () => {
  const { clock, joins, message, received, receive } = channel({ resume: true });
  expect(joins()[0]?.payload).toEqual({ roomID: 'room', resume: true });
  message(4, 'ready');
  message(3, 'sdp');
  message(1, 'hello');
  expect(received).toEqual([]);
  joins()[0]?.answer({ ...ok, told: 2 });
  expect(received).toEqual(['sdp', 'ready']);
  clock.advance(10 * retry);
  receive({ type: 'socket connected' });
  expect(joins().at(-1)?.payload).toEqual({ roomID: 'room', after: 4 });
  joins()
    .at(-1)
    ?.answer({ ...ok, told: 9 });
  message(5, 'close');
  expect(received).toEqual(['sdp', 'ready', 'close']);
});

test.each([
  ['room_not_found', ['room_not_found'], 1],
  ['room_ended', ['room_ended'], 1],
  ['unavailable', [], 2],
  ['message_not_allowed', [], 2],
] as const)('a join that is refused with %s', (error, reported, expectedJoins) => {
  const { clock, it, joins, sent, lost } = channel();
  it.send('ready');
  joins()[0]?.answer({ error });
  expect([lost, sent()]).toEqual([reported, []]);
  if (reported.length > 0) it.close(false);
  clock.advance(retry);
  expect(joins()).toHaveLength(expectedJoins);
});

test('[SIDE-12] a socket that is lost twice is given up once, counted from the second loss', () => {
  const { clock, receive, lost } = channel();
  receive({ type: 'socket disconnected' });
  clock.advance(3_000);
  receive({ type: 'socket disconnected' });
  clock.advance(durations.rejoinBeforeConnected - 1);
  expect(lost).toEqual([]);
  clock.advance(1);
  expect(lost).toEqual(['socket_lost']);
});

test('messages sent while the socket is disconnected wait for the next join', () => {
  const { it, receive, joins, sent } = channel();
  joins()[0]?.answer(ok);
  receive({ type: 'socket disconnected' });
  it.send('ready');
  expect(sent()).toEqual([]);
  receive({ type: 'socket connected' });
  joins()[1]?.answer(ok);
  expect(sent()).toEqual([['ready', 1]]);
});

test.each([true, false])('a closed channel does nothing more, and notifies the server only when leaving: %s', (leave) => {
  const { it, clock, receive, all, joins, sends, lost, listeners } = channel();
  joins()[0]?.answer(ok);
  const answers: unknown[] = [];
  it.send('ready', {}, (answer) => answers.push(answer));
  it.reportMedia();
  receive({ type: 'socket disconnected' });
  it.close(leave);
  it.close(true);
  expect(all('room:leave').map(({ payload }) => payload)).toEqual(leave ? [{ roomID: 'room' }] : []);
  expect(listeners.size).toBe(0);
  sends()[0]?.answer({ ok: true });
  const before = ['room:join', 'room:send', 'room:media'].map((event) => all(event).length);
  it.send('close');
  it.reportMedia();
  clock.advance(10 * durations.rejoinBeforeConnected);
  expect(['room:join', 'room:send', 'room:media'].map((event) => all(event).length)).toEqual(before);
  expect([answers, lost]).toEqual([[], []]);
});

test('a channel that is closed by a message delivers no further ones', () => {
  const { it, joins, message, received, hooks } = channel();
  joins()[0]?.answer(ok);
  hooks.onMessage = () => it.close(false);
  message(2, 'ready');
  message(1, 'close');
  expect(received).toEqual(['close']);
});

test('the picture is reported repeatedly until the start of this room is announced', () => {
  const { it, clock, receive, all } = channel();
  const reports = () => all('room:media').map(({ payload }) => payload);
  it.reportMedia();
  it.reportMedia();
  expect(reports()).toEqual([{ roomID: 'room' }]);
  clock.advance(retry);
  receive({ type: 'start announced', begin: { roomID: 'another', startsAt: 0, now: 0 } });
  receive({ type: 'snapshot arrived', snapshot: { userState: 'ready', now: 0 } });
  clock.advance(retry);
  expect(reports()).toHaveLength(3);
  receive({ type: 'start announced', begin: { roomID: 'room', startsAt: 0, now: 0 } });
  clock.advance(10 * retry);
  expect(reports()).toHaveLength(3);
});
