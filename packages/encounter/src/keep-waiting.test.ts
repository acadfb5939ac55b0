import { shippedDurations as durations } from '@unspoken/contract/durations';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;

/** A user whom nobody has met within the time for pairing. */
function timedOut(): Testbed {
  const bed = new Testbed();
  bed.do(connect);
  bed.clock.advance(durations.pairingTimeout);
  expect([bed.state, bed.context.notice]).toEqual(['present', 'pairing_timeout']);
  return bed;
}
const sent = (bed: Testbed, name: string) =>
  bed.emitted
    .filter(({ event }) => event === name)
    .map(({ payload: { clickID, pause } }) => (pause ? `${clickID} paused` : clickID));

test('[SIDE-46] after the time-out waiting goes on by itself after ten seconds, under the same request', () => {
  const bed = timedOut();
  expect([sent(bed, 'cancelClick'), bed.has('waiting goes on by itself')]).toEqual([['click-1 paused'], true]);
  bed.clock.advance(durations.keepWaiting - 1);
  expect(bed.state).toBe('present');
  bed.clock.advance(1);
  expect([bed.state, bed.context.notice, sent(bed, 'connectClick')]).toEqual(['waiting', undefined, ['click-1', 'click-1']]);
  expect([bed.context.searchingSince, bed.context.clickedAt]).toEqual([
    bed.clock.now() - durations.pairingTimeout - durations.keepWaiting,
    bed.clock.now(),
  ]);
});

test('[SIDE-46] waiting goes on at once when the user presses Keep waiting, and a pause that was not acknowledged is not repeated', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.answering = false;
  bed.clock.advance(durations.pairingTimeout);
  bed.do({ type: 'keep waiting pressed' });
  bed.clock.advance(durations.requestRetry);
  expect(bed.state).toBe('waiting');
  expect(sent(bed, 'cancelClick')).toEqual(['click-1 paused']);
});

test('[SIDE-46] waiting goes on by itself for five minutes in all, and then only on request', () => {
  const bed = timedOut();
  const round = durations.pairingTimeout + durations.keepWaiting;
  const before = durations.searchLimit - durations.pairingTimeout;
  const rounds = Math.ceil(before / round);
  bed.clock.advance(rounds * round);
  expect([bed.state, bed.has('the search is paused'), bed.has('waiting goes on by itself')]).toEqual(['present', true, false]);
  expect(sent(bed, 'connectClick')).toHaveLength(rounds + 1);
  bed.clock.advance(durations.keepWaiting * 3);
  expect(bed.state).toBe('present');
  bed.do({ type: 'keep waiting pressed' });
  expect(bed.state).toBe('waiting');
});

test('[SIDE-46] the limit of five minutes is exact', () => {
  const rounds = (limit: number) => {
    const bed = new Testbed({}, { searchLimit: limit });
    bed.do(connect);
    bed.clock.advance(durations.pairingTimeout);
    return bed.has('waiting goes on by itself');
  };
  expect([rounds(durations.pairingTimeout + 1), rounds(durations.pairingTimeout)]).toEqual([true, false]);
});

test('[SIDE-46] behind another tab nothing goes on by itself; back at the page the ten seconds begin again', () => {
  const bed = timedOut();
  bed.clock.advance(durations.keepWaiting - 1);
  bed.do({ type: 'page hidden' });
  bed.clock.advance(durations.keepWaiting * 2);
  expect(bed.state).toBe('absent');
  bed.do({ type: 'page shown' });
  bed.clock.advance(durations.keepWaiting - 1);
  expect(bed.state).toBe('present');
  bed.clock.advance(1);
  expect(bed.state).toBe('waiting');
});

