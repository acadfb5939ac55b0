import { startedSounds, tapSound } from '../src/listening.ts';
import { long } from '../src/long.ts';
import { accessibilityFindings, overflow } from '../src/obstacles.ts';
import type { Person, PersonOptions } from '../src/person.ts';
import { askLabel, atAllHours, clickNotification, shownBySystem } from '../src/push.ts';
import { regularIn } from '../src/regular-gathering.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** Nobody is called while a gathering takes place. The stories with push are in push.spec.ts. */
const noGathering = async () => ({ environment: { ...regularIn(3 * 3_600_000), PUSH_HOSTS: 'none' }, close: async () => {} });
const story = storiesWith({ ...shortDurations, firstRing: 500, nextRing: 1_000, pairingTimeout: 15_000 }, noGathering);

const open = ({ page, origin }: Person, path: string) => page.goto(origin + path);

/** Two members in their lobbies, of whom the first one allows notifications. */
const both = (person: (browser: 'red' | 'blue', name: string, options: PersonOptions) => Promise<Person>) =>
  Promise.all([person('red', 'Ann', { member: true, notifications: true }), person('blue', 'Ben', { member: true })]);

story(
  '[WEB-171] [WEB-172] a member who has asked for it hears on another page that somebody is waiting, and meets them with one press',
  async ({ person }) => {
    const [ann, ben] = await both(person);
    const { page } = ann;
    await tapSound(page);
    await page.getByLabel(askLabel).check();
    await expect(page.getByText(/^As long as .* is open in a tab/)).toBeVisible();
    await open(ann, '/account/notifications');
    await atAllHours(ann);
    await expect(page.getByLabel(askLabel)).toBeChecked();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await open(ann, '/about');
    await ben.connect();
    await ben.is('waiting');
    const called = page.getByRole('status').filter({ hasText: 'Someone is waiting' });
    await expect(called).toBeVisible();
    await expect(ben.page.getByTestId('calling')).toHaveText('We are calling people who asked for it.');
    expect(await accessibilityFindings(page)).toEqual([]);
    // The file of brand/sounds, whole.
    await expect.poll(async () => (await startedSounds(page)).map(({ duration }) => Math.round(duration))).toEqual([5]);
    // What the page itself shows, the system does not.
    expect(await shownBySystem(page)).toEqual([]);
    // Nobody waits any more when she answers.
    await ben.press('Cancel');
    await ann.connect();
    await expect(page.getByText('They are no longer waiting. Stay: we call for you now.')).toBeVisible();
    await ben.connect();
    await Promise.all([ann.is('preparing', 20_000), ben.is('preparing', 20_000)]);
    await expect(called).toBeHidden();
  },
);

story(
  '[WEB-172] while the page is behind another one the system shows it, and a click on that connects',
  long,
  async ({ person }) => {
    const [ann, ben] = await both(person);
    const { page, context } = ann;
    await page.getByLabel(askLabel).check();
    await ann.connect();
    await ann.press('Cancel');
    await open(ann, '/account/notifications');
    await atAllHours(ann);
    await open(ann, '/');
    const presence = ben.page.getByTestId('presence');
    await expect(presence).toContainText('2 people here');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    // She can be called here, so her page stays ready; but nobody counts on her.
    await expect(presence).toContainText('1 person here');
    await ann.is('present');
    await ben.connect();
    const called = { title: 'Someone is waiting', body: 'Press here to connect.', silent: false };
    await expect.poll(() => shownBySystem(page)).toMatchObject([called]);
    await context.serviceWorkers()[0]?.evaluate(clickNotification);
    await Promise.all([ann.is('preparing', 20_000), ben.is('preparing', 20_000)]);
    expect(await shownBySystem(page)).toEqual([]);
    // The same page, not loaded again.
    expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
  },
);

/** The permission as a browser that has not decided it yet asks for it. */
const askedForPermission = ({ page }: Person): Promise<unknown> =>
  page.addInitScript(() => {
    const asked = {
      permission: 'default' as NotificationPermission,
      async requestPermission() {
        asked.permission = (window as unknown as { answers?: NotificationPermission }).answers ?? 'granted';
        return asked.permission;
      },
    };
    Object.assign(window, { Notification: asked });
  });

story(
  '[WEB-171] refused or unsupported, the switch stays off and says why; a single call is asked for in the same way',
  long,
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    await askedForPermission(ann);
    await open(ann, '/');
    await page.evaluate(() => Object.assign(window, { answers: 'denied' }));
    await page.getByLabel(askLabel).click();
    await expect(page.getByText('You need to allow notifications to use this feature')).toBeVisible();
    await expect(page.getByLabel(askLabel)).not.toBeChecked();
    await page.evaluate(() => Reflect.deleteProperty(window, 'Notification'));
    await page.getByLabel(askLabel).click();
    await expect(page.getByText('This browser does not support system notifications')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);

    await open(ann, '/');
    await ann.connect();
    await page.getByRole('button', { name: 'Call me' }).click({ timeout: 30_000 });
    await expect(page.getByText(/^We notify you once if somebody is waiting before \d\d?:\d\d/)).toBeVisible();
    await open(ann, '/account/notifications');
    await page.getByRole('button', { name: 'Not any more' }).click();
    await expect(page.getByText(/^You have asked for one notification/)).toBeHidden();
  },
);
