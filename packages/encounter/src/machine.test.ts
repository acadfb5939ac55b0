import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { EndReason } from '@unspoken/contract/encounters';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;

test('[SIDE-1] the whole way: from the lobby through the minute to moving on', async () => {
  const bed = new Testbed();
  expect(bed.state).toBe('present');
  bed.do(connect);
  expect(bed.state).toBe('waiting');
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position: 2 } });
  expect(bed.sent('hello')).toHaveLength(1);
  bed.message('hello');
  expect(bed.state).toBe('enteringRoom');
  bed.clock.advance(durations.enteringRoom);
  expect(bed.state).toBe('gettingMedia');
  await bed.settle();
  expect(bed.state).toBe('preparing');
  bed.do({ type: 'start pressed' });
  expect(bed.state).toBe('preparing');
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  expect(bed.state).toBe('ready');
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  bed.peer({ type: 'frame arrived' });
  expect(bed.emitted.filter(({ event }) => event === 'room:media')).toHaveLength(1);
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 4_000, now } });
  bed.clock.advance(3_999);
  expect(bed.state).toBe('ready');
  bed.clock.advance(1);
  expect(bed.state).toBe('connected');
  bed.watch(59_999);
  expect(bed.state).toBe('connected');
  bed.clock.advance(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
  expect(bed.called).toEqual(expect.arrayContaining(['peer closed', 'camera stopped']));
  bed.clock.advance(durations.afterConnectionDuration);
  expect(bed.state).toBe('digesting');
  bed.do({ type: 'thank pressed' });
  bed.do({ type: 'thank pressed' });
  expect(bed.emitted.filter(({ event }) => event === 'thanksClick')).toHaveLength(1);
  bed.message('thankyou');
  expect(bed.context).toMatchObject({ thanksGiven: true, thanksReceived: true });
  bed.do({ type: 'move on pressed' });
  expect([bed.state, bed.context.room]).toEqual(['present', undefined]);
});

test('[SIDE-1] the user is absent after five minutes of inactivity or behind another tab, and present again on activity', () => {
  const bed = new Testbed();
  bed.clock.advance(durations.presenceTimeout);
  expect(bed.state).toBe('absent');
  bed.do({ type: 'person active' });
  expect(bed.state).toBe('present');
  bed.do({ type: 'page hidden' });
  expect([bed.state, bed.emitted.at(-1)?.payload]).toEqual(['absent', { state: 'absent' }]);
  bed.do({ type: 'page shown' });
  expect([bed.state, bed.emitted.at(-1)?.payload]).toEqual(['present', { state: 'present' }]);
});

test('[SIDE-5] the guidance can be answered after a delay, shorter for the experienced, which the language list pauses', () => {
  for (const [experienced, delay] of [
    [false, 15_000],
    [true, 5_000],
  ] as const) {
    const bed = new Testbed({ guidanceAccepted: false, experienced });
    bed.do(connect);
    bed.clock.advance(delay - 1_000);
    bed.do({ type: 'language list opened' });
    bed.clock.advance(durations.languagePauseLimit - 1);
    bed.do({ type: 'language list closed' });
    bed.clock.advance(999);
    bed.do({ type: 'guidance accepted' });
    expect(bed.state).toBe('firstTimeGuidance');
    bed.clock.advance(1);
    bed.do({ type: 'guidance accepted' });
    expect([bed.state, bed.called]).toEqual(['waiting', ['guidance accepted']]);
  }
});

test('[SIDE-5] a language list that stays open pauses the guidance for 30 s', () => {
  const bed = new Testbed({ guidanceAccepted: false });
  bed.do(connect);
  bed.do({ type: 'language list opened' });
  bed.clock.advance(durations.languagePauseLimit + durations.guidanceDelay - 1);
  expect(bed.has('guidance can be answered')).toBe(false);
  bed.clock.advance(1);
  expect(bed.has('guidance can be answered')).toBe(true);
});

test('[SIDE-5] the language list pauses entering the room for at most 30 s in all, and a second after closing', async () => {
  const bed = new Testbed();
  await bed.enter();
  bed.clock.advance(9_000);
  bed.do({ type: 'language list opened' });
  bed.clock.advance(20_000);
  bed.do({ type: 'language list closed' });
  bed.clock.advance(1_999);
  expect(bed.state).toBe('enteringRoom');
  bed.clock.advance(1);
  expect(bed.state).toBe('gettingMedia');
});

test('[SIDE-5] the pauses of the language list share one budget, however often it is opened', async () => {
  const bed = new Testbed();
  await bed.enter();
  bed.clock.advance(1_000);
  for (let times = 0; times < 3; times++) {
    bed.do({ type: 'language list opened' });
    bed.clock.advance(9_000);
    bed.do({ type: 'language list closed' });
    bed.clock.advance(500);
  }
  // Three seconds of thirty are left, then the countdown continues although the list is open.
  bed.do({ type: 'language list opened' });
  bed.clock.advance(3_000 + 9_000 - 1);
  expect(bed.state).toBe('enteringRoom');
  bed.clock.advance(1);
  expect(bed.state).toBe('gettingMedia');
});

