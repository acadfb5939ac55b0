import { shippedDurations as durations } from '@unspoken/contract/durations';
import { proven } from '@unspoken/contract/script-bed';
import { planOf } from '@unspoken/contract/script-time';
import { instructionShown } from '@unspoken/contract/scripts';
import { expect, test } from 'vitest';
import { bedWith, bell, connectionDuration, has, plan, prepared, requests, running, voice } from './script-session-bed.ts';
import { Testbed } from './testbed.ts';

test('[SIDE-49] the script is fetched after confirmation, and the user still waits', async () => {
  const bed = bedWith(2);
  bed.do({ type: 'connect pressed', experienceType: 'questions', poolType: 'anyone', noRepeat: false });
  expect(bed.emitted.find(({ event }) => event === 'connectClick')?.payload).toMatchObject({ experienceType: 'questions' });
  bed.hear({ type: 'matchmaker event arrived', event: { type: 'connectRecieved', roomID: 'room', position: 2 } });
  expect(bed.called).toEqual([]);
  bed.message('hello');
  expect([bed.state, requests(bed)]).toEqual(['waiting', 1]);
  await bed.settle();
  expect([bed.state, bed.context.script?.name, bed.heard]).toEqual([
    'enteringRoom',
    'Three questions',
    [`load ${bell} ${voice}`],
  ]);
});

test('[SIDE-49] the guidance of the minute is not part of an experience', async () => {
  const bed = bedWith(2, { guidanceAccepted: false });
  bed.do({ type: 'connect pressed', experienceType: 'questions', poolType: 'anyone', noRepeat: false });
  expect(bed.state).toBe('waiting');
});

test('[SIDE-49] after two tries of three seconds each the room is closed, and the lobby says why', async () => {
  const away = bedWith(2);
  away.do({ type: 'connect pressed', experienceType: 'questions', poolType: 'anyone', noRepeat: false });
  away.script = undefined;
  away.hear({ type: 'matchmaker event arrived', event: { type: 'connectRecieved', roomID: 'room', position: 2 } });
  away.message('hello');
  await away.settle();
  away.clock.advance(durations.scriptAttempt - 1);
  expect(requests(away)).toBe(1);
  away.clock.advance(1);
  await away.settle();
  expect(requests(away)).toBe(2);
  away.clock.advance(durations.scriptAttempt - 1);
  expect(away.state).toBe('waiting');
  away.clock.advance(1);
  expect([away.state, away.context.notice]).toEqual(['present', 'experience_data_failed']);
  expect(away.sent('close')).toHaveLength(1);
});

test('[SIDE-49] a second try that succeeds is enough', async () => {
  const bed = bedWith(2);
  const { script } = bed;
  bed.do({ type: 'connect pressed', experienceType: 'questions', poolType: 'anyone', noRepeat: false });
  bed.script = undefined;
  bed.hear({ type: 'matchmaker event arrived', event: { type: 'connectRecieved', roomID: 'room', position: 2 } });
  bed.message('hello');
  await bed.settle();
  bed.script = script;
  bed.clock.advance(durations.scriptAttempt);
  await bed.settle();
  expect(bed.state).toBe('enteringRoom');
});

test('[SIDE-49] a cancel while the script is fetched ends the pair, which is confirmed', async () => {
  const bed = bedWith(1);
  bed.do({ type: 'connect pressed', experienceType: 'questions', poolType: 'anyone', noRepeat: false });
  bed.hear({ type: 'matchmaker event arrived', event: { type: 'connectRecieved', roomID: 'room', position: 1 } });
  bed.message('hello');
  expect(bed.state).toBe('waiting');
  bed.do({ type: 'cancel pressed' });
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'cancel_self']);
});

test('[SIDE-49] what the partner sends while the script is fetched is taken', async () => {
  const bed = bedWith(2);
  bed.do({ type: 'connect pressed', experienceType: 'questions', poolType: 'anyone', noRepeat: false });
  bed.hear({ type: 'matchmaker event arrived', event: { type: 'connectRecieved', roomID: 'room', position: 2 } });
  bed.message('hello');
  bed.message('sdp', { payload: { type: 'offer', sdp: 'theirs', from: 'them' } });
  expect(bed.called).not.toContain('takes offer');
  await bed.settle();
  expect([bed.called.includes('takes offer'), bed.soundAllowed]).toEqual([true, [{ sends: true, receives: true }]]);
});

