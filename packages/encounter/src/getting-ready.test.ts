import { shippedDurations as durations } from '@unspoken/contract/durations';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;
const sent = (bed: Testbed, name: string) =>
  bed.emitted
    .filter(({ event }) => event === name)
    .map(({ payload: { clickID, gettingReady } }) => (gettingReady ? `${clickID} getting ready` : clickID));

function reading(): Testbed {
  const bed = new Testbed({ guidanceAccepted: false });
  bed.do(connect);
  return bed;
}

test('[SIDE-47] while the guidance is read the request is announced, again and again, and accepting sends that same request', () => {
  const bed = reading();
  expect(sent(bed, 'connectClick')).toEqual(['click-1 getting ready']);
  bed.clock.advance(durations.gettingReadyInterval - 1);
  expect(sent(bed, 'connectClick')).toHaveLength(1);
  bed.clock.advance(1);
  expect(sent(bed, 'connectClick')).toEqual(['click-1 getting ready', 'click-1 getting ready']);
  bed.clock.advance(durations.guidanceDelay);
  const before = sent(bed, 'connectClick').length;
  bed.do({ type: 'guidance accepted' });
  bed.clock.advance(durations.gettingReadyInterval * 2);
  expect(sent(bed, 'connectClick').slice(before)).toEqual(['click-1']);
});

test('[SIDE-47] nothing is announced while the socket is down, and at once when it is back', () => {
  const bed = reading();
  bed.connected = false;
  bed.clock.advance(durations.gettingReadyInterval * 2);
  expect(sent(bed, 'connectClick')).toHaveLength(1);
  bed.connected = true;
  bed.hear({ type: 'socket connected' });
  expect(sent(bed, 'connectClick')).toHaveLength(2);
});

test('[SIDE-47] nothing is announced behind another tab, and at once when the page is shown again', () => {
  const bed = reading();
  bed.do({ type: 'page hidden' });
  bed.clock.advance(durations.gettingReadyInterval * 3);
  bed.hear({ type: 'socket connected' });
  expect(sent(bed, 'connectClick')).toHaveLength(1);
  bed.do({ type: 'page shown' });
  expect(sent(bed, 'connectClick')).toHaveLength(2);
  bed.clock.advance(durations.gettingReadyInterval);
  expect(sent(bed, 'connectClick')).toHaveLength(3);
});

test('[SIDE-5] [SIDE-47] closing the guidance ends the request and records no answer, before and after its buttons can be used', () => {
  for (const wait of [0, durations.guidanceDelay]) {
    const bed = reading();
    bed.clock.advance(wait);
    bed.do({ type: 'cancel pressed' });
    expect([bed.state, bed.called, sent(bed, 'cancelClick')]).toEqual(['present', [], ['click-1']]);
  }
});

test('[SIDE-47] declining the guidance ends the request', () => {
  const bed = reading();
  bed.clock.advance(durations.guidanceDelay);
  bed.do({ type: 'guidance declined' });
  expect([bed.called, sent(bed, 'cancelClick')]).toEqual([['guidance declined'], ['click-1']]);
});

test('[SIDE-47] a user who may not connect hears so instead of reading on', () => {
  const bed = reading();
  const refused = { type: matchmakerEvents.connectFailed, error: 'account_held' } as const;
  bed.hear({ type: 'matchmaker event arrived', event: { ...refused, clickID: 'click-0' } });
  expect(bed.state).toBe('firstTimeGuidance');
  bed.hear({ type: 'matchmaker event arrived', event: { ...refused, clickID: 'click-1' } });
  expect([bed.state, bed.context.notice]).toEqual(['present', 'account_held']);
});

test('[SIDE-47] a waiting user hears that somebody is getting ready, and keeps waiting or greeting', () => {
  const bed = new Testbed();
  bed.do(connect);
  const ready = { type: matchmakerEvents.connectReceived, partnerGettingReady: true } as const;
  bed.hear({ type: 'matchmaker event arrived', event: { ...ready, clickID: 'click-0' } });
  expect(bed.context.gettingReadyUntil).toBe(0);
  bed.hear({ type: 'matchmaker event arrived', event: { ...ready, clickID: 'click-1' } });
  expect([bed.state, bed.context.gettingReadyUntil]).toEqual(['waiting', bed.clock.now() + durations.gettingReadyShown]);
  const room = { type: matchmakerEvents.connectReceived, roomID: 'room', position: 1, clickID: 'click-1' } as const;
  bed.hear({ type: 'matchmaker event arrived', event: room });
  bed.hear({ type: 'matchmaker event arrived', event: { ...ready, clickID: 'click-1' } });
  expect(bed.has('partner found')).toBe(true);
});

test('[SIDE-47] announcements stop after five minutes', () => {
  const bed = reading();
  bed.clock.advance(durations.gettingReadyLimit - 1);
  const sentBefore = sent(bed, 'connectClick').length;
  expect(sentBefore).toBe(durations.gettingReadyLimit / durations.gettingReadyInterval);
  bed.clock.advance(durations.gettingReadyInterval * 3);
  expect(sent(bed, 'connectClick')).toHaveLength(sentBefore);
});

test('[SIDE-47] guidance that is accepted while the socket is down keeps waiting for as long as the position is reserved', () => {
  const bed = reading();
  bed.clock.advance(durations.guidanceDelay);
  bed.connected = false;
  bed.do({ type: 'guidance accepted' });
  bed.clock.advance(durations.reservationLife - 1);
  expect(bed.state).toBe('waiting');
  bed.connected = true;
  bed.hear({ type: 'socket connected' });
  expect([bed.state, sent(bed, 'connectClick').at(-1)]).toEqual(['waiting', 'click-1']);
});

test('[SIDE-47] a refusal that arrives while waiting ends the request, which may have been queued meanwhile', () => {
  const bed = new Testbed();
  bed.do(connect);
  const event = { type: matchmakerEvents.connectFailed, error: 'matchmaker_failed', clickID: 'click-1' } as const;
  bed.hear({ type: 'matchmaker event arrived', event });
  expect([bed.state, sent(bed, 'cancelClick')]).toEqual(['present', ['click-1']]);
});
