import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const has = (bed: Testbed, tag: string) => bed.actor.getSnapshot().hasTag(tag);
const reports = (bed: Testbed) => bed.emitted.filter(({ event }) => event === 'updatesessiondata').map(({ payload }) => payload);
const count = (bed: Testbed, what: string) => bed.called.filter((each) => each === what).length;

/** A user who has pressed Start. */
async function pressed(position: 1 | 2 = 2): Promise<Testbed> {
  const bed = new Testbed();
  await bed.prepare(position);
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  return bed;
}
const announce = (bed: Testbed, more: object = {}) => {
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 4_000, now, ...more } });
};
const moves = (bed: Testbed) => {
  bed.peer({ type: 'peer connected' });
  bed.peer({ type: 'frame arrived' });
};

test('our descriptions and candidates go to the partner, and those of the partner to the connection', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.peer({ type: 'description made', description: { type: 'offer', sdp: 'ours' } });
  bed.peer({ type: 'candidate found', candidate: { candidate: 'ours' } });
  expect(bed.sent('sdp').map(({ payload }) => payload.payload)).toMatchObject([{ type: 'offer', sdp: 'ours' }]);
  expect(bed.sent('icecandidate').map(({ payload }) => payload.payload)).toMatchObject([{ candidate: 'ours' }]);
  bed.message('sdp', { payload: { type: 'offer', sdp: 'theirs', from: 'them' } });
  bed.message('icecandidate', { payload: { candidate: 'candidate', from: 'them' } });
  expect([count(bed, 'takes offer'), count(bed, 'takes candidate')]).toEqual([1, 1]);
});

test('the picture of the partner is shown from its arrival, and its path is kept', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.peer({ type: 'stream arrived', stream: 'their picture' });
  expect(bed.context.partnerStream).toBe('their picture');
  bed.peer({ type: 'frame arrived', path: 'relay_udp' });
  bed.peer({ type: 'frame arrived' });
  expect([bed.context.path, bed.context.frameAt]).toEqual(['relay_udp', bed.clock.now()]);
});

test('the warning that little time is left appears twenty seconds before the time-out', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.peerNotReadyTimeout - durations.startWarning - 1);
  expect(has(bed, 'little time is left')).toBe(false);
  bed.clock.advance(1);
  expect(has(bed, 'little time is left')).toBe(true);
});

test('the position guideline is shown for ten seconds, unless it is dismissed or switched off for good', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.positionGuideline - 1);
  expect(has(bed, 'the guideline is shown')).toBe(true);
  bed.do({ type: 'guideline dismissed', forGood: false });
  expect([has(bed, 'the guideline is shown'), count(bed, 'guideline hidden'), bed.context.person.showPositionGuideline]).toEqual([
    false,
    0,
    true,
  ]);
  const forGood = new Testbed();
  await forGood.prepare();
  forGood.do({ type: 'guideline dismissed', forGood: true });
  expect([count(forGood, 'guideline hidden'), forGood.context.person]).toEqual([
    1,
    expect.objectContaining({ guidanceAccepted: true, showPositionGuideline: false }),
  ]);
  const never = new Testbed({ showPositionGuideline: false });
  await never.prepare();
  expect(has(never, 'the guideline is shown')).toBe(false);
});

test('[SIDE-9] a camera that is taken away before Start no longer counts as a picture of the user', async () => {
  const bed = new Testbed();
  await bed.prepare();
  expect(bed.context.camera?.stream).toBe('own picture');
  bed.camera = 'stays silent';
  bed.loseCamera();
  expect([bed.state, bed.context.camera]).toEqual(['gettingMedia', undefined]);
});

test('after Start the user waits for the partner until the limit, counted from the confirmation of the room', async () => {
  const bed = await pressed();
  bed.clock.advance(durations.readyLimit - durations.enteringRoom - durations.startButtonDelay - 1);
  expect(bed.state).toBe('ready');
  bed.clock.advance(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'timeout_other']);
});

test('[SIDE-11] a side begins by itself only after the intro, and never while its socket is connected', async () => {
  const bed = await pressed();
  bed.message('ready');
  bed.hear({ type: 'socket disconnected' });
  moves(bed);
  bed.watch(durations.introDuration - 1);
  expect(bed.state).toBe('ready');
  bed.watch(1);
  expect([bed.state, bed.context.startsAt]).toEqual(['connected', bed.clock.now()]);
  const online = await pressed();
  online.message('ready');
  moves(online);
  online.watch(durations.introDuration + 1_000);
  expect(online.state).toBe('ready');
});