test('[SIDE-50] the language can be changed until the own picture is shown', async () => {
  const bed = bedWith(2);
  await bed.enter(2);
  const german = { name: 'Drei Fragen', plan: planOf(proven, 2, 'de') };
  bed.script = german;
  bed.do({ type: 'language changed' });
  await bed.settle();
  expect(bed.context.script).toBe(german);
  bed.clock.advance(durations.enteringRoom);
  await bed.settle();
  expect(bed.state).toBe('preparing');
  bed.script = { name: 'Three questions', plan: plan(2) };
  bed.do({ type: 'language changed' });
  await bed.settle();
  expect(bed.context.script).toBe(german);
});

test('[SIDE-51] only a side that speaks is asked for its microphone, after the camera', async () => {
  const bed = await prepared();
  expect([bed.state, bed.called.filter((each) => each === 'microphone asked').length]).toEqual(['preparing', 1]);
  const silent = new Testbed();
  silent.script = { name: 'Silent', plan: planOf({ ...proven, userAudioChanges: [] }, 1, 'en') };
  await silent.prepare(2);
  expect([silent.state, silent.called.includes('microphone asked')]).toEqual(['preparing', false]);
  expect(silent.soundAllowed).toEqual([{ sends: false, receives: false }]);
});

test('[SIDE-51] a refused microphone ends as a refused camera does, and its device is named', async () => {
  const bed = bedWith(1);
  bed.microphone = 'is refused';
  await bed.prepare(1);
  expect([bed.state, bed.context.endReason, bed.context.failedDevice, bed.context.cameraFailure]).toEqual([
    'mediaDenied',
    'cancel_self',
    'microphone',
    'NotAllowedError',
  ]);
  expect(bed.sent('close').map(({ payload }) => payload.payload)).toEqual([{ byMediaDenied: true }]);
  expect(bed.heard.at(-1)).toBe('close');
});

test('[SIDE-51] prompts for both devices that stay unanswered end after the limit for both', async () => {
  const bed = bedWith(1);
  bed.microphone = 'stays silent';
  await bed.prepare(1);
  expect([bed.state, has(bed, 'the microphone is requested')]).toEqual(['gettingMedia', true]);
  bed.clock.advance(durations.permissionPromptDelay);
  expect(has(bed, 'the permission prompt is explained')).toBe(true);
  bed.clock.advance(durations.cameraPromptLimit);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'timeout_self']);
});

test('[SIDE-51] a camera that is lost while the microphone is requested does not prolong the limit for both', async () => {
  const bed = bedWith(1);
  bed.microphone = 'stays silent';
  await bed.prepare(1);
  bed.clock.advance(durations.cameraPromptLimit - 1_000);
  bed.loseCamera();
  await bed.settle();
  expect([bed.state, has(bed, 'the microphone is requested')]).toEqual(['gettingMedia', true]);
  bed.clock.advance(1_000);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'timeout_self']);
});

test('[SIDE-53] Start waits for the sounds', async () => {
  const bed = bedWith(2);
  await bed.prepare(2);
  bed.clock.advance(durations.startButtonDelay);
  expect([has(bed, 'start is offered'), has(bed, 'the sounds are loading')]).toEqual([false, true]);
  bed.sound({ type: 'sounds loaded' });
  expect([has(bed, 'start is offered'), bed.context.sounds]).toEqual([true, 'loaded']);
  bed.do({ type: 'start pressed' });
  expect(bed.heard.at(-1)).toBe('allow');
});

test('[SIDE-53] Start waits for twenty seconds at most, and the sounds are not awaited any longer', async () => {
  const bed = bedWith(2);
  await bed.prepare(2);
  bed.clock.advance(durations.soundPatience - 1);
  expect(has(bed, 'start is offered')).toBe(false);
  bed.clock.advance(1);
  expect([has(bed, 'start is offered'), bed.context.sounds, bed.heard.at(-1)]).toEqual([true, 'failed', 'load ']);
  bed.sound({ type: 'sounds loaded' });
  expect(bed.context.sounds).toBe('failed');
});

