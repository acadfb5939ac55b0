import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const flags = {
  success: true,
  addedByOther: false,
  alreadyInMyCircleAddedByMe: false,
  alreadyInMyCircleMatched: false,
  otherIsGuest: false,
} as const;

const running = (bed: Testbed, roomID = 'room', position: 1 | 2 = 1) => {
  const now = bed.clock.now();
  return {
    type: 'snapshot arrived',
    snapshot: { userState: 'connected', roomID, position, startsAt: now - 20_000, now },
  } as const;
};

test.each([1, 2] as const)(
  '[SIDE-7] a reloaded page at position %i returns to its minute, whose time has continued to run',
  async (position) => {
    const bed = new Testbed();
    bed.rememberedRoom = 'room';
    bed.hear(running(bed, 'room', position));
    expect([bed.state, bed.context.endReason]).toEqual(['connected', 'unknown']);
    expect(bed.emitted.find(({ event }) => event === 'room:join')?.payload).toEqual({ roomID: 'room', resume: true });
    await bed.settle();
    // A caller makes an offer without being asked; a callee asks for one.
    expect(bed.called.includes('offer')).toBe(position === 1);
    expect(bed.sent('ready').map(({ payload }) => payload.payload)).toEqual(position === 2 ? [{ again: true }] : []);
    expect(bed.shown).toHaveLength(1);
    bed.watch(39_999);
    expect(bed.state).toBe('connected');
    bed.clock.advance(1);
    expect([bed.state, bed.context.endReason, bed.rememberedRoom]).toEqual(['disconnected', 'natural', undefined]);
  },
);

test('[SIDE-7] a tab that was not in that minute, or returns too late, stays in the lobby', () => {
  const bed = new Testbed();
  bed.hear(running(bed));
  expect(bed.state).toBe('present');
  bed.rememberedRoom = 'another room';
  bed.hear(running(bed));
  expect(bed.state).toBe('present');
  bed.rememberedRoom = 'room';
  const late = running(bed);
  bed.hear({ ...late, snapshot: { ...late.snapshot, startsAt: late.snapshot.now - durations.connectionDuration } });
  expect(bed.state).toBe('present');
});

test('[SIDE-7] the caller opens a new connection on request, and shows the same camera on it', async () => {
  const bed = new Testbed();
  await bed.begin(1);
  const shown = bed.shown.length;
  bed.message('ready', { payload: { again: true } });
  expect(bed.called.filter((each) => each === 'offer')).toHaveLength(2);
  expect(bed.called).toContain('peer closed');
  expect(bed.shown).toHaveLength(shown + 1);
  expect(bed.state).toBe('connected');
});

test('[SIDE-8] a path that does not recover is replaced by a new connection once, and then given up', async () => {
  const bed = new Testbed();
  await bed.begin(2);
  bed.clock.advance(durations.frameLost);
  expect(bed.sent('ready')).toHaveLength(1);
  bed.clock.advance(durations.reconnectAfter - durations.frameLost);
  expect(bed.sent('ready').at(-1)?.payload.payload).toEqual({ again: true });
  bed.clock.advance(durations.frameTimeout - durations.reconnectAfter);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'ice_failure']);
});

test('[SIDE-9] a camera lost in the minute is reported, requested repeatedly, and shown when it is back', async () => {
  const bed = new Testbed();
  await bed.begin();
  const { shown } = bed;
  const before = shown.length;
  bed.camera = 'is refused';
  bed.loseCamera();
  await bed.settle();
  expect(bed.sent('ready').at(-1)?.payload.payload).toEqual({ camera: 'lost' });
  bed.watch(3 * durations.cameraRetry);
  await bed.settle();
  expect([bed.state, shown.length]).toEqual(['connected', before]);
  bed.camera = 'opens';
  bed.watch(durations.cameraRetry);
  await bed.settle();
  expect(bed.sent('ready').at(-1)?.payload.payload).toEqual({ camera: 'back' });
  expect(shown).toHaveLength(before + 1);
});

test('[SIDE-9] the partner’s camera state follows their messages; a plain ready leaves it unchanged', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.message('ready', { payload: { camera: 'lost' } });
  expect(bed.context.partnerCameraLost).toBe(true);
  bed.message('ready');
  expect(bed.context.partnerCameraLost).toBe(true);
  bed.message('ready', { payload: { camera: 'back' } });
  expect(bed.context.partnerCameraLost).toBe(false);
});

test('[SIDE-9] another camera can be chosen before Start, and a lost one is requested again', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.do({ type: 'camera chosen', deviceId: 'desk' });
  await bed.settle();
  expect(bed.called).toEqual(expect.arrayContaining(['camera desk', 'camera stopped']));
  expect(bed.state).toBe('preparing');
  bed.camera = 'stays silent';
  bed.loseCamera();
  expect(bed.state).toBe('gettingMedia');
});