test('[SIDE-2] leaving waiting cancels the request, repeatedly until the server has acknowledged it', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.answering = false;
  bed.do({ type: 'cancel pressed' });
  expect(bed.state).toBe('present');
  bed.clock.advance(durations.requestRetry * 2);
  bed.answering = true;
  bed.clock.advance(durations.requestRetry * 5);
  const cancels = bed.emitted.filter(({ event }) => event === 'cancelClick');
  expect(cancels.map(({ payload }) => payload.clickID)).toEqual(['click-1', 'click-1', 'click-1', 'click-1']);
});

test.each([
  ['nobody comes', (bed: Testbed) => bed.clock.advance(durations.pairingTimeout), 'pairing_timeout'],
  [
    'the socket stays lost',
    (bed: Testbed) => {
      bed.hear({ type: 'socket disconnected' });
      bed.clock.advance(durations.reservationLife);
    },
    'matchmaker_failed',
  ],
  [
    'the matchmaker refuses',
    (bed: Testbed) =>
      bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectFailed, error: 'open_elsewhere' } }),
    'open_elsewhere',
  ],
])('waiting ends in the lobby with a notice when %s', (_, happen, notice) => {
  const bed = new Testbed();
  bed.do(connect);
  happen(bed);
  expect([bed.state, bed.context.notice]).toEqual(['present', notice]);
});

const requests = (bed: Testbed) =>
  bed.emitted.filter(({ event }) => event === 'connectClick').map(({ payload }) => payload.clickID);

test('[SIDE-40] a lost socket leaves 15 s to return to the reserved entry, under the same request', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.hear({ type: 'socket disconnected' });
  bed.clock.advance(durations.reservationLife - 1);
  expect([bed.state, bed.context.notice]).toEqual(['waiting', undefined]);
  bed.hear({ type: 'socket connected' });
  expect([bed.state, requests(bed)]).toEqual(['waiting', ['click-1', 'click-1']]);
  bed.hear({ type: 'socket disconnected' });
  bed.clock.advance(durations.reservationLife);
  bed.hear({ type: 'socket connected' });
  expect([bed.state, bed.context.notice, bed.rememberedRequest]).toEqual(['present', 'matchmaker_failed', undefined]);
  bed.clock.advance(durations.requestRetry);
  expect(bed.emitted.filter(({ event }) => event === 'cancelClick').map(({ payload }) => payload.clickID)).toContain('click-1');
});

test('[SIDE-40] a socket lost during the greeting leads back to searching, under the same request', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position: 2 } });
  bed.hear({ type: 'socket disconnected' });
  expect([bed.state, bed.context.room]).toEqual(['waiting', undefined]);
  bed.hear({ type: 'socket connected' });
  expect([bed.state, requests(bed)]).toEqual(['waiting', ['click-1', 'click-1']]);
});

test('[SIDE-40] a reloaded page continues to wait under its request, and no longer than it would have', () => {
  const before = new Testbed();
  before.do({ ...connect, noRepeat: true });
  const request = before.rememberedRequest;
  expect(request).toMatchObject({ clickID: 'click-1', noRepeat: true, clickedAt: before.clock.now() });
  const bed = new Testbed();
  bed.rememberedRequest = request;
  bed.clock.advance(5_000);
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'present', clickID: 'click-1', now: 0 } });
  expect([bed.state, bed.emitted.at(-1)]).toMatchObject([
    'waiting',
    { event: 'connectClick', payload: { noRepeat: true, clickID: 'click-1' } },
  ]);
  bed.clock.advance(durations.pairingTimeout - 5_001);
  expect(bed.state).toBe('waiting');
  bed.clock.advance(1);
  expect([bed.state, bed.context.notice]).toEqual(['present', 'pairing_timeout']);
});

test.each([
  ['the server has dropped its request', { userState: 'present', now: 0 }],
  ['another request of the account is queued', { userState: 'waiting', clickID: 'click-2', now: 0 }],
] as const)('[SIDE-40] a reloaded page does not wait when %s', (_, snapshot) => {
  const before = new Testbed();
  before.do(connect);
  const bed = new Testbed();
  bed.rememberedRequest = before.rememberedRequest;
  bed.hear({ type: 'snapshot arrived', snapshot });
  expect(bed.state).toBe('present');
});

test('[SIDE-40] a request is not remembered once waiting is over', () => {
  const bed = new Testbed();
  bed.do(connect);
  expect(bed.rememberedRequest?.clickID).toBe('click-1');
  bed.do({ type: 'cancel pressed' });
  expect(bed.rememberedRequest).toBeUndefined();
});

test('a matchmaker that does not answer is an error within three seconds', () => {
  const bed = new Testbed();
  bed.answering = false;
  bed.do(connect);
  bed.clock.advance(3_000);
  expect([bed.state, bed.context.notice]).toEqual(['present', 'matchmaker_failed']);
});

test('an empty circle gives its notice and nothing else happens', () => {
  const bed = new Testbed();
  bed.do({ type: 'connect pressed', poolType: 'myCircle', noRepeat: false });
  expect([bed.state, bed.context.notice]).toEqual(['present', 'circle_empty']);
});

