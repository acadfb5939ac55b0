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

test('[SIDE-4] without a socket nobody joins; with one at once, and the time runs anew', () => {
  const { clock, joins, hear } = channel({ connected: false });
  clock.advance(2 * retry + 100);
  expect(joins()).toEqual([]);
  hear({ type: 'socket connected' });
  expect(joins()).toHaveLength(1);
  clock.advance(retry - 1);
  expect(joins()).toHaveLength(1);
  clock.advance(1);
  expect(joins()).toHaveLength(2);
});

test('[SIDE-4] what is sent waits for the join, and is repeated under its number until it is acknowledged', () => {
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

test('[SIDE-4] a message that comes too soon or that nobody could take is said again, one that is refused is not', () => {
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

test('[SIDE-4] an acknowledgement that comes twice takes nothing else off', () => {
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

test('[SIDE-4] a gap in what is heard makes the channel ask for what it missed', () => {
  const { clock, joins, message, heard } = channel();
  joins()[0]?.answer(ok);
  clock.advance(retry);
  message(1, 'hello');
  message(3, 'close');
  expect(heard).toEqual(['hello']);
  clock.advance(retry - 1);
  expect(joins()).toHaveLength(1);
  clock.advance(1);
  expect(joins()[1]?.payload).toEqual({ roomID: 'room', after: 1 });
  joins()[1]?.answer(ok);
  message(2, 'ready');
  message(3, 'close');
  expect(heard).toEqual(['hello', 'ready', 'close']);
  clock.advance(10 * retry);
  expect(joins()).toHaveLength(2);
});

test('[SIDE-4] one message that came too soon is enough to ask', () => {
  const { clock, joins, message } = channel();
  joins()[0]?.answer(ok);
  clock.advance(retry);
  message(2, 'ready');
  clock.advance(retry);
  expect(joins().map(({ payload }) => payload.after)).toEqual([0, 0]);
});

test('[SIDE-4] a message that fills no gap makes nobody ask', () => {
  const { clock, joins, message } = channel();
  joins()[0]?.answer(ok);
  clock.advance(retry);
  message(1, 'hello');
  message(1, 'hello');
  clock.advance(10 * retry);
  expect(joins()).toHaveLength(1);
});

test('[SIDE-7] a page that was loaded anew hears nothing again, and goes on from where the server says', () => {
  const { clock, joins, message, heard, hear } = channel({ resume: true });
  expect(joins()[0]?.payload).toEqual({ roomID: 'room', resume: true });
  message(4, 'ready');
  message(3, 'sdp');
  message(1, 'hello');
  expect(heard).toEqual([]);
  joins()[0]?.answer({ ...ok, told: 2 });
  expect(heard).toEqual(['sdp', 'ready']);
  clock.advance(10 * retry);
  hear({ type: 'socket connected' });
  expect(joins().at(-1)?.payload).toEqual({ roomID: 'room', after: 4 });
  joins()
    .at(-1)
    ?.answer({ ...ok, told: 9 });
  message(5, 'close');
  expect(heard).toEqual(['sdp', 'ready', 'close']);
});

test.each([
  ['room_not_found', ['room_not_found'], 1],
  ['room_ended', ['room_ended'], 1],
  ['unavailable', [], 2],
  ['message_not_allowed', [], 2],
] as const)('a join that is answered %s', (error, given, asked) => {
  const { clock, it, joins, sent, lost } = channel();
  it.send('ready');
  joins()[0]?.answer({ error });
  expect([lost, sent()]).toEqual([given, []]);
  if (given.length > 0) it.close(false);
  clock.advance(retry);
  expect(joins()).toHaveLength(asked);
});

test('[SIDE-12] a line that is lost twice is given up once, counted from the last time', () => {
  const { clock, hear, lost } = channel();
  hear({ type: 'socket disconnected' });
  clock.advance(3_000);
  hear({ type: 'socket disconnected' });
  clock.advance(durations.rejoinBeforeConnected - 1);
  expect(lost).toEqual([]);
  clock.advance(1);
  expect(lost).toEqual(['socket_lost']);
});

test('what is sent while the line is away waits for the next join', () => {
  const { it, hear, joins, sent } = channel();
  joins()[0]?.answer(ok);
  hear({ type: 'socket disconnected' });
  it.send('ready');
  expect(sent()).toEqual([]);
  hear({ type: 'socket connected' });
  joins()[1]?.answer(ok);
  expect(sent()).toEqual([['ready', 1]]);
});

test.each([true, false])('a channel that is closed is over, and the server is told of it if one leaves: %s', (leave) => {
  const { it, clock, hear, all, joins, sends, lost, listeners } = channel();
  joins()[0]?.answer(ok);
  const answers: unknown[] = [];
  it.send('ready', {}, (answer) => answers.push(answer));
  it.reportMedia();
  hear({ type: 'socket disconnected' });
  it.close(leave);
  it.close(true);
  expect(all('room:leave').map(({ payload }) => payload)).toEqual(leave ? [{ roomID: 'room' }] : []);
  expect(listeners.size).toBe(0);
  sends()[0]?.answer({ ok: true });
  const asked = ['room:join', 'room:send', 'room:media'].map((event) => all(event).length);
  it.send('close');
  it.reportMedia();
  clock.advance(10 * durations.rejoinBeforeConnected);
  expect(['room:join', 'room:send', 'room:media'].map((event) => all(event).length)).toEqual(asked);
  expect([answers, lost]).toEqual([[], []]);
});

test('a channel that is closed by what it hears tells no more', () => {
  const { it, joins, message, heard, upon } = channel();
  joins()[0]?.answer(ok);
  upon.hearing = () => it.close(false);
  message(2, 'ready');
  message(1, 'close');
  expect(heard).toEqual(['close']);
});

test('that the picture is there is said again and again, until the start of this room is announced', () => {
  const { it, clock, hear, all } = channel();
  const reports = () => all('room:media').map(({ payload }) => payload);
  it.reportMedia();
  it.reportMedia();
  expect(reports()).toEqual([{ roomID: 'room' }]);
  clock.advance(retry);
  hear({ type: 'start announced', begin: { roomID: 'another', startsAt: 0, now: 0 } });
  hear({ type: 'snapshot arrived', snapshot: { userState: 'ready', now: 0 } });
  clock.advance(retry);
  expect(reports()).toHaveLength(3);
  hear({ type: 'start announced', begin: { roomID: 'room', startsAt: 0, now: 0 } });
  clock.advance(10 * retry);
  expect(reports()).toHaveLength(3);
});