test('a script without sounds is not waited for', async () => {
  const { introAudio: _, mainAudio: __, ...silent } = proven;
  const bed = new Testbed();
  bed.script = { name: 'Silent', plan: planOf(silent, 2, 'en') };
  await bed.prepare(2);
  bed.clock.advance(durations.startButtonDelay - 1);
  expect(has(bed, 'start is offered')).toBe(false);
  bed.clock.advance(1);
  expect(has(bed, 'start is offered')).toBe(true);
});

test('[SIDE-50] the intro begins when the server says so, with its sound and texts', async () => {
  const bed = await prepared();
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  expect([bed.context.moment, bed.context.introStartsAt]).toEqual([undefined, undefined]);
  const now = bed.clock.now();
  bed.hear({ type: 'intro announced', intro: { roomID: 'another', startsAt: now + 250, now } });
  expect(bed.context.introStartsAt).toBeUndefined();
  bed.hear({ type: 'intro announced', intro: { roomID: 'room', startsAt: now + 250, now } });
  expect(bed.heard).toContain(`play intro ${bell} at ${now + 250 + 1_000}`);
  bed.clock.advance(250 + 2_000 - 1);
  expect([bed.context.moment?.text, bed.context.moment?.caption]).toEqual([undefined, 'A bell']);
  bed.clock.advance(1);
  expect(bed.context.moment?.text).toBe('Sit well.');
  bed.clock.advance(instructionShown);
  expect(bed.context.moment?.text).toBeUndefined();
  bed.hear({ type: 'intro announced', intro: { roomID: 'room', startsAt: now + 9_000, now } });
  expect(bed.context.introStartsAt).toBe(now + 250);
});

test('[SIDE-50] a missed intro arrives with the snapshot, and is entered at its offset', async () => {
  const bed = await prepared();
  bed.do({ type: 'start pressed' });
  const now = bed.clock.now();
  const snapshot = { userState: 'enteringRoom', roomID: 'room', position: 2, introStartsAt: now - 3_000, now } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  expect([bed.context.introStartsAt, bed.context.moment?.text, bed.context.partnerReady]).toEqual([
    now - 3_000,
    'Sit well.',
    true,
  ]);
});

test('a long intro outlasts the limit on ready, which holds until both are ready', async () => {
  const long = { ...proven, introDuration: 120_000 };
  const bed = new Testbed();
  bed.script = { name: 'Long', plan: planOf(long, 2, 'en') };
  await prepared(2, bed);
  bed.do({ type: 'start pressed' });
  bed.clock.advance(durations.readyLimit - 60_000);
  bed.message('ready');
  const now = bed.clock.now();
  bed.hear({ type: 'intro announced', intro: { roomID: 'room', startsAt: now + 250, now } });
  bed.clock.advance(120_000 + durations.connectAfterIntro - 1);
  expect(bed.state).toBe('ready');
  bed.clock.advance(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'ice_failure']);
  const alone = await prepared();
  alone.do({ type: 'start pressed' });
  const left = durations.readyLimit - (alone.clock.now() - alone.context.confirmedAt);
  alone.clock.advance(left - 1);
  expect(alone.state).toBe('ready');
  alone.clock.advance(1);
  expect(alone.context.endReason).toBe('timeout_other');
});

