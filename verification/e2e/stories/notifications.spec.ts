import { accessibilityFindings, overflow } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { regularIn } from '../src/regular-gathering.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** Nobody is called while a gathering takes place. */
const noGathering = async () => ({ environment: regularIn(3 * 3_600_000), close: async () => {} });
const story = storiesWith({ ...shortDurations, firstRing: 500, nextRing: 1_000, pairingTimeout: 15_000 }, noGathering);

const label = 'Notify me when somebody is waiting';

const open = ({ page, origin }: Person, path: string) => page.goto(origin + path);

/** At no hour of the day a quiet one. */
async function atAllHours(person: Person): Promise<void> {
  const { page } = person;
  await open(person, '/account/notifications');
  const until = page.getByLabel('Quiet until');
  await until.selectOption({ value: '22' });
  await expect(page.getByText('There are no quiet hours.')).toBeVisible();
}

/** The system notifications that a page shows, which a browser without a desktop has none of. */
const noteNotifications = ({ page }: Person): Promise<unknown> =>
  page.addInitScript(() => {
    const shown: { title: string; body: string; click(): void }[] = [];
    class Noted extends EventTarget {
      static permission = (sessionStorage.getItem('permission') ?? 'default') as NotificationPermission;
      static requestPermission = async () => {
        Noted.permission = (window as unknown as { answers?: NotificationPermission }).answers ?? 'granted';
        sessionStorage.setItem('permission', Noted.permission);
        return Noted.permission;
      };
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super();
        shown.push({ title, body, click: () => void this.dispatchEvent(new Event('click')) });
      }
      close() {}
    }
    Object.assign(window, { Notification: Noted, shown });
  });

story(
  '[WEB-171] [WEB-172] a member who has asked for it hears on another page that somebody is waiting, and meets them with one press',
  async ({ couple: [ann, ben] }) => {
    const { page } = ann;
    await noteNotifications(ann);
    await open(ann, '/');
    await page.getByLabel(label).check();
    await expect(page.getByText(/^As long as .* is open in a tab/)).toBeVisible();
    await atAllHours(ann);
    await expect(page.getByLabel(label)).toBeChecked();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await open(ann, '/about');
    await ben.connect();
    await ben.is('waiting');
    const called = page.getByRole('status').filter({ hasText: 'Someone is waiting' });
    await expect(called).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
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
  async ({ couple: [ann, ben] }) => {
    const { page } = ann;
    await noteNotifications(ann);
    await open(ann, '/');
    await page.getByLabel(label).check();
    await ann.connect();
    await ann.press('Cancel');
    await atAllHours(ann);
    await open(ann, '/');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await ann.is('absent');
    await ben.connect();
    const shown = () =>
      page.evaluate(() =>
        (window as unknown as { shown: { title: string; body: string }[] }).shown.map(({ title, body }) => `${title}: ${body}`),
      );
    await expect.poll(shown).toEqual(['Someone is waiting: Press here to connect.']);
    await page.evaluate(() => (window as unknown as { shown: { click(): void }[] }).shown[0]?.click());
    await Promise.all([ann.is('enteringRoom', 20_000), ben.is('enteringRoom', 20_000)]);
  },
);

story(
  '[WEB-171] refused or unsupported, the switch stays off and says why; a single call is asked for in the same way',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    await noteNotifications(ann);
    await open(ann, '/');
    await page.evaluate(() => Object.assign(window, { answers: 'denied' }));
    await page.getByLabel(label).click();
    await expect(page.getByText('You need to allow notifications to use this feature')).toBeVisible();
    await expect(page.getByLabel(label)).not.toBeChecked();
    await page.evaluate(() => Reflect.deleteProperty(window, 'Notification'));
    await page.getByLabel(label).click();
    await expect(page.getByText('This browser does not support system notifications')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.evaluate(() => sessionStorage.removeItem('permission'));
    await open(ann, '/');
    await ann.connect();
    await page.getByRole('button', { name: 'Call me' }).click({ timeout: 30_000 });
    await expect(page.getByText(/^We notify you once if somebody is waiting before \d\d?:\d\d/)).toBeVisible();
    await open(ann, '/account/notifications');
    await page.getByRole('button', { name: 'Not any more' }).click();
    await expect(page.getByText(/^You have asked for one notification/)).toBeHidden();
  },
);
