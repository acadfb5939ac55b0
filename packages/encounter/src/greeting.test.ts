import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;
const speak = (bed: Testbed, event: Omit<MatchmakerEvent, 'type'>, type: MatchmakerEvent['type'] = 'connectRecieved') =>
  bed.hear({ type: 'matchmaker spoke', event: { type, ...event } as MatchmakerEvent });
const cancels = (bed: Testbed) =>
  bed.emitted.filter(({ event }) => event === 'cancelClick').map(({ payload }) => payload.clickID);
const joined = (bed: Testbed) => bed.emitted.filter(({ event }) => event === 'room:join').length;

/** Somebody for whom a partner is found. */
function found(position: 1 | 2): Testbed {
  const bed = new Testbed();
  bed.do(connect);
  speak(bed, { roomID: 'room', position });
  return bed;
}

test('a room that answers another request is not ours, one that answers this request or names none is', () => {
  const bed = new Testbed();
  bed.do(connect);
  speak(bed, { roomID: 'room', position: 2, clickID: 'click-0' });
  expect(bed.context.room).toBeUndefined();
  speak(bed, { roomID: 'room', position: 2, clickID: 'click-1' });
  expect(bed.context.room).toEqual({ roomID: 'room', position: 2 });
  expect([found(1).context.room, joined(bed)]).toEqual([{ roomID: 'room', position: 1 }, 1]);
});

test('the word of a room that is heard twice opens it once, and another room takes its place', () => {
  const bed = found(2);
  bed.clock.advance(1_000);
  speak(bed, { roomID: 'room', position: 2 });
  expect([bed.said('hello').length, joined(bed)]).toEqual([1, 1]);
  speak(bed, { roomID: 'another', position: 1 });
  expect([bed.context.room, joined(bed)]).toEqual([{ roomID: 'another', position: 1 }, 2]);
});

test('whoever is back in the queue has no room any more, if it is about this request', () => {
  for (const clickID of ['click-1', undefined]) {
    const bed = found(2);
    speak(bed, clickID ? { clickID } : {});
    expect([bed.state, bed.context.room, bed.actor.getSnapshot().hasTag('somebody is found')]).toEqual([
      'waiting',
      undefined,
      false,
    ]);
  }
  const bed = found(2);
  speak(bed, { clickID: 'click-0' });
  expect(bed.context.room?.roomID).toBe('room');
});

test('a refusal is heard if it is about this request, and says why', () => {
  const refused = 'connectRecievedError';
  const bed = new Testbed();
  bed.do(connect);
  speak(bed, { error: 'open_elsewhere', clickID: 'click-0' }, refused);
  expect(bed.state).toBe('waiting');
  speak(bed, { clickID: 'click-1' }, refused);
  expect([bed.state, bed.context.notice]).toEqual(['present', 'matchmaker_failed']);
  bed.do({ type: 'notice dismissed' });
  expect(bed.context.notice).toBeUndefined();
});

test('a request that is refused in its answer ends in the lobby with the reason, and is taken back', () => {
  const bed = new Testbed();
  bed.answers.connectClick = { error: 'account_held', message: '' };
  bed.do(connect);
  expect([bed.state, bed.context.notice, cancels(bed)]).toEqual(['present', 'account_held', ['click-1']]);
});

test('a request that is taken waits longer than an answer may take', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.clock.advance(durations.matchmakerAnswer);
  expect(bed.state).toBe('waiting');
});

test('[SIDE-42] the one who waited answers the hello, and is in the room when the server has taken the answer', async () => {
  const bed = found(1);
  expect(bed.said('hello')).toEqual([]);
  bed.answering = false;
  bed.message('hello');
  expect([bed.state, bed.said('hello').length]).toEqual(['waiting', 1]);
  bed.answering = true;
  bed.clock.advance(durations.requestRetry);
  await bed.settle();
  expect([bed.state, bed.said('hello').length]).toEqual(['enteringRoom', 2]);
});

test('[SIDE-42] the one who came is in the room with the answer to their hello, and says no other', () => {
  const bed = found(2);
  bed.answering = false;
  bed.message('hello');
  expect([bed.state, bed.said('hello').length]).toEqual(['enteringRoom', 1]);
});

test.each([1, 2] as const)(
  '[SIDE-6] a room that is closed while two greet each other ends as the server says: position %i',
  (position) => {
    const bed = found(position);
    bed.message('close', { endReason: 'cancel_other' });
    expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'cancel_other']);
  },
);

test('an answer to the hello that is refused leads back to searching', () => {
  const bed = found(1);
  bed.answers['room:send'] = { error: 'room_ended', message: '' };
  bed.message('hello');
  expect([bed.state, bed.context.room]).toEqual(['waiting', undefined]);
});

