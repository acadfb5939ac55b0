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

story('[WEB-272] a dialog is announced as it opens, and what had the focus as it closes', async ({ person }) => {
  const { page } = await person('red', 'Ann', { camera: false });
  await page.evaluate(() => {
    const places: string[] = [];
    Object.assign(window, { places });
    addEventListener('focusin', ({ target }) => {
      const { id, tagName, textContent } = target as HTMLElement;
      places.push(id === 'content' ? 'the page' : textContent || tagName);
    });
    const note = ({ target }: MutationRecord) => {
      const { tagName, ariaHidden } = target as HTMLElement;
      if (tagName === 'DIALOG') places.push(ariaHidden ? 'unseen' : 'seen');
    };
    new MutationObserver((all) => all.forEach(note)).observe(document.body, { subtree: true, attributeFilter: ['aria-hidden'] });
  });
  const places = () => page.evaluate(() => (window as unknown as { places: string[] }).places.splice(0));
  const link = page.getByRole('link', { name: 'Sign in', exact: true });
  await link.focus();
  await places();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  // A reader sees the dialog as its field has the focus, and not before: otherwise it would move there in silence.
  expect((await places()).slice(-3)).toEqual(['unseen', 'INPUT', 'seen']);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  expect((await places()).slice(-2)).toEqual(['the page', 'Sign in']);
});
