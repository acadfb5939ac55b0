import { becomeFacilitator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { admin } from '../src/server.ts';
import { expect, story } from '../src/stage.ts';

story(
  '[WEB-203] an author rehearses in either seat, with their own camera against a drawn partner',
  async ({ person, stage }) => {
    const ada = await person('red', 'Ada');
    await becomeFacilitator(ada, stage.server);
    const { page } = ada;
    await page.getByLabel('Name', { exact: true }).fill('Near');
    await ada.press('Begin');
    const written = async (phase: 'intro' | 'connection', texts: readonly (readonly [seat: 1 | 2, text: string])[]) => {
      await page.locator(`#add-text-${phase}`).click();
      const row = page.getByRole('row').filter({ has: page.locator(':focus') });
      for (const [seat, text] of texts) await row.getByLabel(`Person ${seat} reads at`).fill(text);
    };
    await page.getByLabel('Intro', { exact: true }).fill('0:04');
    await page.getByLabel('Together', { exact: true }).fill('0:15');
    await written('connection', [
      [1, 'You are the first.'],
      [2, 'You are the second.'],
    ]);
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Rehearse' })).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('Your seat').selectOption('2');
    await ada.press('Begin the rehearsal');
    await ada.press('Start');
    await expect(page.getByTestId('instruction')).toHaveText('You are the second.', { timeout: 30_000 });
    const partner = page.getByTestId('partner');
    // The drawn partner is seen, and no report is offered against nobody.
    await expect
      .poll(() =>
        partner
          .locator('video')
          .or(partner)
          .first()
          .evaluate((video) => (video as HTMLVideoElement).videoWidth),
      )
      .toBe(640);
    await expect(page.getByRole('button', { name: 'Report' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'The rehearsal is over' })).toBeVisible();
    await ada.press('Rehearse again');
    // To its own end, with the part after the connection.
    await ada.press('Begin the rehearsal');
    await ada.press('Start');
    await expect(page.getByTestId('instruction')).toHaveText('You are the first.', { timeout: 30_000 });
    await expect(page.getByTestId('partner')).toHaveCount(0, { timeout: 30_000 });
    const ended = Date.now();
    await expect(page.getByRole('heading', { name: 'The rehearsal is over' })).toBeVisible({ timeout: 20_000 });
    expect(Date.now() - ended).toBeGreaterThan(3_500);
    await ada.press('Rehearse again');
    await expect(page.getByLabel('Your seat')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the script' }).click();
    await expect(page.getByLabel('Person 1 reads at 0:00')).toHaveValue('You are the first.');
  },
);

story(
  '[WEB-204] an author rehearses with a colleague by a link that only people with access to the beta can follow',
  async ({ person, stage }) => {
    const [ada, ben] = [await person('red', 'Ada'), await person('blue', 'Ben', { member: true })];
    await admin(stage.server, 'beta', ben.email);
    await becomeFacilitator(ada, stage.server);
    const { page } = ada;
    await page.getByLabel('Name', { exact: true }).fill('Together');
    await ada.press('Begin');
    await page.getByRole('button', { name: 'Rehearse with a colleague' }).click();
    // It is not complete yet.
    await expect(page.getByRole('alert')).toContainText('breaks');
    await page.getByLabel('What it is about (English)').fill('Both look.');
    await page.getByLabel('Intro', { exact: true }).fill('0:04');
    await page.locator('#add-text-connection').click();
    await page.keyboard.type('Look.');
    await page.getByRole('button', { name: 'Same for 2' }).click();
    await expect(page.getByText('Everything is complete.')).toBeVisible();
    await page.getByRole('button', { name: 'Rehearse with a colleague' }).click();
    await expect(page.getByText('Only somebody with access to the beta can use it.')).toBeVisible();
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    await ben.goto(new URL(link).pathname);
    await expect(ben.page.getByText('This is a rehearsal.')).toBeVisible();
    await expect(ben.page.getByRole('heading', { name: 'invites you to “Together”' })).toBeVisible();
    expect(await accessibilityFindings(ben.page)).toEqual([]);
    await ben.press('Connect');
    for (const each of [ada, ben]) await each.press('Start');
    for (const each of [ada, ben]) await expect(each.page.getByRole('heading', { name: 'Rehearsal: Together' })).toBeVisible();
    for (const each of [ada, ben]) await expect(each.page.getByTestId('instruction')).toHaveText('Look.', { timeout: 40_000 });
    await page.keyboard.press('Escape');
    await expect(ben.page.getByTestId('instruction')).toHaveCount(0);
  },
);