test('a room that the server does not know leads back to searching', () => {
  const bed = new Testbed();
  bed.answers['room:join'] = { error: 'room_not_found', message: '' };
  bed.do(connect);
  speak(bed, { roomID: 'room', position: 2 });
  expect([bed.state, bed.context.room]).toEqual(['waiting', undefined]);
});

test('[SIDE-2] the one who waited takes the press back and leaves when they cancel while they are greeted', () => {
  const bed = found(1);
  bed.do({ type: 'cancel pressed' });
  expect([bed.state, bed.context.room, cancels(bed)]).toEqual(['present', undefined, ['click-1']]);
  expect(bed.emitted.filter(({ event }) => event === 'room:leave').map(({ payload }) => payload)).toEqual([{ roomID: 'room' }]);
  expect(bed.said('close')).toEqual([]);
});

test('[SIDE-6] the one who came ends the room when they cancel while they greet', () => {
  const bed = found(2);
  bed.do({ type: 'cancel pressed' });
  expect([bed.state, bed.context.endReason, cancels(bed)]).toEqual(['disconnected', 'cancel_self', ['click-1']]);
  expect(bed.said('close').map(({ payload }) => payload.payload)).toEqual([{}]);
});

test('[SIDE-2] a press that is taken back while an earlier one still is takes its place', () => {
  const bed = new Testbed();
  bed.answering = false;
  bed.do(connect);
  bed.do({ type: 'cancel pressed' });
  bed.do(connect);
  bed.do({ type: 'cancel pressed' });
  bed.clock.advance(durations.requestRetry);
  expect(cancels(bed)).toEqual(['click-1', 'click-2', 'click-2']);
});

test('a circle with somebody in it is searched, an empty one or a lost socket is said', () => {
  const bed = new Testbed({ circleMatched: 1 });
  bed.do({ ...connect, poolType: 'myCircle' });
  expect(bed.state).toBe('waiting');
  const away = new Testbed();
  away.connected = false;
  away.do(connect);
  expect([away.state, away.context.notice]).toEqual(['present', 'matchmaker_failed']);
});

test('[SIDE-5] the guidance that was accepted once is not shown again; one that is declined leads back', () => {
  const bed = new Testbed({ guidanceAccepted: false });
  bed.do(connect);
  bed.clock.advance(durations.guidanceDelay);
  bed.do({ type: 'guidance declined' });
  expect([bed.state, bed.called]).toEqual(['present', ['guidance declined']]);
  bed.do(connect);
  bed.clock.advance(durations.guidanceDelay);
  bed.do({ type: 'guidance accepted' });
  bed.do({ type: 'cancel pressed' });
  bed.do(connect);
  expect(bed.state).toBe('waiting');
  expect(bed.context.person).toMatchObject({ guidanceAccepted: true, showPositionGuideline: true });
});

test('what becomes known of the person is known at once', () => {
  const bed = new Testbed({ guidanceAccepted: false });
  bed.do({ type: 'person known', person: { ...bed.context.person, guidanceAccepted: true } });
  bed.do(connect);
  expect(bed.state).toBe('waiting');
});

const beats = (bed: Testbed) => bed.emitted.filter(({ event }) => event === 'presence').map(({ payload }) => payload.state);

test('that somebody is here is said every four seconds, at once when the socket is back, and no more when the page is gone', () => {
  const bed = new Testbed();
  expect(new Set(beats(bed))).toEqual(new Set(['present']));
  const first = beats(bed).length;
  const since = () => beats(bed).slice(first);
  bed.clock.advance(durations.presenceEmission - 1);
  expect(since()).toEqual([]);
  bed.clock.advance(1);
  expect(since()).toEqual(['present']);
  bed.clock.advance(1_000);
  bed.hear({ type: 'socket disconnected' });
  bed.clock.advance(10 * durations.presenceEmission);
  bed.do({ type: 'page hidden' });
  expect(since()).toEqual(['present']);
  bed.hear({ type: 'socket connected' });
  expect(since()).toEqual(['present', 'absent']);
  bed.clock.advance(durations.presenceEmission - 1);
  expect(since()).toHaveLength(2);
  bed.clock.advance(1);
  expect(since()).toHaveLength(3);
  bed.actor.stop();
  bed.clock.advance(10 * durations.presenceEmission);
  bed.hear({ type: 'socket connected' });
  expect(since()).toHaveLength(3);
});

test('a lobby that nothing has happened in shows everybody, and nothing of a room', () => {
  const { context } = new Testbed();
  expect(context).toMatchObject({
    pool: { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' },
    noRepeat: false,
    clickID: '',
    endReason: 'unknown',
  });
});