test('[SIDE-46] a page that was hidden before the time-out does not go on waiting by itself until it is shown', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.do({ type: 'page hidden' });
  bed.clock.advance(durations.pairingTimeout + durations.keepWaiting * 2);
  expect([bed.state, bed.context.notice, sent(bed, 'cancelClick')]).toEqual(['absent', 'pairing_timeout', ['click-1 paused']]);
  bed.do({ type: 'page shown' });
  expect([bed.state, bed.has('waiting goes on by itself')]).toEqual(['present', true]);
  bed.clock.advance(durations.keepWaiting);
  expect(bed.state).toBe('waiting');
});

test('[SIDE-46] a page that was hidden and shown again before the time-out goes on waiting', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.do({ type: 'page hidden' });
  bed.do({ type: 'page shown' });
  bed.clock.advance(durations.pairingTimeout);
  expect([bed.state, bed.has('waiting goes on by itself')]).toEqual(['present', true]);
});

test.each(['cancel pressed', 'notice dismissed'] as const)('[SIDE-2] [SIDE-46] %s ends a paused request', (type) => {
  const bed = timedOut();
  bed.do({ type });
  expect([bed.state, bed.context.notice, bed.has('the search is paused')]).toEqual(['present', undefined, false]);
  expect(sent(bed, 'cancelClick')).toEqual(['click-1 paused', 'click-1']);
  bed.clock.advance(durations.keepWaiting);
  expect(bed.state).toBe('present');
});

test('[SIDE-46] another connect request replaces a paused one', () => {
  const bed = timedOut();
  bed.do(connect);
  expect([bed.state, sent(bed, 'connectClick')]).toEqual(['waiting', ['click-1', 'click-2']]);
  expect(bed.context.searchingSince).toBe(bed.clock.now());
});

test('[SIDE-46] a room that was given as the pause was sent is taken', () => {
  const bed = timedOut();
  const room = { type: matchmakerEvents.connectReceived, roomID: 'room', position: 2, clickID: 'click-1' } as const;
  bed.hear({ type: 'matchmaker event arrived', event: { ...room, clickID: 'click-0' } });
  expect(bed.state).toBe('present');
  bed.hear({ type: 'matchmaker event arrived', event: room });
  expect([bed.state, bed.has('partner found'), bed.context.notice]).toEqual(['waiting', true, undefined]);
});

test('[SIDE-46] a room assigned before the pause arrived is entered even if the page is hidden; without a paused search it is ignored', () => {
  const room = { type: matchmakerEvents.connectReceived, roomID: 'room', position: 2, clickID: 'click-1' } as const;
  const bed = new Testbed();
  bed.do(connect);
  bed.do({ type: 'page hidden' });
  bed.clock.advance(durations.pairingTimeout);
  bed.hear({ type: 'matchmaker event arrived', event: { ...room, clickID: 'click-0' } });
  expect(bed.state).toBe('absent');
  bed.hear({ type: 'matchmaker event arrived', event: room });
  expect([bed.state, bed.has('partner found'), bed.context.notice]).toEqual(['waiting', true, undefined]);
  const cancelled = new Testbed();
  cancelled.do(connect);
  cancelled.do({ type: 'cancel pressed' });
  cancelled.do({ type: 'page hidden' });
  cancelled.hear({ type: 'matchmaker event arrived', event: room });
  expect(cancelled.state).toBe('absent');
});

test('[SIDE-46] an absent user stays absent until they return, and presence ends after five minutes of inactivity', () => {
  const bed = timedOut();
  const round = durations.pairingTimeout + durations.keepWaiting;
  bed.clock.advance(4 * round);
  expect(bed.has('waiting goes on by itself')).toBe(false);
  bed.clock.advance(durations.presenceTimeout);
  expect(bed.state).toBe('absent');
});

test('[SIDE-46] a personal invitation has one limit, and is not continued', () => {
  const bed = new Testbed();
  bed.do({ ...connect, poolType: 'personalInvite', invitation: { code: 'abc', own: false } });
  bed.clock.advance(durations.pairingTimeout);
  expect([bed.state, bed.has('the search is paused'), sent(bed, 'cancelClick')]).toEqual(['present', false, ['click-1']]);
});
