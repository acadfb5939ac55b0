import { countAnswers } from '@unspoken/testing/data-folder/feelings';
import { accessibilityFindings, overflow } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

story('[WEB-263] everybody reads on /transparency whether it helps, once there are 50 answers', async ({ person, stage }) => {
  const { environment } = stage.server;
  const ann = await person('red', 'Ann', { camera: false, viewport: { width: 320, height: 800 } });
  const { page } = ann;
  const section = page.getByRole('region', { name: 'Does it help?' });
  const json = async () => (await page.request.get(`${ann.origin}/api/v1/transparency/feelings`)).json();
  const fine = async () => {
    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    }
  };

  await countAnswers(environment, { worse: 10, same: 14, better: 25 });
  await ann.goto('/transparency');
  await expect(section.getByText('There are not enough answers yet.')).toBeVisible();
  await expect(section.getByText('throws a die')).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  expect(await json()).toEqual({ effect: null });
  await fine();

  await countAnswers(environment, { worse: 10, same: 10, better: 30 });
  await page.reload();
  await expect(section.getByText(/^50 answers up to /)).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveText([
    'Feel worse after the minute: 7%',
    'Feel the same: 7%',
    'Feel better: 87%',
  ]);
  // 2 * 20/50, and 1.96 * 2 * sqrt((40/50 - (20/50)^2) / 50) to either side, of which no more than 100 is shown.
  await expect(section.getByText('is +80 percentage points; its 95 % interval goes from +36 to +100.')).toBeVisible();
  expect((await json()).effect.high).toBeGreaterThan(1);
  await fine();
});