test('[SIDE-11] a side whose Start has not reached the room does not begin by itself', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  bed.answering = false;
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  bed.hear({ type: 'socket disconnected' });
  moves(bed);
  bed.watch(durations.introDuration + 1_000);
  expect([bed.state, has(bed, 'both are ready')]).toEqual(['ready', false]);
  bed.answering = true;
  bed.hear({ type: 'socket connected' });
  expect(has(bed, 'both are ready')).toBe(true);
});

test('[SIDE-11] neither a refusal nor the answer to a request for a new offer acknowledges the Start', async () => {
  const bed = new Testbed();
  await bed.prepare(2);
  bed.clock.advance(durations.startButtonDelay);
  bed.answers['room:send'] = { error: 'message_not_allowed', message: '' };
  bed.do({ type: 'start pressed' });
  delete bed.answers['room:send'];
  bed.message('ready');
  expect(has(bed, 'both are ready')).toBe(false);
  bed.peer({ type: 'peer failed' });
  expect([bed.sent('ready').at(-1)?.payload.payload, has(bed, 'both are ready')]).toEqual([{ again: true }, false]);
});

test('[SIDE-11] the intro runs from the moment both were ready, not from the loss of the socket', async () => {
  const bed = await pressed();
  bed.message('ready');
  moves(bed);
  bed.watch(durations.introDuration - 1_000);
  bed.hear({ type: 'socket disconnected' });
  bed.watch(999);
  expect(bed.state).toBe('ready');
  bed.watch(1);
  expect(bed.state).toBe('connected');
});

test('[SIDE-11] neither a frame without a connection nor a connection without a frame counts as a picture', async () => {
  for (const event of ['peer connected', 'frame arrived'] as const) {
    const bed = await pressed();
    bed.peer({ type: event });
    expect(bed.emitted.filter((each) => each.event === 'room:media')).toEqual([]);
  }
});

test('a start counts if it is for this room, and only once', async () => {
  const bed = await pressed();
  bed.message('ready');
  moves(bed);
  announce(bed, { roomID: 'another' });
  expect([bed.context.startsAt, bed.context.startNamed]).toEqual([undefined, false]);
  announce(bed);
  const { startsAt } = bed.context;
  expect([startsAt, has(bed, 'the start is announced')]).toEqual([bed.clock.now() + 4_000, true]);
  bed.clock.advance(1_000);
  announce(bed);
  expect(bed.context.startsAt).toBe(startsAt);
});

test('a missed start arrives with the snapshot', async () => {
  const bed = await pressed();
  moves(bed);
  const now = bed.clock.now();
  const snapshot = { userState: 'ready', roomID: 'room', position: 2, now } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  bed.hear({ type: 'snapshot arrived', snapshot: { ...snapshot, roomID: 'room', startsAt: now + 2_000 } });
  expect([bed.context.startsAt, bed.context.partnerReady]).toEqual([now + 2_000, true]);
  bed.watch(2_000);
  expect(bed.state).toBe('connected');
});

test('a start that the server announces after a side has begun by itself replaces the start of that side', async () => {
  const bed = await pressed();
  bed.message('ready');
  bed.hear({ type: 'socket disconnected' });
  moves(bed);
  bed.watch(durations.introDuration);
  bed.hear({ type: 'socket connected' });
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now - 1_000, now } });
  bed.watch(durations.connectionDuration - 1_001);
  expect(bed.state).toBe('connected');
  bed.watch(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});

test('[SIDE-12] a snapshot without the room ends it before the minute, but not during the minute', async () => {
  const snapshot = { userState: 'present', now: 0 } as const;
  const bed = await pressed();
  bed.hear({ type: 'snapshot arrived', snapshot: { ...snapshot, roomID: 'room', position: 2 } });
  expect(bed.state).toBe('ready');
  bed.hear({ type: 'snapshot arrived', snapshot });
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'ice_failure']);
  const running = new Testbed();
  await running.begin();
  running.hear({ type: 'snapshot arrived', snapshot });
  expect(running.state).toBe('connected');
});

test('[SIDE-12] an announced start that has not been reached does not count as the minute', async () => {
  const bed = await pressed();
  announce(bed);
  bed.clock.advance(3_999);
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'present', now: 0 } });
  expect(bed.state).toBe('disconnected');
});

