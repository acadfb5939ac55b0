import { accessibilityFindings, overflow } from '../src/obstacles.ts';
import { Person } from '../src/person.ts';
import { expect, type Stage, story } from '../src/stage.ts';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}

interface Manifest {
  readonly display: string;
  readonly orientation: string;
  readonly icons: readonly Icon[];
  readonly screenshots: readonly (Icon & { readonly form_factor: string; readonly label: string })[];
  readonly shortcuts: readonly {
    readonly name: string;
    readonly name_localized: Readonly<Record<string, string>>;
    readonly url: string;
    readonly icons: readonly Icon[];
  }[];
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/** A member with an iPhone, as far as a page can tell. */
async function onIPhone({ red, server }: Stage, standalone: boolean): Promise<Person> {
  const context = await red.newContext({
    userAgent: iPhone,
    viewport: { width: 375, height: 667 },
    hasTouch: true,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript((value) => {
    Object.assign(navigator, { standalone: value });
    // It exists there only for what is on the home screen.
    if (!value) Reflect.deleteProperty(window, 'Notification');
  }, standalone);
  return Person.inContext(context, server.origin, `Ann${Math.random().toString(36).slice(2, 7)}`, { member: true });
}

/** The size that a PNG file declares. Source: W3C PNG 11.2.1. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

story('[WEB-180] the manifest names pictures that exist, in their sizes, and shortcuts that lead to pages', async ({ stage }) => {
  const { origin } = stage.server;
  const context = await stage.red.newContext();
  const answer = await context.request.get(`${origin}/manifest.webmanifest`);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as Manifest;
  expect([manifest.display, manifest.orientation]).toEqual(['standalone', 'any']);
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
  for (const { src, sizes, type } of pictures) {
    const picture = await context.request.get(origin + src);
    expect([picture.status(), picture.headers()['content-type']], src).toEqual([200, type]);
    if (type === 'image/png') expect(sizeOf(await picture.body()), src).toBe(sizes);
  }
  expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
  expect(manifest.shortcuts.map(({ name, name_localized: { de } }) => [name, de])).toEqual([
    ['Connect', 'Verbinden'],
    ['Gatherings', 'Treffen'],
    ['Notifications', 'Benachrichtigungen'],
  ]);
  for (const { url } of manifest.shortcuts) expect((await context.request.get(origin + url)).status(), url).toBe(200);
  // What the browser itself finds wrong with it.
  const page = await context.newPage();
  await page.goto(origin);
  const devtools = await context.newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  await context.close();
});

story('[WEB-181] an iPhone’s owner reads how the product comes to the home screen, and why', async ({ stage }) => {
  const ann = await onIPhone(stage, false);
  const { page } = ann;
  await ann.goto('/account/profile');
  const how = page.getByRole('button', { name: 'How it works: App' });
  await how.click();
  const sheet = page.getByRole('dialog', { name: 'Add to Home Screen' });
  await expect(sheet.getByRole('listitem')).toHaveCount(3);
  await expect(sheet.getByText(/we can call you when somebody waits, even while it is closed/)).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await sheet.getByRole('button', { name: 'Got it' }).click();
  await expect(sheet).toBeHidden();
  await expect(how).toBeFocused();
  // The same where notifications are asked for, which do not exist in the browser.
  await ann.goto('/account/notifications');
  for (const asks of [
    page.getByRole('button', { name: 'Add this browser' }),
    page.getByLabel('Notify me when somebody is waiting'),
  ]) {
    await asks.click();
    await sheet.getByRole('button', { name: 'Got it' }).click();
    await expect(sheet).toBeHidden();
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  await ann.context.close();

  const installed = await onIPhone(stage, true);
  await installed.goto('/account/profile');
  await expect(installed.page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expect(installed.page.getByText('as an app of its own')).toBeHidden();
  await installed.context.close();
});

story('[WEB-181] where the browser offers to install the product, the profile does, and no banner', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  await ann.goto('/');
  // Made long before the profile is opened, as browsers do.
  const isPrevented = await page.evaluate(() => {
    const prompt = () => {
      Object.assign(window, { prompted: true });
      return Promise.resolve({ outcome: 'accepted' });
    };
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    return !window.dispatchEvent(offer);
  });
  expect(isPrevented).toBe(true);
  await expect(page.getByText('as an app of its own')).toBeHidden();
  await page.getByRole('link', { name: 'Account' }).click();
  const install = page.getByRole('button', { name: 'Install: App' });
  await expect(install).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await install.click();
  await expect(page.getByText('Unspoken is installed. You find it among your apps.')).toBeVisible();
  expect(await page.evaluate(() => 'prompted' in window)).toBe(true);
});

story('[WEB-182] a shortcut goes to its page in the window that is open', async ({ person }) => {
  const ann = await person('red', 'Ann', {
    camera: false,
    prepare: async (context) => {
      await context.addInitScript(() => {
        const launchQueue = { setConsumer: (launched: unknown) => Object.assign(window, { launched }) };
        Object.defineProperty(window, 'launchQueue', { value: launchQueue });
      });
    },
  });
  const { page, origin } = ann;
  await ann.goto('/');
  await page.evaluate(
    (targetURL) => (window as unknown as { launched: (launch: object) => void }).launched({ targetURL }),
    `${origin}/gatherings`,
  );
  await expect(page.getByRole('heading', { name: 'Gatherings', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/gatherings`);
});

story('[WEB-183] the icon of the installed product shows how many wait, if the member wishes it', async ({ person }) => {
  const ben = await person('blue', 'Ben', { member: true });
  const ann = await person('red', 'Ann', {
    member: true,
    prepare: async (context) => {
      await context.addInitScript(() => {
        const badges: number[] = [];
        localStorage.setItem('unspoken.badge', 'on');
        Object.defineProperties(navigator, {
          standalone: { value: true },
          setAppBadge: { value: async (count: number) => void badges.push(count) },
          clearAppBadge: { value: async () => void badges.push(0) },
        });
        Object.assign(window, { badges });
      });
    },
  });
  // First it clears what a page may have left that was killed.
  const badges = () => ann.page.evaluate(() => (window as unknown as { badges: number[] }).badges);
  await ben.connect();
  await expect.poll(badges).toEqual([0, 1]);
  await ben.press('Cancel');
  await expect.poll(badges).toEqual([0, 1, 0]);
});
