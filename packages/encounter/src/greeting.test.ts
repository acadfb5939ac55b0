import { shippedDurations as durations } from '@unspoken/contract/durations';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;
const speak = (
  bed: Testbed,
  event: Omit<MatchmakerEvent, 'type'>,
  type: MatchmakerEvent['type'] = matchmakerEvents.connectReceived,
) => bed.hear({ type: 'matchmaker event arrived', event: { type, ...event } as MatchmakerEvent });
const cancels = (bed: Testbed) =>
  bed.emitted.filter(({ event }) => event === 'cancelClick').map(({ payload }) => payload.clickID);
const joined = (bed: Testbed) => bed.emitted.filter(({ event }) => event === 'room:join').length;

/** A user for whom a partner is found. */
function found(position: 1 | 2): Testbed {
  const bed = new Testbed();
  bed.do(connect);
  speak(bed, { roomID: 'room', position });
  return bed;
}

test('a room for another request is ignored; a room for this request, or for none in particular, is entered', () => {
  const bed = new Testbed();
  bed.do(connect);
  speak(bed, { roomID: 'room', position: 2, clickID: 'click-0' });
  expect(bed.context.room).toBeUndefined();
  speak(bed, { roomID: 'room', position: 2, clickID: 'click-1' });
  expect(bed.context.room).toEqual({ roomID: 'room', position: 2 });
  expect([found(1).context.room, joined(bed)]).toEqual([{ roomID: 'room', position: 1 }, 1]);
});

test('a repeated announcement of a room opens it once, and another room replaces it', () => {
  const bed = found(2);
  bed.clock.advance(1_000);
  speak(bed, { roomID: 'room', position: 2 });
  expect([bed.sent('hello').length, joined(bed)]).toEqual([1, 1]);
  speak(bed, { roomID: 'another', position: 1 });
  expect([bed.context.room, joined(bed)]).toEqual([{ roomID: 'another', position: 1 }, 2]);
});

test('a message that this request is queued again gives up the room; the same message about another request does not', () => {
  for (const clickID of ['click-1', undefined]) {
    const bed = found(2);
    speak(bed, clickID ? { clickID } : {});
    expect([bed.state, bed.context.room, bed.actor.getSnapshot().hasTag('partner found')]).toEqual(['waiting', undefined, false]);
  }
  const bed = found(2);
  speak(bed, { clickID: 'click-0' });
  expect(bed.context.room?.roomID).toBe('room');
});

test('a refusal of this request leads to the lobby with its reason; a refusal of another request is ignored', () => {
  const refused = matchmakerEvents.connectFailed;
  const bed = new Testbed();
  bed.do(connect);
  speak(bed, { error: 'open_elsewhere', clickID: 'click-0' }, refused);
  expect(bed.state).toBe('waiting');
  speak(bed, { clickID: 'click-1' }, refused);
  expect([bed.state, bed.context.notice]).toEqual(['present', 'matchmaker_failed']);
  bed.do({ type: 'notice dismissed' });
  expect(bed.context.notice).toBeUndefined();
});

test('a request that is refused in its acknowledgement ends in the lobby with the reason, and is cancelled', () => {
  const bed = new Testbed();
  bed.answers.connectClick = { error: 'account_held', message: '' };
  bed.do(connect);
  expect([bed.state, bed.context.notice, cancels(bed)]).toEqual(['present', 'account_held', ['click-1']]);
});

test('an accepted request continues to wait after the limit for the acknowledgement', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.clock.advance(durations.matchmakerAnswer);
  expect(bed.state).toBe('waiting');
});

test('[SIDE-42] the caller answers the hello, and enters the room once the server has accepted the answer', async () => {
  const bed = found(1);
  expect(bed.sent('hello')).toEqual([]);
  bed.answering = false;
  bed.message('hello');
  expect([bed.state, bed.sent('hello').length]).toEqual(['waiting', 1]);
  bed.answering = true;
  bed.clock.advance(durations.requestRetry);
  await bed.settle();
  expect([bed.state, bed.sent('hello').length]).toEqual(['enteringRoom', 2]);
});

