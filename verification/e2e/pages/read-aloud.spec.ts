import { expect, story } from '../src/stage.ts';

story('[WEB-272] nothing of what the front page comes with is announced; a slide that is turned to is', async ({ person }) => {
  const { page } = await person('red', 'Ann', { camera: false });
  const announced = page.locator('main').locator('[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]');
  await expect(page.getByRole('heading', { name: 'You press Connect' })).toBeVisible();
  await expect(announced.filter({ hasText: /\S/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(announced.filter({ hasText: 'You look at each other' })).toHaveCount(1);
});

story('[WEB-272] the page after creating an account on / begins at its heading', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  await ann.page.getByRole('link', { name: 'Connect', exact: true }).click();
  await ann.register();
  await expect(ann.page.getByRole('heading', { name: 'Please check your email' })).toBeFocused();
});
