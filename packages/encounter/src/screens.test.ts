import { shippedDurations as durations } from '@unspoken/contract/durations';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;
const has = (bed: Testbed, tag: string) => bed.actor.getSnapshot().hasTag(tag);
const count = (bed: Testbed, what: string) => bed.called.filter((each) => each === what).length;
const closes = (bed: Testbed) => bed.sent('close').map(({ payload }) => payload.payload);
const leaves = (bed: Testbed) => bed.emitted.filter(({ event }) => event === 'room:leave').length;

/** Expects the tag to change to `to` exactly `after` ms from now. */
function changes(bed: Testbed, tag: string, after: number, to: boolean): void {
  bed.clock.advance(after - 1);
  expect([tag, has(bed, tag)]).toEqual([tag, !to]);
  bed.clock.advance(1);
  expect([tag, has(bed, tag)]).toEqual([tag, to]);
}

test('[SIDE-5] the guidance can be answered after its delay, and cancelled before', () => {
  const bed = new Testbed({ guidanceAccepted: false });
  bed.do(connect);
  expect(has(bed, 'the countdown is paused')).toBe(false);
  bed.do({ type: 'language list opened' });
  expect(has(bed, 'the countdown is paused')).toBe(true);
  bed.do({ type: 'language list closed' });
  changes(bed, 'guidance can be answered', durations.guidanceDelay, true);
  bed.do({ type: 'cancel pressed' });
  expect([bed.state, count(bed, 'guidance declined')]).toEqual(['present', 0]);
});

test('[SIDE-5] while the language list is open, and for a second afterwards, entering the room is shown as paused', async () => {
  const bed = new Testbed();
  await bed.enter();
  expect(has(bed, 'the countdown is paused')).toBe(false);
  bed.do({ type: 'language list opened' });
  expect(has(bed, 'the countdown is paused')).toBe(true);
  bed.do({ type: 'language list closed' });
  changes(bed, 'the countdown is paused', durations.languageResume, false);
  bed.do({ type: 'language list opened' });
  bed.do({ type: 'language list closed' });
  bed.do({ type: 'language list opened' });
  bed.clock.advance(durations.languageResume);
  expect(has(bed, 'the countdown is paused')).toBe(true);
});

test('that a partner is found is shown until the greeting is over', async () => {
  const bed = new Testbed();
  bed.do(connect);
  expect(has(bed, 'partner found')).toBe(false);
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position: 2 } });
  expect(has(bed, 'partner found')).toBe(true);
  bed.message('hello');
  expect(has(bed, 'partner found')).toBe(false);
});

test('a permission prompt that is not answered at once is explained', async () => {
  const bed = new Testbed();
  bed.camera = 'stays silent';
  await bed.prepare();
  changes(bed, 'the permission prompt is explained', durations.permissionPromptDelay, true);
});

test('Start is offered after three seconds; the controls dim after ten, and return on request', async () => {
  const bed = new Testbed();
  await bed.prepare();
  changes(bed, 'start is offered', durations.startButtonDelay, true);
  changes(bed, 'controls are shown', durations.controlsAtStart - durations.startButtonDelay, false);
  bed.do({ type: 'controls wanted' });
  changes(bed, 'controls are shown', durations.controlsAtStart, false);
  const guided = new Testbed();
  await guided.prepare();
  changes(guided, 'the guideline is shown', durations.positionGuideline, false);
});

test('in the minute the controls are shown for five seconds after the last request for them', async () => {
  const bed = new Testbed();
  await bed.begin();
  expect(has(bed, 'controls are shown')).toBe(false);
  bed.do({ type: 'controls wanted' });
  bed.watch(durations.controlsOnMove - 1);
  bed.do({ type: 'controls wanted' });
  bed.watch(durations.controlsOnMove - 1);
  expect(has(bed, 'controls are shown')).toBe(true);
  bed.watch(1);
  expect(has(bed, 'controls are shown')).toBe(false);
});