test('[SIDE-10] the circle is requested until the server answers; adding and removing take effect with its answer', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.circleFlags = undefined;
  bed.do({ type: 'end pressed' });
  bed.do({ type: 'move on pressed' });
  await bed.settle();
  expect([bed.state, bed.context.circle.known]).toEqual(['digesting', false]);
  bed.do({ type: 'add to circle pressed' });
  expect(bed.called.filter((each) => each === 'circle: add')).toEqual([]);
  bed.circleFlags = flags;
  bed.clock.advance(durations.requestRetry);
  await bed.settle();
  expect(bed.context.circle).toMatchObject({ known: true, addedByMe: false });
  bed.circleFlags = undefined;
  bed.do({ type: 'add to circle pressed' });
  await bed.settle();
  expect(bed.context.circle).toMatchObject({ addedByMe: false, pending: false, failed: true });
  bed.circleFlags = { ...flags, alreadyInMyCircleAddedByMe: true };
  bed.do({ type: 'add to circle pressed' });
  bed.do({ type: 'add to circle pressed' });
  await bed.settle();
  expect(bed.called.filter((each) => each === 'circle: add')).toHaveLength(2);
  expect(bed.sent('addedcircle')).toHaveLength(1);
  bed.message('addedcircle');
  expect(bed.context.circle).toMatchObject({ addedByMe: true, addedByOther: true, failed: false });
  bed.circleFlags = flags;
  bed.do({ type: 'remove from circle pressed' });
  await bed.settle();
  expect(bed.context.circle.addedByMe).toBe(false);
});

test('[SIDE-10] a report that is accepted before the end of the minute arrives closes the room and leaves it at once', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.do({ type: 'report sent', roomID: 'another room' });
  expect(bed.state).toBe('connected');
  bed.do({ type: 'report sent', roomID: 'room' });
  expect([bed.state, bed.context.room, bed.context.partnerStream]).toEqual(['present', undefined, undefined]);
  expect(bed.sent('close')).toHaveLength(1);
  bed.message('close', { endReason: 'manual_other' });
  await bed.settle();
  expect(bed.state).toBe('present');
});

test.each([
  ['on the screen of the end', ['end pressed'], 'disconnected'],
  ['while digesting', ['end pressed', 'move on pressed'], 'digesting'],
] as const)('[SIDE-10] a report %s leaves the encounter, and only a report about it', async (_, events, state) => {
  const bed = new Testbed();
  await bed.begin();
  for (const type of events) bed.do({ type });
  await bed.settle();
  bed.do({ type: 'report sent', roomID: 'another room' });
  expect(bed.state).toBe(state);
  bed.do({ type: 'report sent', roomID: 'room' });
  expect([bed.state, bed.context.room]).toEqual(['present', undefined]);
});

test('[SIDE-10] a report also leaves after an end without a thank-you step', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.message('close', { endReason: 'cancel_other' });
  expect(bed.state).toBe('disconnected');
  bed.do({ type: 'report sent', roomID: 'room' });
  expect(bed.state).toBe('present');
});

test('[SIDE-10] a guest does not ask for the circle and cannot add anybody; nobody can add a guest', async () => {
  const guest = new Testbed({ guest: true });
  await guest.begin();
  guest.do({ type: 'end pressed' });
  guest.do({ type: 'move on pressed' });
  await guest.settle();
  guest.do({ type: 'add to circle pressed' });
  expect(guest.called.filter((each) => each.startsWith('circle'))).toEqual([]);
  const host = new Testbed();
  host.circleFlags = { ...flags, otherIsGuest: true };
  await host.begin();
  host.do({ type: 'end pressed' });
  host.do({ type: 'move on pressed' });
  await host.settle();
  host.do({ type: 'add to circle pressed' });
  expect(host.called.filter((each) => each === 'circle: add')).toEqual([]);
});

test('[SIDE-11] a picture that has stopped does not count: it is not reported, and no minute begins by itself', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  bed.peer({ type: 'frame arrived' });
  // The path fails while the user is still in `preparing`.
  bed.clock.advance(durations.frameLost);
  bed.do({ type: 'start pressed' });
  const reported = () => bed.emitted.filter(({ event }) => event === 'room:media').length;
  bed.hear({ type: 'socket disconnected' });
  bed.clock.advance(durations.introDuration);
  expect([bed.state, reported()]).toEqual(['ready', 0]);
  bed.hear({ type: 'socket connected' });
  bed.peer({ type: 'frame arrived' });
  expect(reported()).toBe(1);
});

test('[SIDE-11] a minute that begins without a recent picture shows the interruption at once', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  bed.peer({ type: 'frame arrived' });
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 4_000, now } });
  bed.clock.advance(4_000);
  expect(bed.state).toBe('connected');
  expect(bed.actor.getSnapshot().hasTag('the partner is interrupted')).toBe(true);
  bed.peer({ type: 'frame arrived' });
  expect(bed.actor.getSnapshot().hasTag('the partner is interrupted')).toBe(false);
});

test.each(['enteringRoom', 'preparing', 'ready'] as const)(
  '[SIDE-12] a user who loses the socket while %s is notified when the server has given them up',
  async (where) => {
    const bed = new Testbed();
    if (where === 'enteringRoom') await bed.enter();
    else await bed.prepare();
    if (where === 'ready') {
      bed.clock.advance(durations.startButtonDelay);
      bed.do({ type: 'start pressed' });
    }
    expect(bed.state).toBe(where);
    bed.hear({ type: 'socket disconnected' });
    bed.clock.advance(3_000);
    bed.hear({ type: 'socket connected' });
    bed.clock.advance(1_000);
    expect(bed.state).toBe(where);
    bed.hear({ type: 'socket disconnected' });
    bed.clock.advance(durations.rejoinBeforeConnected - 1);
    expect(outOf(bed)).toBe(false);
    bed.clock.advance(1);
    expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'ice_failure']);
  },
);

const outOf = (bed: Testbed) => ['disconnected', 'digesting', 'present'].includes(bed.state);

test('[SIDE-12] a socket lost in the minute ends nothing', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.hear({ type: 'socket disconnected' });
  bed.watch(20_000);
  expect(bed.state).toBe('connected');
});
