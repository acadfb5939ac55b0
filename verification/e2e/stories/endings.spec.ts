import type { UserState } from '@unspoken/contract/encounters';
import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { meet, type Person } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

/** Waits for this state with neither navigation nor footer on the page, in the same moment. */
const isBare = ({ page }: Person, state: UserState): Promise<void> =>
  page.locator(`body[data-user-state="${state}"]:not(:has(header nav)):not(:has(footer))`).waitFor({ state: 'attached' });

/** Runs in the page before anything else: the question for the camera stays open until `answer` is called. */
const askForCamera = () => {
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(window, { answer: resolve });
  navigator.mediaDevices.getUserMedia = (constraints) => promise.then(() => real(constraints));
};

story(
  '[MAT-5] a member who cancels while waiting returns to the lobby, and nobody is paired with them',
  long,
  async ({ couple }) => {
    const [ann, ben] = couple;
    await ann.connect();
    await ann.is('waiting');
    await ann.press('Cancel');
    await ann.is('present');
    await ben.connect();
    await ben.is('waiting');
    await ben.page.waitForTimeout(500);
    await ben.is('waiting');
    await ann.is('present');
    await ben.press('Cancel');
  },
);

story('[ENC-6] one side ends the connection, and the other sees it', async ({ couple }) => {
  const [ann, ben] = couple;
  await meet(ann, ben);
  await ben.press('End connection');
  await expect(ann.page.getByRole('heading', { name: 'They ended it.' })).toBeVisible();
  await expect(ben.page.getByRole('heading', { name: 'You ended it.' })).toBeVisible();
  for (const { page } of [ann, ben]) expect(await accessibilityFindings(page)).toEqual([]);
  await ben.is('digesting');
  await ann.is('digesting');
  expect((await ann.counters()).completedMinutes).toBe(0);
});

story('[WEB-91] after an early end each can meet somebody else at once, or leave', long, async ({ couple }) => {
  const [ann, ben] = couple;
  await meet(ann, ben);
  await ben.press('End connection');
  await ann.press('Meet someone else');
  await expect(ann.page.getByRole('heading', { name: 'Finding someone' })).toBeVisible();
  await expect(ann.page.getByRole('navigation')).toBeHidden();
  // Somebody else is never the one who has just been left, although neither has asked to avoid repetitions.
  await ben.press('Meet someone else');
  for (const each of [ann, ben]) await each.is('waiting');
  await ann.page.waitForTimeout(2_000);
  for (const each of [ann, ben]) {
    await each.is('waiting');
    await each.press('Cancel');
    await each.is('present');
  }
  await meet(ann, ben);
  await ben.press('End connection');
  for (const each of [ann, ben]) {
    await each.press('Not now');
    await each.is('present');
  }
});

story('[WEB-58] a member whose partner leaves before the minute leaves full screen', async ({ couple }) => {
  const [ann, ben] = couple;
  const fillScreen = () => ann.page.evaluate(() => document.documentElement.requestFullscreen());
  const isFull = () => ann.page.evaluate(() => document.fullscreenElement !== null);
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await Promise.all([ann.is('preparing'), ben.is('preparing')]);
  await fillScreen();
  await ben.press('Cancel');
  await ann.is('present');
  await expect.poll(isFull).toBe(false);
  await ben.is('present');
});

story('[ENC-6] when a partner never presses Start, each side sees its own half of what happened', long, async ({ couple }) => {
  const [ann, ben] = couple;
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await ann.start();
  await ben.is('preparing');
  await expect(ben.page.getByText('seconds left to press Start')).toBeVisible({ timeout: 10_000 });
  await expect(ben.page.getByRole('heading', { name: 'Start was not pressed in time' })).toBeVisible({ timeout: 15_000 });
  await expect(ann.page.getByRole('heading', { name: 'The other person did not press Start' })).toBeVisible();
  // At once, because neither screen stays for long.
  expect(await Promise.all([ann, ben].map(({ page }) => accessibilityFindings(page)))).toEqual([[], []]);
  await Promise.all(couple.map((each) => each.is('present')));
});

story(
  '[ENC-6] [WEB-2] [WEB-301] when a camera is refused, its owner sees what helps, without the navigation, and the partner returns to the lobby',
  async ({ person }) => {
    const ann = await person('red', 'Ann', {
      camera: false,
      prepare: async (context) => void (await context.addInitScript(askForCamera)),
    });
    const ben = await person('blue', 'Ben');
    await ann.enter();
    await ben.enter();
    // On a slow line the code of the page arrives after the chart is back in the lobby.
    await ann.page.route('**/camera-failure-*.js', async (route) => {
      await ann.page.waitForTimeout(3_000);
      await route.continue();
    });
    await ann.connect();
    await ann.is('waiting');
    await expect(ben.page.locator('header nav, footer')).toHaveCount(2);
    await Promise.all([ben.connect(), isBare(ann, 'enteringRoom'), isBare(ben, 'enteringRoom')]);
    await Promise.all([isBare(ann, 'gettingMedia'), isBare(ben, 'preparing')]);
    const denied = isBare(ann, 'mediaDenied');
    await ann.page.evaluate(() => (window as unknown as { answer(): void }).answer());
    await denied;
    await ann.page.waitForURL('**/camerafailure');
    await expect(ben.page.getByRole('heading', { name: 'The other person was not ready' })).toBeVisible();
    // This screen lasts 1.2 s here, for less time than a look takes on a slow machine: what is looked at is the lobby after it.
    await ben.is('present');
    await expect(ben.page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await accessibilityFindings(ben.page)).toEqual([]);
    await expect(ann.page.getByRole('heading', { name: 'The camera was not allowed' })).toBeVisible();
    await expect(ann.page.getByRole('navigation')).toHaveCount(0);
    await ann.press('Continue');
    await ann.is('present');
    await expect(ann.page.getByRole('navigation')).toHaveCount(1);
    await ben.is('present');
  },
);

story(
  '[ENC-7] when a browser is closed during the minute, the other side soon sees that the connection was lost',
  long,
  async ({ couple }) => {
    const [ann, ben] = couple;
    await ann.connect();
    await ann.is('waiting');
    await ben.connect();
    await Promise.all(couple.map((each) => each.start()));
    await Promise.all(couple.map((each) => each.is('connected')));
    await ann.sees('blue');
    await ben.context.close();
    await expect(ann.page.getByText('Their connection is interrupted')).toBeVisible({ timeout: 4_000 });
    await expect(ann.page.getByRole('heading', { name: 'The connection was lost' })).toBeVisible({ timeout: 6_000 });
    expect(await accessibilityFindings(ann.page)).toEqual([]);
    await ann.is('present');
    expect((await ann.counters()).completedMinutes).toBe(0);
  },
);

story('[WEB-3] "My circle" explains itself while it is empty', async ({ person }) => {
  const ann = await person('red', 'Ann');
  await ann.enter();
  await ann.page.getByLabel('My circle').check();
  await ann.press('Connect');
  await expect(ann.page.getByRole('heading', { name: 'There is no one in your circle' })).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await ann.is('present');
});
