import { becomeModerator, useSecurityKey } from '../src/moderator.ts';
import { inTheWay } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

// On a server of its own, because this story pauses the platform.
const story = storiesWith(shortDurations, async () => ({ environment: { WAITING_LIST: 'on' }, close: async () => {} }));

story(
  '[ACC-24] [OFF-1] [OFF-2] [OFF-3] [OFF-6] [WEB-37] an administrator admits, searches, gives a role, pauses, and reads the record',
  async ({ person, stage }) => {
    const cay = await person('red', 'Cay', { camera: false });
    await cay.goto('/?auth=register');
    await cay.register();
    await cay.page.goto(await cay.mailed('confirmemail'));
    const form = cay.page.getByRole('dialog');
    await form.getByLabel('Why would you like to join?').fill('To look, and to be looked at.');
    await form.getByLabel('How did you hear of us?').selectOption('From a friend');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(cay.page.getByText('We received your information')).toBeVisible();

    const ada = await person('red', 'Ada', { camera: false });
    await becomeModerator(ada, stage.server, 'admin');
    const { page } = ada;
    const parts = page.getByRole('navigation', { name: 'Parts of the console' });
    const open = async (part: string) => {
      await parts.getByRole('link', { name: part }).click();
      await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const width of [320, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await inTheWay(page), part).toEqual([]);
      }
    };
    await open('Waiting list');
    await expect(page.getByText('To look, and to be looked at.')).toBeVisible();
    await ada.press('Take in hand');
    await ada.press('Decline');
    await expect(page.getByText('Please say what happened, for the person to read')).toBeVisible();
    await ada.press('Let in');
    await expect(page.getByText('Nobody waits.')).toBeVisible();
    await cay.page.goto(await cay.mailed(''));
    await cay.is('present');

    await open('People');
    await page.getByLabel('Name or email address').fill(cay.email);
    await ada.press('Search');
    await page.getByLabel(`Role of ${cay.name}`).selectOption('Moderator');
    await ada.press('Give');
    await expect(page.getByText('has another role now')).toBeVisible();

    await open('Platform');
    await page.getByLabel('The platform').selectOption('Paused: nobody can connect');
    await ada.press('Set');
    await expect(page.getByText('Everyone who opens a page from now on sees it.')).toBeVisible();
    const dan = await person('red', 'Dan', { camera: false });
    await expect(dan.page.getByText(/is paused/)).toBeVisible();

    await open('Feedback');
    await open('Encounters');
    await expect(page.getByText('There were no encounters.')).toBeVisible();
    await open('Record');
    for (const done of ['pause set', 'role given: moderator', 'looked for people', 'let in'])
      await expect(page.getByRole('cell', { name: done }).first()).toBeVisible();

    await open('Signing in');
    await ada.press('Make new codes');
    await expect(page.locator('code')).toHaveCount(10);
    await ada.press('I have kept them');
    await expect(page.getByText('10 codes are left.')).toBeVisible();
    await useSecurityKey(ada);
  },
);