test('[SIDE-42] the callee enters the room with the answer to their hello, and sends no second hello', () => {
  const bed = found(2);
  bed.answering = false;
  bed.message('hello');
  expect([bed.state, bed.sent('hello').length]).toEqual(['enteringRoom', 1]);
});

test.each([1, 2] as const)(
  '[SIDE-6] a room that is closed during the greeting ends for the reason that the server gives: position %i',
  (position) => {
    const bed = found(position);
    bed.message('close', { endReason: 'cancel_other' });
    expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'cancel_other']);
  },
);

test('a refused answer to the hello leads back to searching', () => {
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

test('[SIDE-2] a caller who cancels during the greeting cancels the request and leaves the room', () => {
  const bed = found(1);
  bed.do({ type: 'cancel pressed' });
  expect([bed.state, bed.context.room, cancels(bed)]).toEqual(['present', undefined, ['click-1']]);
  expect(bed.emitted.filter(({ event }) => event === 'room:leave').map(({ payload }) => payload)).toEqual([{ roomID: 'room' }]);
  expect(bed.sent('close')).toEqual([]);
});

test('[SIDE-6] a callee who cancels during the greeting ends the room', () => {
  const bed = found(2);
  bed.do({ type: 'cancel pressed' });
  expect([bed.state, bed.context.endReason, cancels(bed)]).toEqual(['disconnected', 'cancel_self', ['click-1']]);
  expect(bed.sent('close').map(({ payload }) => payload.payload)).toEqual([{}]);
});

test('[SIDE-2] a cancellation that starts while an earlier one is still being sent replaces it', () => {
  const bed = new Testbed();
  bed.answering = false;
  bed.do(connect);
  bed.do({ type: 'cancel pressed' });
  bed.do(connect);
  bed.do({ type: 'cancel pressed' });
  bed.clock.advance(durations.requestRetry);
  expect(cancels(bed)).toEqual(['click-1', 'click-2', 'click-2']);
});

test('a circle with members is searched', () => {
  const bed = new Testbed({ circleMatched: 1 });
  bed.do({ ...connect, poolType: 'myCircle' });
  expect(bed.state).toBe('waiting');
});

test('[SIDE-5] accepted guidance is not shown again; declining it leads back to the lobby', () => {
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

test('new facts about the user take effect at once', () => {
  const bed = new Testbed({ guidanceAccepted: false });
  bed.do({ type: 'person known', person: { ...bed.context.person, guidanceAccepted: true } });
  bed.do(connect);
  expect(bed.state).toBe('waiting');
});

const beats = (bed: Testbed) => bed.emitted.filter(({ event }) => event === 'presence').map(({ payload }) => payload.state);

test('presence is reported every four seconds, at once when the socket reconnects, and no more when the page is gone', () => {
  const bed = new Testbed();
  expect(new Set(beats(bed))).toEqual(new Set(['present']));
  const first = beats(bed).length;
  const later = () => beats(bed).slice(first);
  bed.clock.advance(durations.presenceEmission - 1);
  expect(later()).toEqual([]);
  bed.clock.advance(1);
  expect(later()).toEqual(['present']);
  bed.clock.advance(1_000);
  bed.hear({ type: 'socket disconnected' });
  bed.clock.advance(10 * durations.presenceEmission);
  bed.do({ type: 'page hidden' });
  expect(later()).toEqual(['present']);
  bed.hear({ type: 'socket connected' });
  expect(later()).toEqual(['present', 'absent']);
  bed.clock.advance(durations.presenceEmission - 1);
  expect(later()).toHaveLength(2);
  bed.clock.advance(1);
  expect(later()).toHaveLength(3);
  bed.actor.stop();
  bed.clock.advance(10 * durations.presenceEmission);
  bed.hear({ type: 'socket connected' });
  expect(later()).toHaveLength(3);
});

test('a new lobby offers the pool of everybody, and no room', () => {
  const { context } = new Testbed();
  expect(context).toMatchObject({
    pool: { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' },
    noRepeat: false,
    clickID: '',
    endReason: 'unknown',
  });
});
