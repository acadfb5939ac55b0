import { becomeFacilitator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
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
    await written('connection', [
      [1, 'You are the first.'],
      [2, 'You are the second.'],
    ]);
    await page.getByRole('button', { name: 'Rehearse' }).click();
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
    await expect(page.getByLabel('Your seat')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the script' }).click();
    await expect(page.getByLabel('Person 1 reads at 0:00')).toHaveValue('You are the first.');
  },
);
