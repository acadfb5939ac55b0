import { test as base } from '@playwright/test';
import { findTurnServer } from '../../../tools/programs.mjs';
import { experienceDurations, importShort, meetIn, subscribe } from '../src/experiences.ts';
import { long } from '../src/long.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { type RunningTurnServer, startTurnServer } from '../src/turn-server.ts';

base.skip(!findTurnServer(), 'coturn is not installed');

let turn: RunningTurnServer;
/** Credentials of seconds, so that they have expired long before the session is over. */
const durations = { ...experienceDurations, credentialLife: 8_000, iceRefresh: 6_000, frameTimeout: 14_000 };
const story = storiesWith(durations, async () => {
  turn = await startTurnServer();
  const environment = { TURN_URLS: `turn:127.0.0.1:${turn.port}?transport=udp`, TURN_SECRET: turn.secret, RELAY: 'always' };
  return { environment, close: () => turn.stop() };
});
story.describe.configure({ timeout: 120_000 });
story.beforeAll(({ stage }) => importShort(stage.server));

story(
  '[SIDE-51] [SIDE-55] a path that is lost after the credentials have expired comes back with new ones',
  long,
  async ({ person, stage }) => {
    const here = { member: true, microphone: true } as const;
    const [ann, ben] = await Promise.all([person('red', 'Ann', here), person('blue', 'Ben', here)]);
    const asked = [ann, ben].map(({ page }) => {
      const times: number[] = [];
      page.on('request', (request) => void (request.url().endsWith('/iceservers') && times.push(Date.now())));
      return times;
    });
    await subscribe(stage.server, ann, ben);
    await meetIn(ann, ben);
    const begun = Date.now();
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    expect(asked.map(({ length }) => length)).toEqual([1, 1]);
    // What the first of the two can switch, in the window of their microphone.
    await ann.press('Turn the sound off');
    await ann.press('Hide captions');
    await expect(ann.page.getByTestId('caption')).toHaveCount(0);
    await expect(ann.page.getByTestId('microphone')).toHaveAttribute('data-on', 'true', { timeout: 10_000 });
    await ann.press('Turn my microphone off');
    await expect(ann.page.getByTestId('microphone')).toHaveText('You have turned your microphone off');
    await expect(ben.page.getByTestId('microphone')).toHaveText('You can hear your partner');
    // Longer than the credentials live, counted from the moment before Start.
    await expect.poll(() => Date.now() - (asked[1]?.[0] ?? 0)).toBeGreaterThan(durations.credentialLife + 500);
    const interrupted = ann.page.getByText('Their connection is interrupted.');
    // Begun before, because it may be visible for less than a second: the page looks in every frame, `expect` once a second.
    const isInterrupted = interrupted.waitFor({ timeout: 8_000 });
    await turn.stop();
    turn = await startTurnServer(turn.port);
    await isInterrupted;
    await expect(interrupted).toBeHidden({ timeout: 12_000 });
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    expect(asked.map(({ length }) => length)).toEqual([2, 2]);
    expect(Date.now() - begun).toBeLessThan(16_600);
    await Promise.all([ann.is('digesting', 20_000), ben.is('digesting', 20_000)]);
    for (const each of [ann, ben]) expect((await each.counters()).completedMinutes).toBe(1);
  },
);
