import type { Locator, Page } from '@playwright/test';
import { becomeFacilitator, becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

/** Moves the focus with Tab, as somebody does who has no mouse. */
async function tabTo(page: Page, target: Locator, most = 120): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < most; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reached with ${most} presses of Tab`);
}

/** Presses what the focus is led to. */
async function pressByKey(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: typeof name === 'string' }).first());
  await page.keyboard.press('Enter');
}

async function checkByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('checkbox', { name }));
  await page.keyboard.press('Space');
}

const isFree = async (page: Page) => {
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await accessibilityFindings(page)).toEqual([]);
  }
};

const saved = (page: Page) => expect(page.locator('[data-state=saved]')).toContainText(/^Saved \d/, { timeout: 15_000 });

story(
  '[WEB-200] from an empty draft to everybody by keyboard alone, with a refusal in between; every break of a rule leads to its place',
  async ({ person, stage }) => {
    const [ada, ida, ben] = [
      await person('red', 'Ada', { camera: false }),
      await person('red', 'Ida', { camera: false }),
      await person('blue', 'Ben', { member: true, camera: false }),
    ];
    await becomeFacilitator(ada, stage.server);
    const { page } = ada;
    const { keyboard } = page;
    await isFree(page);
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await keyboard.type('Two Breaths');
    await expect(page.getByLabel('Short name for links')).toHaveValue('twobreaths');
    await pressByKey(page, 'Begin');
    await expect(page.getByRole('heading', { level: 1, name: 'Two Breaths' })).toBeVisible();
    await expect(page.getByText('3 things to look at')).toBeVisible();
    await pressByKey(page, /^What it is about/);
    await expect(page.getByLabel('What it is about (English)')).toBeFocused();
    await keyboard.type('Two people breathe together.');
    await pressByKey(page, /^The first 20 seconds/);
    await keyboard.press('Enter');
    await expect(page.getByLabel('Person 1 reads at 0:00')).toBeFocused();
    await keyboard.type('Breathe in.');
    await pressByKey(page, 'Same for 2');
    await expect(page.getByText('Everything is complete.')).toBeVisible();
    await expect(page.getByRole('figure').first()).toContainText('Breathe in.');

    // A second text too early, moved to where it may stand with the arrow keys, and a third one behind it.
    await tabTo(page, page.locator('#add-text-intro'));
    await keyboard.press('Enter');
    await keyboard.type('Breathe out.');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('less than 5 seconds after').first()).toBeVisible();
    await keyboard.press('Shift+ArrowUp');
    await keyboard.press('ArrowUp');
    await expect(page.getByLabel('Time of the text').nth(1)).toBeFocused();
    await expect(page.getByLabel('Time of the text').nth(1)).toHaveValue('0:05.5');
    await expect(page.getByText('Everything is complete.')).toBeVisible();
    // Its place, two words, and the line.
    for (let i = 0; i < 4; i++) await keyboard.press('Control+z');
    await expect(page.getByLabel('Time of the text')).toHaveCount(1);
    for (let i = 0; i < 4; i++) await keyboard.press('Control+Shift+z');
    await expect(page.getByLabel('Person 1 reads at 0:05.5')).toHaveValue('Breathe out.');
    await saved(page);
    await isFree(page);

    // Without a page of their own nobody is an author.
    await checkByKey(page, 'I may use everything in it');
    await checkByKey(page, 'It advertises nothing');
    await pressByKey(page, 'Submit for review');
    await pressByKey(page, 'Write your page', 'link');
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await keyboard.type('A. Example');
    await tabTo(page, page.getByLabel('Address', { exact: true }));
    await keyboard.type('Not An Address');
    await tabTo(page, page.getByLabel('About you (English)'));
    await keyboard.type('I sit with people.');
    await pressByKey(page, 'Save');
    await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
    await keyboard.press('Control+a');
    await keyboard.type('an-example');
    await pressByKey(page, 'Save');
    await expect(page.getByText('Your page is saved.')).toBeVisible();
    await isFree(page);
    await pressByKey(page, 'Experiences', 'link');
    const submit = async () => {
      await pressByKey(page, 'Open Two Breaths', 'link');
      await checkByKey(page, 'I may use everything in it');
      await checkByKey(page, 'It advertises nothing');
      await pressByKey(page, 'Submit for review');
    };
    await submit();
    await expect(page.getByText('Version 1 awaits a decision.')).toBeVisible();

    await becomeModerator(ida, stage.server, 'admin');
    const decide = async (button: string, reason: string) => {
      await ida.goto('/admin/experiences');
      await tabTo(ida.page, ida.page.getByRole('region', { name: 'Two Breaths' }).getByLabel('Reason').first());
      await ida.page.keyboard.type(reason);
      await pressByKey(ida.page, button);
      await expect(ida.page.getByRole('heading', { level: 1 })).toBeFocused();
    };
    await decide('Refuse', 'The second text needs a partner.');
    await ada.goto('/studio');
    await expect(page.getByText('The second text needs a partner.')).toBeVisible();
    await isFree(page);
    await submit();
    await expect(page.getByText('Version 2 awaits a decision.')).toBeVisible();
    await pressByKey(page, 'Take it back');
    await expect(page.getByRole('button', { name: 'Submit for review' })).toBeVisible();
    await ada.goto('/studio');
    await submit();
    await decide('Approve for everybody', 'Short and clear.');
    await ben.goto('/');
    await expect(ben.page.getByRole('heading', { name: 'Two Breaths', exact: true })).toBeVisible();
    await ada.goto('/studio');
    await expect(page.getByText('version 3 for everybody')).toBeVisible();
  },
);

story(
  '[WEB-201] nothing typed is lost: over a lost line, a closed tab, and two tabs that write at once, of which both are shown',
  async ({ person, stage }) => {
    const ada = await person('red', 'Ada', { camera: false });
    await becomeFacilitator(ada, stage.server);
    const { page, context } = ada;
    await page.getByLabel('Name', { exact: true }).fill('Night Sky');
    await ada.press('Begin');
    const about = (tab: Page) => tab.getByLabel('What it is about (English)');
    await about(page).fill('First.');
    await saved(page);

    // The line is lost, and the tab closed before it is back.
    let isCut = true;
    await context.route('**/api/v1/studio/draft', (route) => (isCut ? route.abort() : route.continue()));
    await about(page).fill('Written without a line.');
    await expect(page.getByText('Not saved: the service does not answer.')).toBeVisible();
    await isFree(page);
    const second = await context.newPage();
    // Killed, so that nothing is sent while it is closed.
    await page.goto('chrome://crash').catch(() => {});
    isCut = false;
    await second.goto(`${ada.origin}/studio/experience/nightsky`);
    await expect(about(second)).toHaveValue('Written without a line.');
    await saved(second);

    const openCard = (tab: Page) => tab.getByText('Card, languages and durations').click();
    await openCard(second);
    // The line comes back by itself.
    isCut = true;
    await about(second).fill('Written again.');
    await expect(second.getByText('Not saved: the service does not answer.')).toBeVisible();
    isCut = false;
    await saved(second);

    const third = await context.newPage();
    await third.goto(`${ada.origin}/studio/experience/nightsky`);
    await expect(about(third)).toHaveValue('Written again.');
    await openCard(third);
    await about(third).fill('Of the third tab.');
    await saved(third);
    await about(second).fill('Of the second tab.');
    const both = second.getByRole('region', { name: 'This draft was changed elsewhere' });
    await expect(both).toContainText('Of the third tab.');
    await expect(both).toContainText('Of the second tab.');
    await isFree(second);
    await both.getByRole('button', { name: 'Take what was saved' }).click();
    await expect(about(second)).toHaveValue('Of the third tab.');
    await saved(second);
    await second.getByRole('button', { name: 'Undo' }).click();
    await expect(about(second)).toHaveValue('Of the second tab.');
    await saved(second);
    // The other way round: what is here replaces what was saved.
    await about(third).fill('Mine.');
    await third.getByRole('button', { name: 'Keep what is here' }).click();
    await saved(third);
    await third.reload();
    await expect(about(third)).toHaveValue('Mine.');
  },
);

story(
  '[WEB-202] an author translates line by line beside the words of the first language, and sees both seats at any instant',
  async ({ person, stage }) => {
    const ada = await person('red', 'Ada', { camera: false });
    await becomeFacilitator(ada, stage.server);
    const { page } = ada;
    await page.getByLabel('Name', { exact: true }).fill('Slow Hands');
    await ada.press('Begin');
    await page.getByLabel('What it is about (English)').fill('Breathe.');
    await page.locator('#add-text-intro').click();
    await page.keyboard.type('Breathe in.');
    await page.locator('#add-text-connection').click();
    await page.getByLabel('Person 2 reads at 0:00').last().fill('Only you read this.');
    await page.locator('#add-microphone-connection').click();
    await page.locator('#add-microphone-connection').click();
    await page.getByRole('checkbox', { name: 'Français' }).check();
    await page
      .getByRole('button', { name: /Something is missing in Français/ })
      .first()
      .click();
    await expect(page.getByLabel('Name (Français)')).toBeFocused();
    await expect(page.getByText('Slow Hands', { exact: true }).last()).toBeVisible();
    await page.getByLabel('Name (Français)').fill('Deux souffles');
    await page.getByLabel('What it is about (Français)').fill('Respirer.');
    await expect(page.getByText('Breathe in.', { exact: true }).first()).toBeVisible();
    await page.getByLabel('Person 1 reads at 0:00').first().fill('Inspirez.');
    const seat = (number: 1 | 2) => page.getByRole('figure').nth(number - 1);
    await expect(seat(1)).toContainText('Inspirez.');
    await expect(seat(2)).not.toContainText('Inspirez.');
    // 20 s of intro: the first instant together, in the language that is missing there yet.
    await page.getByRole('slider').fill('20000');
    await expect(seat(2)).toContainText('Only you read this.');
    await expect(seat(1)).not.toContainText('Only you read this.');
    await expect(seat(1)).toContainText('Your microphone is on');
    await page.getByRole('slider').fill('25000');
    await expect(seat(2)).not.toContainText('Only you read this.');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByRole('slider')).not.toHaveValue('25000');
    await page.getByRole('button', { name: 'Pause' }).click();
    // Another language is taken away with what was written in it, and comes back by undoing.
    await page.getByRole('checkbox', { name: 'Français' }).uncheck();
    await expect(page.getByLabel('Name (English)')).toHaveValue('Slow Hands');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Writing in').selectOption({ label: 'Français' });
    await expect(page.getByLabel('Name (Français)')).toHaveValue('Deux souffles');
  },
);
