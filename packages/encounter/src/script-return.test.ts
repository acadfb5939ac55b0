import { shippedDurations as durations } from '@unspoken/contract/durations';
import { proven } from '@unspoken/contract/script-bed';
import { planOf } from '@unspoken/contract/script-time';
import { expect, test } from 'vitest';
import {
  afterConnectionDuration,
  bedWith,
  connectionDuration,
  has,
  introDuration,
  prepared,
  requests,
  running,
  voice,
} from './script-session-bed.ts';
import { Testbed } from './testbed.ts';

const withAfter = {
  ...proven,
  afterConnectionAudio: { start: 1_000, files: { en: { media: 'after', cues: [] } } },
} as typeof proven;

/** A script with a sound after its connection, which begins in a quarter of a second. */
async function begunWithAfter() {
  const bed = bedWith(1);
  bed.script = { name: 'After', plan: planOf(withAfter, 1, 'en') };
  await prepared(1, bed);
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 250, now } });
  return { bed, now };
}

test('[SIDE-54] the sound after the connection follows a natural end, for the time that the script gives it', async () => {
  const { bed, now } = await begunWithAfter();
  const scheduled = `play after after at ${now + 250 + connectionDuration + 1_000}`;
  bed.watch(250 + connectionDuration - 1);
  expect([bed.state, bed.heard.includes(scheduled)]).toEqual(['connected', true]);
  bed.watch(1);
  expect(bed.state).toBe('disconnected');
  expect(bed.heard.slice(-2)).toEqual(['silence but for after', scheduled]);
  bed.clock.advance(afterConnectionDuration - 1);
  expect(bed.state).toBe('disconnected');
  bed.clock.advance(1);
  expect([bed.state, bed.heard.at(-1)]).toEqual(['digesting', 'close']);
});

test.each(['end pressed', 'their end'] as const)('[SIDE-54] after a manual end there is silence: %s', async (end) => {
  const { bed } = await begunWithAfter();
  bed.watch(10_000);
  if (end === 'end pressed') bed.do({ type: 'end pressed' });
  else bed.message('close', { endReason: 'manual_other' });
  expect([bed.state, bed.heard.at(-1)]).toEqual(['disconnected', 'silence']);
  bed.clock.advance(durations.afterConnectionDuration);
  expect(bed.state).toBe('digesting');
});

test('[SIDE-54] an end that the server names instead of this side’s decides about the sound as well', async () => {
  const { bed } = await begunWithAfter();
  bed.watch(250 + connectionDuration);
  bed.message('close', { endReason: 'manual_other' });
  expect([bed.context.endReason, bed.heard.at(-1), bed.context.moment?.sound]).toEqual(['manual_other', 'silence', undefined]);
});

test('[SIDE-7] a page that is reloaded within an experience returns to it at its offset, with its script and microphone', async () => {
  const bed = bedWith(1);
  bed.rememberedRoom = 'room';
  const now = bed.clock.now();
  const snapshot = {
    userState: 'connected',
    ...({ roomID: 'room', position: 1, startsAt: now - 45_000, now, experienceType: 'questions' } as const),
    plan: { introDuration, connectionDuration, afterConnectionDuration },
  } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  expect([bed.state, has(bed, 'we are coming back')]).toEqual(['connected', true]);
  await bed.settle();
  expect([bed.state, has(bed, 'we are coming back')]).toEqual(['connected', false]);
  expect([requests(bed), bed.called.includes('microphone asked')]).toEqual([1, true]);
  // Another tab may be in another room of the same experience by now.
  expect(bed.called).toContain('script questions 1 room');
  expect(bed.heard).toContain(`play connection ${voice} at ${now - 45_000 + 2_000}`);
  expect([bed.spoken.at(-1)?.stream, bed.context.pool.experienceType]).toEqual(['own voice', 'questions']);
  // The start was taken from the snapshot, before the first answer about the clock.
  bed.clockError = -310;
  bed.watch(durations.clockMeasured);
  expect(bed.heard).toContain(`play connection ${voice} at ${now - 45_310 + 2_000}`);
  bed.watch(connectionDuration - 45_000 - durations.clockMeasured);
  expect(bed.context.endReason).toBe('natural');
});

test('[SIDE-7] a script that cannot be had at once is asked for until the session is over', async () => {
  const bed = new Testbed();
  bed.rememberedRoom = 'room';
  const now = bed.clock.now();
  const snapshot = {
    userState: 'connected',
    ...({ roomID: 'room', position: 2, startsAt: now, now, experienceType: 'questions' } as const),
    plan: { introDuration, connectionDuration, afterConnectionDuration },
  } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  await bed.settle();
  for (let i = 0; i < 4; i++) {
    bed.clock.advance(durations.scriptAttempt);
    await bed.settle();
  }
  expect(requests(bed)).toBe(5);
  bed.clock.advance(connectionDuration - 4 * durations.scriptAttempt);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});

