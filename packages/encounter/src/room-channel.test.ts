import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { channel } from './channel-bed.ts';

test('[SIDE-12] a socket that reconnects within 2 s is not given up 7 s after it was lost', () => {
  const { clock, receive, joins, lost } = channel();
  joins()[0]?.answer({ ok: true });
  receive({ type: 'socket disconnected' });
  clock.advance(2_000);
  receive({ type: 'socket connected' });
  joins().at(-1)?.answer({ ok: true });
  clock.advance(durations.rejoinBeforeConnected);
  expect(lost).toEqual([]);
});

test('[SIDE-12] a socket that does not reconnect is given up after 7 s, and not a millisecond sooner', () => {
  const { clock, receive, joins, lost } = channel();
  joins()[0]?.answer({ ok: true });
  receive({ type: 'socket disconnected' });
  clock.advance(durations.rejoinBeforeConnected - 1);
  expect(lost).toEqual([]);
  clock.advance(1);
  expect(lost).toEqual(['socket_lost']);
});

test('[SIDE-4] an answer to a join on an older socket is ignored', () => {
  const { it, receive, joins, sent, lost } = channel();
  const [older] = joins();
  receive({ type: 'socket disconnected' });
  receive({ type: 'socket connected' });
  it.send('ready');
  older?.answer({ error: 'room_not_found', message: '' });
  expect(lost).toEqual([]);
  older?.answer({ ok: true, heard: 5 });
  expect(sent()).toEqual([]);
  joins().at(-1)?.answer({ ok: true, heard: 1 });
  expect(sent()).toEqual([['ready', 2]]);
});

test.each([false, true])('[SIDE-4] what is sent in answer to a join goes out once, after what waited; reloaded: %s', (resume) => {
  const { it, joins, sent, hooks } = channel({ resume });
  hooks.onJoined = () => it.send('soft');
  it.send('ready');
  joins()[0]?.answer({ ok: true, heard: 7, told: 3 });
  expect(sent()).toEqual([
    ['ready', 8],
    ['soft', 9],
  ]);
});

test('[SIDE-4] a channel that is closed by the answer to its join sends nothing', () => {
  const { it, joins, sent, hooks } = channel();
  hooks.onJoined = () => it.close(false);
  it.send('ready');
  joins()[0]?.answer({ ok: true });
  expect(sent()).toEqual([]);
});

test('[SIDE-4] a closed channel ignores answers', () => {
  const { it, joins, sent, lost } = channel();
  it.send('ready');
  it.close(false);
  joins()[0]?.answer({ ok: true });
  joins()[0]?.answer({ error: 'room_ended', message: '' });
  expect([sent(), lost]).toEqual([[], []]);
});

test('[SIDE-4] messages that overtake each other are delivered once, in order, and for this room only', () => {
  const { received, message, joins, clock } = channel();
  joins()[0]?.answer({ ok: true });
  message(2, 'close');
  message(1, 'ready');
  message(1, 'ready');
  message(3, 'sdp', 'another');
  expect(received).toEqual(['ready', 'close']);
  // A duplicate is not a gap: nothing is requested again.
  message(2, 'close');
  clock.advance(durations.requestRetry * 3);
  expect([received, joins().length]).toEqual([['ready', 'close'], 1]);
});
