import { connectIn, experienceDurations, importShort, reads, script, subscribe } from '../src/experiences.ts';
import { startedSounds, tapSound } from '../src/listening.ts';
import { long } from '../src/long.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(experienceDurations);
story.describe.configure({ timeout: 120_000 });
/** Long enough that it still plays after a reload on a slow machine, ms. */
const mainSound = 15_000;
story.beforeAll(({ stage }) => importShort(stage.server, { mainSound }));

const here = { member: true, microphone: true } as const;

story(
  '[SIDE-7] [SIDE-50] pages that are reloaded within an experience continue at their offset',
  long,
  async ({ person, stage }) => {
    const [ann, ben] = await Promise.all([person('red', 'Ann', here), person('blue', 'Ben', here)]);
    await tapSound(ben.page);
    await subscribe(stage.server, ann, ben);
    await connectIn(ann);
    await ann.is('waiting');
    await connectIn(ben);
    await Promise.all([ann.start(), ben.start()]);
    await Promise.all(
      [ann, ben].map(({ page }) => expect(page.getByTestId('caption')).toHaveText('A bell', { timeout: 15_000 })),
    );
    // In the intro.
    await ann.page.reload();
    // On a slow machine the connection has begun by then.
    await expect(ann.page.locator('body')).toHaveAttribute('data-user-state', /^(ready|connected)$/, { timeout: 20_000 });
    await Promise.all([ann.is('connected', 20_000), ben.is('connected', 20_000)]);
    const begun = Date.now();
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    // In the connection, while the sound of the script plays.
    await ben.page.reload();
    await ben.is('connected');
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await expect.poll(async () => (await startedSounds(ben.page))[0]?.offset ?? 0).toBeGreaterThan(0.5);
    await Promise.all([reads(ann, 'Now listen.'), reads(ben, 'Now speak.')]);
    expect(Date.now() - begun).toBeGreaterThan(5_000);
    await Promise.all([ann.is('disconnected', 20_000), ben.is('disconnected', 20_000)]);
    expect(Date.now() - begun).toBeLessThan(script.connection + 1_500);
    await Promise.all([ann.is('digesting'), ben.is('digesting')]);
    for (const each of [ann, ben]) {
      await each.moveOn();
      expect((await each.counters()).completedMinutes).toBe(1);
    }
  },
);

story(
  '[SIDE-49] without its script an experience does not begin, and both are back in the lobby',
  long,
  async ({ person, stage }) => {
    const [ann, ben] = await Promise.all([person('red', 'Ann', here), person('blue', 'Ben', here)]);
    await subscribe(stage.server, ann, ben);
    await ann.page.route('**/selectedexperiencedata', (route) => route.abort());
    await connectIn(ann);
    await ann.is('waiting');
    await connectIn(ben);
    await expect(ann.page.getByText('Could not get the selected experience data.')).toBeVisible();
    await ann.is('present');
    await expect(ben.page.getByRole('heading', { name: 'The other person was not ready' })).toBeVisible();
  },
);

story('[SIDE-51] a refused microphone is explained, and only a side that speaks is asked', long, async ({ person, stage }) => {
  const [ann, ben] = await Promise.all([person('red', 'Ann', { member: true }), person('blue', 'Ben', here)]);
  await subscribe(stage.server, ann, ben);
  await connectIn(ann);
  await ann.is('waiting');
  await connectIn(ben);
  await expect(ann.page.getByRole('heading', { name: 'The microphone was not allowed' })).toBeVisible({ timeout: 15_000 });
  expect(new URL(ann.page.url()).searchParams.get('device')).toBe('microphone');
  await expect(ann.page.getByText('switch the microphone on')).toBeVisible();
  await expect(ben.page.getByRole('heading', { name: 'The other person was not ready' })).toBeVisible();
  await ann.press('Continue');
  await ann.is('present');
});
