import { shippedDurations as durations } from '@unspoken/contract/durations';
import { proven } from '@unspoken/contract/script-bed';
import { planOf } from '@unspoken/contract/script-time';
import { expect, test } from 'vitest';
import { bedWith, connectionDuration, introDuration, running, started, voice } from './script-session-bed.ts';

test('[SIDE-50] the start is corrected when the server’s clock is known better', async () => {
  const bed = await running(1);
  const { startsAt = 0 } = bed.context;
  bed.watch(startsAt + durations.clockMeasured - bed.clock.now());
  bed.clockError = 40;
  const checked = durations.clockCheck + durations.clockMeasured;
  bed.watch(checked - 1);
  expect(bed.context.startsAt).toBe(startsAt);
  bed.watch(1);
  expect(bed.context.startsAt).toBe(startsAt + 40);
  expect(bed.heard).toContain(`play connection ${voice} at ${startsAt + 2_040}`);
  bed.clockError = 42;
  bed.watch(checked);
  expect(bed.context.startsAt).toBe(startsAt + 40);
  // The end moves with it.
  bed.watch(startsAt + 40 + connectionDuration - bed.clock.now() - 1);
  expect(bed.state).toBe('connected');
  bed.watch(1);
  expect(bed.state).toBe('disconnected');
});

test('[SIDE-50] the clock is measured at the beginning of the connection, after an intro that may have been long', async () => {
  const bed = await running(1);
  const { startsAt = 0 } = bed.context;
  bed.clockError = -150;
  bed.watch(startsAt + durations.clockMeasured - bed.clock.now() - 1);
  expect(bed.context.startsAt).toBe(startsAt);
  bed.watch(1);
  expect(bed.context.startsAt).toBe(startsAt - 150);
});

test('[SIDE-50] answers that were lost with a socket are requested again on the next one', async () => {
  const bed = await running(1);
  const { startsAt = 0 } = bed.context;
  bed.watch(startsAt + durations.clockMeasured - bed.clock.now() - 1);
  bed.clockError = 60;
  bed.hear({ type: 'socket connected' });
  // What is known already is not put off.
  expect(bed.context.startsAt).toBe(startsAt + 60);
  bed.clockError = 90;
  bed.watch(durations.clockMeasured - 1);
  expect(bed.context.startsAt).toBe(startsAt + 60);
  bed.watch(1);
  expect(bed.context.startsAt).toBe(startsAt + 90);
});

test('[SIDE-50] a page that was away measures the clock at once', async () => {
  for (const event of [{ type: 'page shown' }, { type: 'socket connected' }] as const) {
    const bed = await running(1);
    const { startsAt = 0 } = bed.context;
    bed.clockError = -700;
    if (event.type === 'page shown') bed.do(event);
    else bed.hear(event);
    bed.watch(durations.clockMeasured);
    expect(bed.context.startsAt).toBe(startsAt - 700);
  }
});

test('[SIDE-50] a timer that fires a moment early begins the connection, and not the intro again', async () => {
  const bed = await started(1);
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + introDuration, now } });
  // Browsers cut the fraction off a delay.
  bed.clock.early = 0.6;
  bed.watch(introDuration);
  expect([bed.state, bed.heard.filter((each) => each.startsWith('play intro')).length]).toEqual(['connected', 1]);
  bed.watch(2_001);
  expect(bed.context.moment?.caption).toBe('Look at each other.');
  bed.watch(38_000);
  expect(bed.spoken.at(-1)?.stream).toBe('own voice');
});

test('[SIDE-50] a side that has begun by itself, and is told a later start, goes on in the connection', async () => {
  const bed = await started(1);
  bed.watch(introDuration - 2_000);
  bed.hear({ type: 'socket disconnected' });
  bed.watch(2_000);
  expect(bed.state).toBe('connected');
  bed.hear({ type: 'socket connected' });
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 250, now } });
  expect(bed.heard.filter((each) => each.startsWith('play intro'))).toHaveLength(1);
  expect(bed.heard).toContain(`play connection ${voice} at ${now + 250 + 2_000}`);
});

test('[SIDE-50] a script in a language chosen just before one’s own picture is taken when it arrives', async () => {
  const bed = bedWith(2);
  await bed.enter(2);
  bed.clock.advance(durations.enteringRoom);
  const german = { name: 'Drei Fragen', plan: planOf(proven, 2, 'de') };
  bed.script = german;
  bed.do({ type: 'language changed' });
  await bed.settle();
  expect([bed.state, bed.context.script]).toEqual(['preparing', german]);
});