test('[SIDE-50] the connection has the sound, texts and duration of the script', async () => {
  const bed = await running(1);
  const { startsAt = 0 } = bed.context;
  expect([bed.state, bed.clock.now() - startsAt]).toEqual(['connected', 0]);
  expect(bed.heard).toContain(`play connection ${voice} at ${startsAt + 2_000}`);
  bed.watch(2_000);
  expect(bed.context.moment?.caption).toBe('Look at each other.');
  bed.watch(33_000);
  expect(bed.context.moment?.text).toBe('You will speak first.');
  bed.watch(connectionDuration - 35_000 - 1);
  expect(bed.state).toBe('connected');
  bed.watch(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});

test('[SIDE-51] [SIDE-52] microphones follow their windows: one’s own is sent within its window, the partner is heard within theirs', async () => {
  const bed = await running(1);
  const at = (t: number) => bed.watch((bed.context.startsAt ?? 0) + t - bed.clock.now());
  const state = () => [bed.spoken.at(-1)?.stream, bed.heard.filter((each) => each.startsWith('voice')).at(-1)];
  at(39_999);
  expect(state()).toEqual([undefined, 'voice shut']);
  at(40_000);
  expect(state()).toEqual(['own voice', 'voice shut']);
  at(69_999);
  expect(state()).toEqual(['own voice', 'voice shut']);
  at(70_000);
  expect([...state(), bed.soundAllowed.at(-1)]).toEqual([undefined, 'voice open', { sends: false, receives: true }]);
  at(100_000);
  expect([...state(), bed.soundAllowed.at(-1)]).toEqual([undefined, 'voice shut', { sends: false, receives: false }]);
  bed.peer({ type: 'voice arrived', stream: 'their voice' });
  expect(bed.heard.at(-1)).toBe('voice their voice');
});

test('[SIDE-51] a user can keep their microphone off within its window', async () => {
  const bed = await running(1);
  bed.do({ type: 'microphone pressed' });
  bed.watch(40_000);
  expect([bed.context.moment?.microphone, bed.spoken.at(-1)]).toEqual([true, undefined]);
  bed.do({ type: 'microphone pressed' });
  expect(bed.spoken.at(-1)?.stream).toBe('own voice');
  bed.do({ type: 'microphone pressed' });
  expect(bed.spoken.at(-1)).toBeUndefined();
});

test('[SIDE-51] a microphone that is lost is reported, asked for again, and sent again; the session goes on', async () => {
  const bed = await running(1);
  bed.watch(41_000);
  bed.microphone = 'is refused';
  bed.loseMicrophone();
  await bed.settle();
  expect([bed.state, bed.spoken.at(-1), has(bed, 'our microphone is lost')]).toEqual(['connected', undefined, true]);
  bed.microphone = 'opens';
  bed.watch(durations.cameraRetry);
  await bed.settle();
  expect([has(bed, 'our microphone is lost'), bed.spoken.at(-1)?.stream]).toEqual([false, 'own voice']);
  expect(bed.sent('ready').map(({ payload }) => payload.payload)).toEqual([{}, { microphone: 'lost' }, { microphone: 'back' }]);
  bed.message('ready', { payload: { microphone: 'lost' } });
  expect(bed.context.partnerMicrophoneLost).toBe(true);
  bed.message('ready', { payload: { camera: 'back' } });
  expect(bed.context.partnerMicrophoneLost).toBe(true);
  bed.message('ready', { payload: { microphone: 'back' } });
  expect(bed.context.partnerMicrophoneLost).toBe(false);
});

test('[SIDE-50] the room is remembered from the intro on', async () => {
  const bed = await prepared();
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  expect(bed.rememberedRoom).toBeUndefined();
  const now = bed.clock.now();
  bed.hear({ type: 'intro announced', intro: { roomID: 'room', startsAt: now + 250, now } });
  expect(bed.rememberedRoom).toBe('room');
  bed.do({ type: 'end pressed' });
  expect(bed.rememberedRoom).toBeUndefined();
});

test('the switches for sound and captions', async () => {
  const bed = await running(1);
  bed.do({ type: 'sound pressed' });
  expect([bed.context.soundOff, bed.heard.at(-1)]).toEqual([true, 'mute']);
  bed.do({ type: 'sound pressed' });
  expect([bed.context.soundOff, bed.heard.at(-1)]).toEqual([false, 'unmute']);
  expect(bed.context.captionsOn).toBe(true);
  bed.do({ type: 'captions pressed' });
  expect(bed.context.captionsOn).toBe(false);
  bed.sound({ type: 'sound blocked' });
  expect(bed.context.soundBlocked).toBe(true);
  bed.do({ type: 'turn sound on pressed' });
  expect(bed.heard.at(-1)).toBe('allow');
  bed.sound({ type: 'sound allowed' });
  expect(bed.context.soundBlocked).toBe(false);
});

test('a report leaves no sound behind', async () => {
  const bed = await running(1);
  bed.do({ type: 'report sent', roomID: 'room' });
  expect([bed.state, bed.heard.at(-1), bed.context.script, bed.context.moment]).toEqual([
    'present',
    'close',
    undefined,
    undefined,
  ]);
  expect(bed.called).toContain('microphone stopped');
});

test('the minute opens no microphone, no sound, and a connection without a sound section', async () => {
  const bed = new Testbed();
  await bed.begin(1);
  bed.watch(durations.connectionDuration);
  expect([bed.heard, bed.spoken, bed.soundAllowed, bed.called.includes('microphone asked')]).toEqual([
    [],
    [],
    [undefined],
    false,
  ]);
});
