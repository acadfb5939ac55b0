import { shippedDurations as durations } from '@unspoken/contract/durations';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { isMatch } from './model.ts';
import { Testbed } from './testbed.ts';

const count = (bed: Testbed, what: string) => bed.called.filter((each) => each === what).length;

async function afterwards(bed = new Testbed()): Promise<Testbed> {
  await bed.begin(1);
  bed.watch(durations.connectionDuration);
  bed.do({ type: 'move on pressed' });
  await bed.settle();
  return bed;
}

test('a thank is sent to the partner once it is stored, and can be given again after a refusal', async () => {
  const bed = await afterwards();
  bed.answers.thanksClick = { error: 'room_not_found', message: '' };
  bed.answering = false;
  bed.do({ type: 'thank pressed' });
  expect(bed.context.thanksGiven).toBe(true);
  bed.answering = true;
  bed.clock.advance(durations.requestRetry);
  expect([bed.context.thanksGiven, bed.sent('thankyou')]).toEqual([false, []]);
  delete bed.answers.thanksClick;
  bed.do({ type: 'thank pressed' });
  expect([bed.context.thanksGiven, bed.sent('thankyou').length]).toEqual([true, 1]);
  const thanks = bed.emitted.filter(({ event }) => event === 'thanksClick').map(({ payload }) => payload);
  expect(thanks).toEqual(Array.from({ length: 3 }, () => ({ roomID: 'room', position: 1 })));
});

test('moving on leaves the room, drops an unacknowledged thank, and stops asking about the circle', async () => {
  const bed = new Testbed();
  bed.circleFlags = undefined;
  await afterwards(bed);
  bed.answering = false;
  bed.do({ type: 'thank pressed' });
  bed.do({ type: 'move on pressed' });
  expect([bed.state, bed.context.room, bed.emitted.filter(({ event }) => event === 'room:leave').length]).toEqual([
    'present',
    undefined,
    1,
  ]);
  const events = () => bed.emitted.filter(({ event }) => event !== 'presence').length;
  const [emitted, asked] = [events(), bed.called.length];
  bed.clock.advance(10 * durations.requestRetry);
  await bed.settle();
  expect([events(), bed.called.length]).toEqual([emitted, asked]);
});

const flags = {
  success: true,
  addedByOther: true,
  alreadyInMyCircleAddedByMe: true,
  alreadyInMyCircleMatched: true,
  otherIsGuest: false,
} as const;

test('[SIDE-10] the answer of the server about the circle and an earlier message of the partner are combined', async () => {
  const matched = new Testbed();
  matched.circleFlags = flags;
  await afterwards(matched);
  expect([isMatch(matched.context.circle), count(matched, 'circle: check')]).toEqual([true, 1]);
  const overtaken = new Testbed();
  overtaken.circleFlags = { ...flags, addedByOther: false };
  await overtaken.begin(1);
  overtaken.watch(durations.connectionDuration);
  overtaken.message('addedcircle');
  overtaken.do({ type: 'move on pressed' });
  await overtaken.settle();
  expect(isMatch(overtaken.context.circle)).toBe(true);
  const alone = new Testbed();
  alone.circleFlags = { ...flags, addedByOther: false };
  await afterwards(alone);
  expect([alone.context.circle.addedByMe, isMatch(alone.context.circle)]).toEqual([true, false]);
});

test('[SIDE-10] when the partner’s add makes a match, the server is asked for their first name', async () => {
  const bed = await afterwards();
  bed.message('addedcircle');
  await bed.settle();
  expect([count(bed, 'circle: check'), bed.context.circle.firstName]).toEqual([1, undefined]);
  bed.circleFlags = { ...flags, addedByOther: false };
  bed.do({ type: 'add to circle pressed' });
  await bed.settle();
  bed.circleFlags = { ...flags, firstName: 'Ben' };
  bed.message('addedcircle');
  await bed.settle();
  expect([isMatch(bed.context.circle), bed.context.circle.firstName, count(bed, 'circle: check')]).toEqual([true, 'Ben', 2]);
});

test('[SIDE-10] only a partner who was added can be removed, once; the partner is not notified', async () => {
  const bed = await afterwards();
  bed.do({ type: 'remove from circle pressed' });
  expect(count(bed, 'circle: remove')).toBe(0);
  bed.circleFlags = flags;
  bed.do({ type: 'add to circle pressed' });
  await bed.settle();
  expect([bed.context.circle.addedByMe, bed.sent('addedcircle').length]).toEqual([true, 1]);
  bed.do({ type: 'remove from circle pressed' });
  bed.do({ type: 'remove from circle pressed' });
  await bed.settle();
  expect([count(bed, 'circle: remove'), bed.sent('addedcircle').length]).toEqual([1, 1]);
});

test('[SIDE-10] two people of one circle are a match from the end of their minute; only the name is asked for', async () => {
  const bed = new Testbed({ circleMatched: 1 });
  bed.circleFlags = { ...flags, firstName: 'Ben' };
  bed.do({ type: 'connect pressed', poolType: 'myCircle', noRepeat: false });
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position: 2 } });
  bed.message('hello');
  await bed.settle();
  bed.clock.advance(durations.enteringRoom);
  await bed.settle();
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  bed.peer({ type: 'frame arrived' });
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 4_000, now } });
  bed.watch(4_000 + durations.connectionDuration);
  bed.do({ type: 'move on pressed' });
  expect([bed.state, isMatch(bed.context.circle), bed.context.circle.firstName]).toEqual(['digesting', true, undefined]);
  await bed.settle();
  expect([isMatch(bed.context.circle), bed.context.circle.firstName]).toEqual([true, 'Ben']);
  expect(bed.called.filter((each) => each.startsWith('circle'))).toEqual(['circle: check']);
});