test('[SIDE-8] the caller restarts the path at once, and opens a new connection after seven seconds', async () => {
  const bed = new Testbed();
  await bed.begin(1);
  bed.clock.advance(durations.frameLost);
  expect([count(bed, 'restart'), count(bed, 'offer')]).toEqual([1, 1]);
  bed.hear({ type: 'socket connected' });
  expect(count(bed, 'restart')).toBe(2);
  bed.clock.advance(durations.reconnectAfter - durations.frameLost - 1);
  expect(count(bed, 'offer')).toBe(1);
  bed.clock.advance(1);
  expect([count(bed, 'offer'), bed.sent('ready').length]).toEqual([2, 1]);
  bed.clock.advance(durations.frameTimeout - durations.reconnectAfter - 1);
  expect(bed.state).toBe('connected');
  bed.clock.advance(1);
  expect(bed.sent('close').map(({ payload }) => payload.payload)).toEqual([{ iceFailure: true }]);
});

test('[SIDE-8] the callee leaves the restart to the caller', async () => {
  const bed = new Testbed();
  await bed.begin(2);
  bed.peer({ type: 'peer failed' });
  bed.clock.advance(durations.frameLost);
  expect([count(bed, 'restart'), bed.context.peerConnected]).toEqual([0, false]);
});

test.each([
  [1, 'preparing'],
  [1, 'ready'],
  [2, 'preparing'],
  [2, 'ready'],
] as const)(
  '[SIDE-8] before the minute a failed path is replaced, whichever side notices: position %i, %s',
  async (position, state) => {
    const bed = new Testbed();
    await bed.prepare(position);
    bed.clock.advance(durations.startButtonDelay);
    if (state === 'ready') bed.do({ type: 'start pressed' });
    const before = bed.sent('ready').length;
    bed.peer({ type: 'peer failed' });
    const asked = bed.sent('ready').slice(before);
    expect(asked.map(({ payload }) => payload.payload)).toEqual(position === 2 ? [{ again: true }] : []);
    expect(count(bed, 'restart')).toBe(position === 1 ? 1 : 0);
  },
);

test('[SIDE-11] the picture counts as interrupted two seconds after the last frame, and not a millisecond sooner', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.clock.advance(durations.frameLost - 1);
  expect(has(bed, 'the partner is interrupted')).toBe(false);
  bed.clock.advance(1);
  expect(has(bed, 'the partner is interrupted')).toBe(true);
});

test('[SIDE-43] the report of the end names the side, the duration, the end reason and the path', async () => {
  const bed = new Testbed();
  await bed.begin(1);
  bed.peer({ type: 'frame arrived', path: 'direct' });
  bed.watch(12_000);
  bed.message('close', { endReason: 'manual_other' });
  const facts = { roomID: 'room', position: 1, experienceType: 'oneminute' };
  expect(reports(bed)).toEqual([{ ...facts, duration: 12_000, endReason: 'manual_2', path: 'direct' }]);
  const whole = new Testbed();
  await whole.begin(1);
  whole.watch(durations.connectionDuration);
  expect(reports(whole)).toEqual([{ ...facts, duration: 60_000, endReason: 'natural' }]);
  const before = new Testbed();
  await before.prepare(1);
  before.message('close', { endReason: 'cancel_other' });
  expect(reports(before)).toEqual([{ ...facts, duration: 0, endReason: 'cancel_2' }]);
  const announced = await pressed(1);
  announce(announced);
  announced.message('close', { endReason: 'cancel_other' });
  expect(reports(announced)).toMatchObject([{ duration: 0 }]);
});

test('[SIDE-6] the answer to a close that this side sent gives the end reason', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.answers['room:send'] = { ok: true, endReason: 'natural' };
  bed.do({ type: 'end pressed' });
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});

test.each([{ roomID: undefined }, { position: undefined }, { startsAt: undefined }])(
  '[SIDE-7] a reloaded page does not return to a minute if the snapshot is incomplete: %j',
  (missing) => {
    const bed = new Testbed();
    bed.rememberedRoom = 'room';
    const now = bed.clock.now();
    const snapshot = { userState: 'connected', roomID: 'room', position: 1, startsAt: now, now, ...missing } as const;
    bed.hear({ type: 'snapshot arrived', snapshot: snapshot as never });
    expect(bed.state).toBe('present');
  },
);

test('[SIDE-7] after a reload the minute keeps the announced start', async () => {
  const bed = new Testbed();
  bed.rememberedRoom = 'room';
  const now = bed.clock.now();
  const snapshot = { userState: 'connected', roomID: 'room', position: 1, startsAt: now - 20_000, now } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  await bed.settle();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now, now } });
  bed.watch(40_000);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});