test('an unanswered hello leads back to searching with the same request', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position: 2 } });
  bed.clock.advance(durations.peerNoAnswerTimeout);
  const clicks = bed.emitted.filter(({ event }) => event === 'connectClick').map(({ payload }) => payload.clickID);
  expect([bed.state, clicks]).toEqual(['waiting', ['click-1', 'click-1']]);
});

test('[SIDE-3] no picture of the user is sent before Start', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  expect(bed.shown).toEqual([]);
  bed.do({ type: 'start pressed' });
  expect(bed.shown.map(({ stream }) => stream)).toEqual(['own picture']);
});

const ends: [EndReason, 'enter' | 'prepare' | 'begin', (bed: Testbed) => void, string][] = [
  ['cancel_self', 'enter', (bed) => bed.do({ type: 'cancel pressed' }), 'present'],
  ['cancel_self', 'prepare', (bed) => bed.do({ type: 'end pressed' }), 'present'],
  ['cancel_other', 'prepare', (bed) => bed.message('close', { endReason: 'cancel_other' }), 'present'],
  ['timeout_self', 'prepare', (bed) => bed.clock.advance(durations.peerNotReadyTimeout), 'present'],
  ['timeout_other', 'prepare', (bed) => bed.message('close', { endReason: 'timeout_other' }), 'present'],
  ['manual_self', 'begin', (bed) => bed.do({ type: 'end pressed' }), 'digesting'],
  ['manual_other', 'begin', (bed) => bed.message('close', { endReason: 'manual_other' }), 'digesting'],
  ['natural', 'begin', (bed) => bed.watch(durations.connectionDuration), 'digesting'],
  ['ice_failure', 'begin', (bed) => bed.clock.advance(durations.frameTimeout), 'present'],
  ['unknown', 'prepare', (bed) => bed.message('close'), 'present'],
];
test.each(ends)('[SIDE-6] the encounter ends with %s after the step %s', async (reason, way, happen, afterwards) => {
  const bed = new Testbed();
  await bed[way]();
  happen(bed);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', reason]);
  bed.clock.advance(durations.afterConnectionDuration);
  expect(bed.state).toBe(afterwards);
});

test('[SIDE-6] a refused camera reports the reason, ends the room for the partner and leads back to the lobby', async () => {
  const bed = new Testbed();
  bed.camera = 'is refused';
  await bed.prepare();
  expect([bed.state, bed.called]).toEqual(['mediaDenied', expect.arrayContaining(['camera failed: NotAllowedError'])]);
  expect(bed.sent('close')[0]?.payload.payload).toEqual({ byMediaDenied: true });
  bed.clock.advance(durations.mediaDeniedDwell);
  expect([bed.state, bed.context.cameraFailure]).toEqual(['present', 'NotAllowedError']);
});

test('[SIDE-6] a camera prompt that is not answered times out', async () => {
  const bed = new Testbed();
  bed.camera = 'stays silent';
  await bed.prepare();
  bed.clock.advance(durations.cameraPromptLimit);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'timeout_self']);
});

test('[SIDE-6] where two ends cross, the server decides', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.do({ type: 'end pressed' });
  bed.message('close', { endReason: 'natural' });
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});

test('a picture counts as interrupted after two seconds without a frame, until the next frame', async () => {
  const bed = new Testbed();
  await bed.begin(1);
  bed.clock.advance(durations.frameLost);
  expect(bed.actor.getSnapshot().hasTag('the partner is interrupted')).toBe(true);
  expect(bed.called).toContain('restart');
  bed.peer({ type: 'frame arrived' });
  expect(bed.actor.getSnapshot().hasTag('the partner is interrupted')).toBe(false);
});

test('a lost socket does not end the minute, and cannot prevent it once both pictures are there', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  bed.peer({ type: 'frame arrived' });
  bed.hear({ type: 'socket disconnected' });
  bed.watch(durations.introDuration);
  expect(bed.state).toBe('connected');
  bed.watch(20_000);
  expect(bed.state).toBe('connected');
});

test('[SIDE-4] a message is repeated until it is acknowledged; incoming messages are delivered once and in order', async () => {
  const bed = new Testbed();
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  bed.answering = false;
  bed.do({ type: 'start pressed' });
  bed.clock.advance(durations.requestRetry);
  bed.hear({ type: 'socket disconnected' });
  bed.answering = true;
  bed.hear({ type: 'socket connected' });
  const numbers = bed.sent('ready').map(({ payload }) => payload.n);
  expect(numbers.length).toBeGreaterThanOrEqual(2);
  expect(new Set(numbers).size).toBe(1);
  expect(bed.emitted.filter(({ event }) => event === 'room:join').at(-1)?.payload).toEqual({ roomID: 'room', after: 1 });
  const late = { roomID: 'room', name: 'ready', position: 1 } as const;
  bed.hear({ type: 'room message arrived', message: { ...late, seq: 3 } });
  expect(bed.context.partnerReady).toBe(false);
  bed.hear({ type: 'room message arrived', message: { ...late, name: 'hello', seq: 2 } });
  expect(bed.context.partnerReady).toBe(true);
});