test('a hint appears to the user whose partner is ready, and another to the user who waits for the partner', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(2 * durations.hintDelay);
  expect(has(bed, 'the hint that the other is ready')).toBe(false);
  bed.message('ready');
  changes(bed, 'the hint that the other is ready', durations.hintDelay, true);
  const waits = new Testbed();
  await waits.prepare();
  waits.clock.advance(durations.startButtonDelay);
  waits.do({ type: 'start pressed' });
  expect(has(waits, 'both are ready')).toBe(false);
  changes(waits, 'the hint that we wait', durations.hintDelay, true);
  waits.message('ready');
  expect(has(waits, 'both are ready')).toBe(true);
  const now = waits.clock.now();
  waits.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 4_000, now } });
  expect([has(waits, 'both are ready'), has(waits, 'the start is announced')]).toEqual([true, true]);
});

test('[SIDE-6] two sides that are ready but never see each other end after fifteen seconds, as ice_failure', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  bed.clock.advance(1_000);
  bed.message('ready');
  bed.clock.advance(durations.connectLimit - 1);
  expect(bed.state).toBe('ready');
  bed.clock.advance(1);
  expect([bed.state, bed.context.endReason, closes(bed)]).toEqual(['disconnected', 'ice_failure', [{ iceFailure: true }]]);
});

test.each(['enter', 'prepare', 'begin'] as const)(
  '[SIDE-6] a user who ends the encounter after the step %s notifies the partner',
  async (way) => {
    for (const type of ['cancel pressed', 'end pressed'] as const) {
      const bed = new Testbed();
      await bed[way]();
      bed.do({ type });
      const ends = way !== 'begin' || type === 'end pressed';
      expect([bed.state === 'disconnected', closes(bed)]).toEqual(ends ? [true, [{}]] : [false, []]);
    }
  },
);

test.each(['cancel pressed', 'end pressed'] as const)(
  '[SIDE-6] a user can leave during the camera prompt and while waiting after Start: %s',
  async (type) => {
    const asked = new Testbed();
    asked.camera = 'stays silent';
    await asked.prepare();
    asked.do({ type });
    const ready = new Testbed();
    await ready.prepare();
    ready.clock.advance(durations.startButtonDelay);
    ready.do({ type: 'start pressed' });
    ready.do({ type });
    for (const bed of [asked, ready])
      expect([bed.state, bed.context.endReason, closes(bed)]).toEqual(['disconnected', 'cancel_self', [{}]]);
  },
);

test('[SIDE-6] a time-out is sent as a time-out', async () => {
  const looking = new Testbed();
  await looking.prepare();
  looking.clock.advance(durations.peerNotReadyTimeout - 1);
  expect(looking.state).toBe('preparing');
  looking.clock.advance(1);
  const asked = new Testbed();
  asked.camera = 'stays silent';
  await asked.prepare();
  asked.clock.advance(durations.cameraPromptLimit);
  const waits = new Testbed();
  await waits.prepare();
  waits.clock.advance(durations.startButtonDelay);
  waits.do({ type: 'start pressed' });
  waits.clock.advance(durations.readyLimit);
  expect([looking, asked, waits].map(closes)).toEqual([[{ byTimeout: true }], [{ byTimeout: true }], [{ byTimeout: true }]]);
});

test('the end of a room releases its camera and connection, and the tab forgets the room', async () => {
  const bed = new Testbed();
  await bed.enter();
  expect([count(bed, 'clock refined'), bed.rememberedRoom]).toEqual([1, undefined]);
  const begun = new Testbed();
  await begun.begin();
  expect([count(begun, 'clock refined'), begun.rememberedRoom]).toEqual([2, 'room']);
  begun.do({ type: 'end pressed' });
  expect([count(begun, 'camera stopped'), count(begun, 'peer closed'), begun.rememberedRoom, begun.context.camera]).toEqual([
    1,
    1,
    undefined,
    undefined,
  ]);
  expect(leaves(begun)).toBe(0);
});

