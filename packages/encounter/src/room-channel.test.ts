import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { channel } from './channel-bed.ts';

test('[SIDE-12] a line that is back within 2 s is not given up 7 s after it was lost', () => {
  const { clock, hear, joins, lost } = channel();
  joins()[0]?.answer({ ok: true });
  hear({ type: 'socket disconnected' });
  clock.advance(2_000);
  hear({ type: 'socket connected' });
  joins().at(-1)?.answer({ ok: true });
  clock.advance(durations.rejoinBeforeConnected);
  expect(lost).toEqual([]);
});

test('[SIDE-12] a line that stays away is given up after 7 s, and not a millisecond sooner', () => {
  const { clock, hear, joins, lost } = channel();
  joins()[0]?.answer({ ok: true });
  hear({ type: 'socket disconnected' });
  clock.advance(durations.rejoinBeforeConnected - 1);
  expect(lost).toEqual([]);
  clock.advance(1);
  expect(lost).toEqual(['socket_lost']);
});

test('[SIDE-4] an answer that belongs to an older connection changes nothing', () => {
  const { it, hear, joins, sent, lost } = channel();
  const [older] = joins();
  hear({ type: 'socket disconnected' });
  hear({ type: 'socket connected' });
  it.send('ready');
  older?.answer({ error: 'room_not_found', message: '' });
  expect(lost).toEqual([]);
  older?.answer({ ok: true, heard: 5 });
  expect(sent()).toEqual([]);
  joins().at(-1)?.answer({ ok: true, heard: 1 });
  expect(sent()).toEqual([['ready', 2]]);
});

test('[SIDE-4] a channel that is closed hears no answer any more', () => {
  const { it, joins, sent, lost } = channel();
  it.send('ready');
  it.close(false);
  joins()[0]?.answer({ ok: true });
  joins()[0]?.answer({ error: 'room_ended', message: '' });
  expect([sent(), lost]).toEqual([[], []]);
});

test('[SIDE-4] messages that overtake each other are heard once, in order, and of this room alone', () => {
  const { heard, message, joins } = channel();
  joins()[0]?.answer({ ok: true });
  message(2, 'close');
  message(1, 'ready');
  message(1, 'ready');
  message(3, 'sdp', 'another');
  expect(heard).toEqual(['ready', 'close']);
});