test('[SIDE-7] a page that is reloaded within the intro returns to it', async () => {
  const bed = bedWith(2);
  bed.rememberedRoom = 'room';
  const now = bed.clock.now();
  const snapshot = {
    userState: 'enteringRoom',
    ...({ roomID: 'room', position: 2, introStartsAt: now - 3_000, now, experienceType: 'questions' } as const),
    plan: { introDuration, connectionDuration, afterConnectionDuration },
  } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  expect(bed.state).toBe('ready');
  await bed.settle();
  expect([bed.state, has(bed, 'we are coming back'), bed.context.moment?.text]).toEqual(['ready', false, 'Sit well.']);
  expect(bed.sent('ready').map(({ payload }) => payload.payload)).toEqual([
    ...[{ again: true }, { camera: 'back', microphone: 'back' }, {}],
  ]);
  bed.peer({ type: 'peer connected' });
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now - 3_000 + introDuration, now } });
  bed.watch(introDuration - 3_000);
  expect(bed.state).toBe('connected');
});

/** A page of position 1 that was reloaded 45 s into the connection, where its own window is open. */
function reloaded(change: (bed: Testbed) => void = () => {}): Testbed {
  const bed = bedWith(1);
  bed.rememberedRoom = 'room';
  change(bed);
  const now = bed.clock.now();
  const plan = { introDuration, connectionDuration, afterConnectionDuration };
  const room = { roomID: 'room', position: 1, startsAt: now - 45_000, now, experienceType: 'questions', plan } as const;
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'connected', ...room } });
  return bed;
}
const ready = (bed: Testbed) => bed.sent('ready').map(({ payload }) => payload.payload);

test('[SIDE-51] a microphone that its user keeps off stays off after a reload, until the room is left', async () => {
  const before = await running(1);
  before.do({ type: 'microphone pressed' });
  expect(before.rememberedMicrophoneOff).toBe(true);
  const bed = reloaded((each) => {
    each.rememberedMicrophoneOff = true;
  });
  await bed.settle();
  expect([bed.context.moment?.microphone, bed.spoken]).toEqual([true, []]);
  bed.do({ type: 'end pressed' });
  expect(bed.rememberedMicrophoneOff).toBe(false);
});

test('[SIDE-51] a page that returns without its microphone says so, and goes on asking', async () => {
  const bed = reloaded((each) => {
    each.microphone = 'is refused';
  });
  await bed.settle();
  expect([bed.state, has(bed, 'our microphone is lost'), bed.spoken]).toEqual(['connected', true, []]);
  expect(ready(bed)).toEqual([{ camera: 'back' }, { microphone: 'lost' }]);
  bed.microphone = 'opens';
  bed.watch(durations.cameraRetry);
  await bed.settle();
  expect([has(bed, 'our microphone is lost'), bed.spoken.at(-1)?.stream]).toEqual([false, 'own voice']);
  expect(ready(bed).at(-1)).toEqual({ microphone: 'back' });
});

test('[SIDE-7] an unanswered prompt for the microphone does not keep a page away', async () => {
  const bed = reloaded((each) => {
    each.microphone = 'stays silent';
  });
  await bed.settle();
  expect([has(bed, 'we are coming back'), bed.shown.length]).toEqual([false, 1]);
  bed.watch(3 * durations.cameraRetry);
  expect(bed.called.filter((each) => each === 'microphone asked')).toHaveLength(1);
});

test('[SIDE-54] the server’s natural end after one’s own does not start the sound again', async () => {
  const { bed } = await begunWithAfter();
  bed.watch(250 + connectionDuration);
  const before = [...bed.heard];
  bed.message('close', { endReason: 'natural' });
  expect(bed.heard).toEqual(before);
});

test('[SIDE-7] a start that is announced while a page returns to the intro is taken', async () => {
  const bed = bedWith(2);
  bed.rememberedRoom = 'room';
  bed.camera = 'stays silent';
  const now = bed.clock.now();
  const plan = { introDuration, connectionDuration, afterConnectionDuration };
  const room = { roomID: 'room', position: 2, introStartsAt: now - 3_000, now, experienceType: 'questions', plan } as const;
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'enteringRoom', ...room } });
  await bed.settle();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 17_000, now } });
  expect([bed.state, bed.context.startsAt]).toEqual(['ready', now + 17_000]);
  bed.do({ type: 'cancel pressed' });
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'cancel_self']);
});