test.each(['move on pressed', 'time'] as const)(
  'an end that does not lead to digesting leads to the lobby and leaves the room: by %s',
  async (by) => {
    const bed = new Testbed();
    await bed.prepare();
    bed.do({ type: 'cancel pressed' });
    if (by === 'time') bed.clock.advance(durations.afterConnectionDuration);
    else bed.do({ type: by });
    expect([bed.state, bed.context.room, leaves(bed)]).toEqual(['present', undefined, 1]);
    const denied = new Testbed();
    denied.camera = 'is refused';
    await denied.prepare();
    expect(denied.context.endReason).toBe('cancel_self');
    denied.clock.advance(durations.mediaDeniedDwell - 1);
    expect([denied.state, leaves(denied)]).toEqual(['mediaDenied', 0]);
    denied.clock.advance(1);
    expect([denied.state, denied.context.room, leaves(denied)]).toEqual(['present', undefined, 1]);
  },
);

test('the first two seconds after a whole minute are without words, and no other end is', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.watch(durations.connectionDuration);
  expect([bed.context.endReason, bed.has('the end is not said yet')]).toEqual(['natural', true]);
  bed.clock.advance(durations.endQuiet - 1);
  expect(bed.has('the end is not said yet')).toBe(true);
  bed.clock.advance(1);
  expect([bed.state, bed.has('the end is not said yet')]).toEqual(['disconnected', false]);
  bed.clock.advance(durations.afterConnectionDuration - durations.endQuiet);
  expect(bed.state).toBe('digesting');
  const ended = new Testbed();
  await ended.begin();
  ended.do({ type: 'end pressed' });
  expect([ended.state, ended.has('the end is not said yet')]).toEqual(['disconnected', false]);
});

test.each(['disconnected', 'digesting'] as const)(
  '[SIDE-48] from %s an end before its time leads on to somebody else, under a new request, or to the lobby',
  async (state) => {
    const early = async (person = {}) => {
      const bed = new Testbed(person);
      await bed.begin();
      bed.do({ type: 'end pressed' });
      if (state === 'digesting') bed.clock.advance(durations.afterConnectionDuration);
      expect(bed.state).toBe(state);
      return bed;
    };
    const bed = await early();
    const { clickID } = bed.context;
    bed.do({ type: 'meet another pressed' });
    expect([bed.state, bed.context.room, leaves(bed)]).toEqual(['waiting', undefined, 1]);
    expect([bed.context.clickID === clickID, bed.context.searchingSince]).toEqual([false, bed.clock.now()]);
    // Somebody else, although this user had not asked to avoid repetitions.
    expect(bed.emitted.findLast(({ event }) => event === 'connectClick')?.payload).toMatchObject({ noRepeat: true });
    const leaving = await early();
    leaving.do({ type: 'leave pressed' });
    expect([leaving.state, leaving.context.room, leaves(leaving)]).toEqual(['present', undefined, 1]);
    const guest = await early({ guest: true });
    guest.do({ type: 'meet another pressed' });
    expect(guest.state).toBe(state);
  },
);

test('a pairing that did not become a minute leads to nobody else from its end', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.do({ type: 'cancel pressed' });
  for (const type of ['meet another pressed', 'leave pressed'] as const) bed.do({ type });
  expect(bed.state).toBe('disconnected');
});

test('messages of the partner in the first seconds after the end are taken into account', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.do({ type: 'end pressed' });
  bed.message('thankyou');
  bed.message('addedcircle');
  expect([bed.state, bed.context.thanksReceived, bed.context.circle.addedByOther]).toEqual(['disconnected', true, true]);
});

test('[SIDE-9] a camera that is lost after Start is shown as lost, and requested every two seconds', async () => {
  const bed = new Testbed();
  await bed.pressStart();
  bed.camera = 'is refused';
  bed.loseCamera();
  await bed.settle();
  expect([has(bed, 'our camera is lost'), bed.state]).toEqual([true, 'ready']);
  bed.camera = 'opens';
  bed.clock.advance(durations.cameraRetry - 1);
  await bed.settle();
  expect(has(bed, 'our camera is lost')).toBe(true);
  bed.clock.advance(1);
  await bed.settle();
  expect([has(bed, 'our camera is lost'), bed.shown.length]).toEqual([false, 2]);
});

