import type { Page } from '@playwright/test';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, pairingTimeout: 15_000, foundNotice: 4_000, enteringRoom: 8_000 });

const bar = (page: Page) => page.getByRole('complementary');

/** Counts the tones that a page plays, and its requests to vibrate. */
async function listen({ page }: Person): Promise<() => Promise<{ tones: number; vibrations: number }>> {
  await page.evaluate(() => {
    const heard = { tones: 0, vibrations: 0 };
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...of) {
      heard.tones++;
      return start.apply(this, of);
    };
    Object.defineProperty(navigator, 'vibrate', { value: () => ++heard.vibrations > 0 });
  });
  return () => page.evaluate(() => (window as unknown as { heard: { tones: number; vibrations: number } }).heard);
}

/** How the one circle of the waiting room moves: for how long in one direction, ms, how it goes on, and how often. */
const breath = ({ page }: Person): Promise<unknown> =>
  page.locator('[data-state="alone"]').evaluate((circle) => {
    const [animation] = circle.getAnimations();
    if (!animation) return 'none';
    const { duration, direction, iterations } = animation.effect?.getComputedTiming() ?? {};
    return [duration, direction, iterations];
  });

/** Leaves the waiting room by Back, and goes to About without loading the page again. */
async function readAbout({ page }: Person): Promise<void> {
  await page.goBack();
  await page.getByRole('navigation').getByRole('link', { name: 'About us' }).click();
}

story(
  '[WEB-50] a waiting member sees for how long, also on another page and in the tab’s title, and can cancel there',
  async ({ couple: [ann] }) => {
    const { page } = ann;
    await ann.connect();
    await ann.is('waiting');
    await expect(page.getByRole('timer')).toHaveText(/^0:0[1-9]$/);
    await readAbout(ann);
    await expect(bar(page).getByRole('status')).toHaveText('Finding someone');
    await expect(bar(page).getByRole('timer')).toHaveText(/^0:0[2-9]$/);
    await expect(page).toHaveTitle(/^Finding someone · /);
    await bar(page).getByRole('button', { name: 'Cancel' }).click();
    await ann.is('present');
    await expect(bar(page)).toBeHidden();
    await expect(page).not.toHaveTitle(/Finding someone/);
  },
);

