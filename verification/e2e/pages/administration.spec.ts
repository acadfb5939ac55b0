import { becomeModerator, useSecurityKey } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

// On a server of its own, because this story pauses the platform.
const story = storiesWith(shortDurations, async () => ({ environment: { WAITING_LIST: 'on' }, close: async () => {} }));

story(
  '[ACC-24] [OFF-1] [OFF-2] [OFF-3] [OFF-6] [WEB-37] [WEB-96] an administrator admits, searches, gives a role, pauses, and reads the record',
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
        expect(await accessibilityFindings(page), part).toEqual([]);
      }
    };
    await open('Waiting list');
    await expect(page.getByText('To look, and to be looked at.')).toBeVisible();
    await ada.press('Review');
    await ada.press('Decline');
    await expect(page.getByText('Please say what happened, for the person to read')).toBeVisible();
    await ada.press('Admit');
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await cay.page.goto(await cay.mailed(''));
    await cay.is('present');

    await open('People');
    await page.getByLabel('Name or email address').fill(cay.email);
    await ada.press('Search');
    const role = page.getByLabel(`New role for ${cay.name}`);
    await ada.press('Change role');
    await expect(page.getByText('Please choose a role')).toBeVisible();
    await expect(role).toBeFocused();
    await role.selectOption('Moderator');
    await ada.press('Change role');
    await expect(page.getByText('has a new role')).toBeVisible();

    await open('Platform');
    await page.getByLabel('State of the platform').selectOption('Paused: nobody can connect');
    await ada.press('Save');
    await expect(page.getByText('Everybody who opens a page from now on sees it.')).toBeVisible();
    const dan = await person('red', 'Dan', { camera: false });
    await expect(dan.page.getByText(/is paused/)).toBeVisible();

    await open('Feedback');
    await open('Encounters');
    await expect(page.getByText('There were no encounters.')).toBeVisible();
    await open('Record');
    for (const done of [
      'State of the platform changed · Paused: nobody can connect',
      'Role changed · Moderator',
      'Searched for people',
      'Applicant admitted',
    ])
      await expect(page.getByRole('cell', { name: done, exact: true }).first()).toBeVisible();

    await open('Signing in');
    await ada.press('Create new codes');
    await expect(page.locator('code')).toHaveCount(10);
    await ada.press('I have saved them');
    await expect(page.getByText('10 codes are left.')).toBeVisible();
    await useSecurityKey(ada);
  },
);