/** A page that was reloaded twenty seconds into its minute. */
function resuming(camera: Testbed['camera'], from: 'present' | 'absent' = 'present'): Testbed {
  const bed = new Testbed();
  bed.rememberedRoom = 'room';
  bed.camera = camera;
  if (from === 'absent') bed.do({ type: 'page hidden' });
  const now = bed.clock.now();
  const snapshot = { userState: 'connected', roomID: 'room', position: 2, startsAt: now - 20_000, now } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  return bed;
}

test('[SIDE-7] returning to the minute is shown as such until the camera is open, also from behind another tab', async () => {
  const bed = resuming('opens', 'absent');
  expect([bed.state, has(bed, 'we are coming back')]).toEqual(['connected', true]);
  await bed.settle();
  expect([bed.state, has(bed, 'we are coming back'), bed.context.camera?.stream]).toEqual(['connected', false, 'own picture']);
});

test('[SIDE-7] a return without a camera ends the minute; during the prompt the user can leave, or the minute ends', async () => {
  const refused = resuming('is refused');
  await refused.settle();
  expect([refused.state, refused.context.endReason, closes(refused)]).toEqual([
    'mediaDenied',
    'manual_self',
    [{ byMediaDenied: true }],
  ]);
  expect(refused.called).toContain('camera failed: NotAllowedError');
  const leaving = resuming('stays silent');
  leaving.do({ type: 'end pressed' });
  expect([leaving.state, leaving.context.endReason]).toEqual(['disconnected', 'manual_self']);
  const staying = resuming('stays silent');
  staying.clock.advance(39_999);
  expect(staying.state).toBe('connected');
  staying.clock.advance(1);
  expect([staying.state, staying.context.endReason]).toEqual(['disconnected', 'natural']);
});

test('[SIDE-1] activity keeps a user present for five more minutes; an absent one can dismiss notices and resume waiting', () => {
  const bed = new Testbed();
  bed.clock.advance(durations.presenceTimeout - 1);
  bed.do({ type: 'person active' });
  bed.clock.advance(durations.presenceTimeout - 1);
  expect(bed.state).toBe('present');
  bed.do({ ...connect, poolType: 'myCircle' });
  bed.do({ type: 'page hidden' });
  bed.do({ type: 'notice dismissed' });
  expect([bed.state, bed.context.notice]).toEqual(['absent', undefined]);
  const request = { pool: bed.context.pool, noRepeat: false, ownInvitationUntil: undefined, clickID: 'a' };
  const now = bed.clock.now();
  bed.rememberedRequest = { ...request, clickedAt: now, searchingSince: now };
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'waiting', clickID: 'a', now: 0 } });
  expect(bed.state).toBe('waiting');
});

test('[SIDE-40] a room that was given up while waiting sends and receives nothing more', () => {
  for (const leave of ['cancel pressed', 'socket disconnected', 'queued', 'another', 'no answer'] as const) {
    const bed = new Testbed();
    bed.do(connect);
    const position = leave === 'cancel pressed' ? 1 : 2;
    bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position } });
    bed.answering = false;
    if (leave === 'cancel pressed') bed.do({ type: leave });
    if (leave === 'socket disconnected') bed.hear({ type: leave });
    if (leave === 'queued') bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived } });
    if (leave === 'another')
      bed.hear({
        type: 'matchmaker event arrived',
        event: { type: matchmakerEvents.connectReceived, roomID: 'another', position: 1 },
      });
    if (leave === 'no answer') bed.clock.advance(durations.peerNoAnswerTimeout);
    const joins = () => bed.emitted.filter(({ event, payload }) => event === 'room:join' && payload.roomID === 'room').length;
    const before = joins();
    bed.hear({ type: 'socket connected' });
    expect([leave, joins()]).toEqual([leave, before]);
  }
});
