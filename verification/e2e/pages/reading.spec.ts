import type { Page } from '@playwright/test';
import { expect, story } from '../src/stage.ts';

/** Path, heading, and title of the browser's tab. */
const pages = [
  ['about', 'About us', 'About us'],
  ['howtouse', 'How to use it', 'How to use'],
  ['faq', 'Questions and answers', 'Questions'],
  ['communityguidelines', 'Community guidelines', 'Community guidelines'],
  ['terms', 'Terms of use', 'Terms of use'],
  ['privacy', 'Privacy policy', 'Privacy'],
  ['helplines', 'Help lines', 'Help lines'],
  ['accessibility', 'Accessibility', 'Accessibility'],
  ['imprint', 'Imprint', 'Imprint'],
] as const;

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

story('[WEB-22] every text is linked from the navigation or the footer of any page', async ({ person }) => {
  const { page } = await person('red', 'Reader', { camera: false });
  for (const [path, title, tab] of pages) {
    if (path === 'howtouse' || path === 'faq') {
      await page.getByRole('navigation').locator('summary').click();
      await page.getByRole('navigation').locator(`a[href="/${path}"]`).click();
    } else await page.getByRole('contentinfo').locator(`a[href="/${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/${path}$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${tab} · `));
  }
  // By keyboard: it opens, closes by Escape with the focus restored, and closes when the focus leaves it.
  const list = page.getByRole('navigation').locator('details');
  await list.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(list).toHaveAttribute('open');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(list).not.toHaveAttribute('open');
  await expect(list.locator('summary')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list).toHaveAttribute('open');
  const links = await list.locator('a').count();
  for (let pressed = 0; pressed <= links; pressed++) await page.keyboard.press('Tab');
  await expect(list).not.toHaveAttribute('open');
});

story('[WEB-23] twelve questions, one open at a time', async ({ person }) => {
  const { page } = await person('red', 'Asker', { camera: false });
  await page.goto(`${new URL(page.url()).origin}/faq`);
  const questions = page.locator('main details');
  await expect(questions).toHaveCount(12);
  await questions.nth(2).locator('summary').click();
  await expect(questions.nth(2).locator('p').first()).toBeVisible();
  await questions.nth(5).locator('summary').click();
  await expect(page.locator('main details[open]')).toHaveCount(1);
  await expect(questions.nth(5)).toHaveAttribute('open');
});

story(
  '[WEB-24] a change of language applies at once on any page, and is kept in the browser and with the account',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { camera: false });
    const { page } = ann;
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eine Minute. Zwei Menschen. Keine Worte.');
    expect(await languageOf(page)).toBe('de');
    await page.reload();
    expect(await languageOf(page)).toBe('de');
    await page.locator('html[data-alive]').waitFor();
    await page.getByLabel('Sprache').selectOption('en');
    await expect.poll(() => languageOf(page)).toBe('en');
    await ann.enter();
    await page.getByLabel('Language').selectOption('fr');
    await expect.poll(() => languageOf(page)).toBe('fr');
    // In a browser where no language was chosen, the account's language applies.
    const elsewhere = await person('blue', 'Elsewhere', { camera: false });
    await elsewhere.signIn(ann.email, 'a long and quiet minute');
    await elsewhere.is('present');
    await expect.poll(() => languageOf(elsewhere.page)).toBe('fr');
  },
);

story(
  '[WEB-22] [WEB-24] a text or a language that cannot be loaded shows an error, and all others can still be opened',
  async ({ person }) => {
    const { page } = await person('red', 'Reader', { camera: false });
    await page.route(/assets\/(terms|_texts_de)-.*\.js/, (route) => route.abort());
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(page.getByRole('alert')).toContainText('This language could not be loaded.');
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
    await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    await page.getByRole('contentinfo').locator('a[href="/imprint"]').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible();
  },
);

story('[WEB-24] a language chosen before the application has started is kept', async ({ person }) => {
  const { page } = await person('red', 'Reader', { camera: false });
  // Hold back the largest part of the application.
  let release = () => {};
  const held = new Promise<void>((resume) => {
    release = resume;
  });
  await page.route(/assets\/react-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('it');
  await expect(page).toHaveURL(/\?lang=it$/);
  await expect.poll(() => languageOf(page)).toBe('it');
  release();
  await page.locator('html[data-alive]').waitFor();
  expect(await languageOf(page)).toBe('it');
});
