import { completeMinutes } from '@unspoken/testing/data-folder/minutes';
import { long } from '../src/long.ts';
import { becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { expect, story, storyAsSpecified } from '../src/stage.ts';

const card = ({ page }: Person, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const title = 'Welcoming newcomers';

/** Nothing is in the way at a phone’s width and at a desk’s. */
async function isFree({ page }: Person): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await accessibilityFindings(page)).toEqual([]);
  }
}

/** Opens the account page, once it is complete. */
async function openAccount(person: Person): Promise<void> {
  await person.goto('/account/profile');
  await expect(person.page.getByRole('heading', { name: 'Time zone' })).toBeVisible();
  await person.page.waitForLoadState('networkidle');
}

story(
  '[WEB-270] [WEB-271] a member asks to welcome newcomers, is approved, and reads why it has ended',
  async ({ person, stage }) => {
    const wim = await person('red', 'Wim', { camera: false, member: true });
    const ada = await person('blue', 'Ada', { camera: false });
    await completeMinutes(stage.server.environment, wim.email, 19);
    await openAccount(wim);
    await expect(card(wim, title)).toHaveCount(0);
    await completeMinutes(stage.server.environment, wim.email, 1);
    await openAccount(wim);
    const own = card(wim, title);
    await expect(own.getByText('You do not learn who is new', { exact: false })).toBeVisible();
    await isFree(wim);
    await own.getByRole('button', { name: 'I would like to welcome newcomers' }).click();
    await expect(own.getByRole('status')).toContainText('You asked on');
    await expect(own.getByRole('heading')).toBeFocused();
    // Withdrawn, and asked again.
    await own.getByRole('button', { name: 'Withdraw my request' }).click();
    await expect(own.getByRole('status')).toBeEmpty();
    await own.getByRole('button', { name: 'I would like to welcome newcomers' }).click();
    await expect(own.getByRole('status')).toContainText('You asked on');

    await becomeModerator(ada, stage.server, 'admin');
    await ada.page.getByRole('navigation', { name: 'Parts of the console' }).getByRole('link', { name: 'Welcomers' }).click();
    const asked = card(ada, wim.name);
    await expect(asked.getByText('20 completed minutes', { exact: false })).toBeVisible();
    await asked.getByRole('button', { name: 'Decline' }).click();
    await expect(asked.getByText('Please say what happened, for the person to read')).toBeVisible();
    await isFree(ada);
    await asked.getByRole('button', { name: 'Approve' }).click();
    await expect(asked.getByText('welcoming since', { exact: false })).toBeVisible();
    await expect(ada.page.getByRole('heading', { level: 1 })).toBeFocused();

    await wim.page.reload();
    await expect(own.getByText('You have welcomed newcomers since', { exact: false })).toBeVisible();
    await expect(own.getByRole('button')).toHaveText(['Stop welcoming newcomers']);

    await asked.getByText('Change', { exact: true }).click();
    await asked.getByRole('button', { name: 'End it' }).click();
    await expect(asked.getByText('Please say what happened, for the person to read')).toBeVisible();
    await asked.getByLabel('Reason, in words that they will read').fill('We have enough welcomers now.');
    await asked.getByRole('button', { name: 'End it' }).click();
    await expect(asked).toHaveCount(0);

    await wim.page.reload();
    await expect(own.getByText('You no longer welcome newcomers: We have enough welcomers now.')).toBeVisible();
    await isFree(wim);
    await own.getByRole('button', { name: 'Ask again' }).click();
    await expect(own.getByRole('status')).toContainText('You asked on');
  },
);

storyAsSpecified('[WEB-270] an installation without welcomers shows nothing of them', long, async ({ person, stage }) => {
  const wim = await person('red', 'Wim', { camera: false, member: true });
  await completeMinutes(stage.server.environment, wim.email, 20);
  await openAccount(wim);
  expect(await wim.counters()).toMatchObject({ completedMinutes: 20 });
  await expect(card(wim, title)).toHaveCount(0);
  const ada = await person('blue', 'Ada', { camera: false });
  await becomeModerator(ada, stage.server, 'admin');
  const parts = ada.page.getByRole('navigation', { name: 'Parts of the console' });
  await expect(parts.getByRole('link', { name: 'Gatherings' })).toBeVisible();
  await expect(parts.getByRole('link', { name: 'Welcomers' })).toHaveCount(0);
});