story('[WEB-50] the time-out is shown on any page, and waiting can be continued from there', long, async ({ couple: [ann] }) => {
  const { page } = ann;
  await ann.connect();
  await ann.is('waiting');
  await readAbout(ann);
  await ann.is('present', 20_000);
  await expect(page.getByRole('status').filter({ hasText: 'Nobody was free just now' })).toBeVisible();
  await expect(page).toHaveTitle(/^Nobody was free · /);
  await ann.press('Keep waiting');
  await ann.is('waiting');
  await expect(bar(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Cancel' }).click();
});

story(
  '[WEB-51] on another page a member is notified of a partner before the encounter opens: by the bar, the tab and a sound',
  async ({ couple: [ann, ben] }) => {
    const heard = await listen(ann);
    await ann.connect();
    await ann.is('waiting');
    await readAbout(ann);
    await expect(bar(ann.page)).toBeVisible();
    expect(await heard()).toEqual({ tones: 0, vibrations: 0 });
    await ben.connect();
    await expect(bar(ann.page).getByRole('alert')).toHaveText('Somebody is there. Your minute opens in a moment.');
    await expect(ann.page).toHaveTitle(/^Somebody is there · /);
    expect(new URL(ann.page.url()).pathname).toBe('/about');
    expect(await heard()).toEqual({ tones: 2, vibrations: 1 });
    await expect(ann.page).toHaveURL(/\/experience$/);
    await ann.is('enteringRoom');
    expect(await heard()).toEqual({ tones: 2, vibrations: 1 });
  },
);

story('[WEB-51] the bar opens the encounter at once, or leaves it', long, async ({ couple: [ann, ben] }) => {
  for (const [button, path] of [
    ['Cancel', '/about'],
    ['Open now', '/experience'],
  ] as const) {
    await ann.goto('/');
    await ann.is('present');
    await ann.connect();
    await ann.is('waiting');
    await readAbout(ann);
    await ben.connect();
    await bar(ann.page).getByRole('button', { name: button }).click();
    if (button === 'Cancel') await Promise.all([ann.is('present'), ben.is('present')]);
    else await ann.is('enteringRoom');
    await expect(ann.page).toHaveURL(ann.origin + path);
  }
});

story('[WEB-51] the sound can be switched off beside Connect, and stays off', long, async ({ couple: [ann, ben] }) => {
  const sound = ann.page.getByLabel('Soft sound when somebody is found');
  await expect(sound).toBeChecked();
  await sound.uncheck();
  await ann.page.reload();
  await ann.is('present');
  await expect(sound).not.toBeChecked();
  const heard = await listen(ann);
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await ann.is('enteringRoom');
  expect(await heard()).toEqual({ tones: 0, vibrations: 1 });
});

/** The acknowledgement of a connect request, with its id. */
const acknowledged = new RegExp(`"${matchmakerEvents.connectReceived}","clickID":"([^"]+)"`);

story('[WEB-52] a reloaded page keeps waiting with the same request, and is paired', async ({ couple: [ann, ben] }) => {
  await ann.connect();
  await ann.is('waiting');
  const clicks = () => ann.wire.heard.flatMap(({ text }) => acknowledged.exec(text)?.[1] ?? []);
  await expect.poll(clicks).toHaveLength(1);
  await ann.page.reload();
  await ann.is('waiting');
  await expect.poll(async () => new Set(clicks()).size === 1 && clicks().length).toBe(2);
  await ben.connect();
  await Promise.all([ann.is('enteringRoom'), ben.is('enteringRoom')]);
});

story(
  '[WEB-89] the search has a dark room of its own: who else is here, Back leads out of it, and the bar leads in again',
  async ({ couple: [ann, ben] }) => {
    const { page } = ann;
    await ann.connect();
    await expect(page.getByRole('heading', { name: 'Finding someone' })).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByTestId('others')).toHaveText('1 other person is here');
    expect(await breath(ann)).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // In for five seconds, and out for as long: six times a minute.
    expect(await breath(ann)).toEqual([5_000, 'alternate', Number.POSITIVE_INFINITY]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const heard = await listen(ann);
    const sound = page.getByRole('button', { name: 'Soft sound' });
    await expect(sound).toHaveAttribute('aria-pressed', 'false');
    await sound.click();
    await expect(sound).toHaveAttribute('aria-pressed', 'true');
    // The two tones, and what lets them swell.
    expect((await heard()).tones).toBe(3);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Waiting...' })).toBeDisabled();
    await ann.is('waiting');
    await bar(page).getByRole('link', { name: 'Back to waiting' }).click();
    await expect(page.getByRole('heading', { name: 'Finding someone' })).toBeVisible();
    await expect(sound).toHaveAttribute('aria-pressed', 'true');
    expect((await heard()).tones).toBe(6);
    await sound.click();
    await expect(sound).toHaveAttribute('aria-pressed', 'false');
    await ann.press('Cancel');
    await ann.is('present');
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled();
    await ben.connect();
    await ben.is('waiting');
    await ann.connect();
    await expect(ben.page).toHaveURL(/\/experience$/);
  },
);

const impatient = storiesWith({ ...shortDurations, pairingTimeout: 1_500, keepWaiting: 4_500, searchLimit: 7_000 });

impatient(
  '[WEB-90] after the time-out the room stays dark and waiting goes on by itself; later the user is asked, and can invite somebody',
  async ({ couple: [ann] }) => {
    const { page } = ann;
    await ann.connect();
    const room = page.getByRole('main');
    await expect(room.getByRole('heading', { name: 'Nobody was free' })).toBeFocused();
    await ann.is('present');
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByText(/^Waiting resumes in [1-5] seconds?\.$/)).toBeVisible();
    await ann.is('waiting');
    await expect(room.getByRole('heading', { name: 'Are you still there?' })).toBeFocused();
    expect(await accessibilityFindings(page)).toEqual([]);
    await ann.press('Keep waiting');
    await ann.is('waiting');
    await expect(room.getByRole('heading', { name: 'Are you still there?' })).toBeVisible();
    // The room may have been opened on another page: the invitation is made in the lobby all the same.
    await ann.press('Keep waiting');
    await ann.is('waiting');
    await page.goBack();
    await page.getByRole('link', { name: 'About us' }).first().click();
    await bar(page).getByRole('link', { name: 'Back to waiting' }).click();
    await expect(room.getByRole('heading', { name: 'Are you still there?' })).toBeVisible();
    await ann.press('Invite one person');
    await expect(page.getByRole('dialog', { name: 'Invite somebody to a minute' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.goForward();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);
