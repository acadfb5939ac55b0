import type { Page } from '@playwright/test';
import { becomeModerator, signInAgain } from '../src/moderator.ts';
import { password } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

const proof = (page: Page) => page.getByRole('heading', { name: 'Second factor' });
async function prove(page: Page, code: string): Promise<void> {
  await expect(proof(page)).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof(page)).toBeHidden();
}

story(
  '[ACC-50] [WEB-88] a moderator proves the second factor before changing address or password or deleting, and can cancel',
  async ({ person, stage }) => {
    const mia = await person('red', 'Mia', { camera: false });
    const [one, two, three] = (await becomeModerator(mia, stage.server)) as [string, string, string];
    const { page } = mia;
    const change = page.getByRole('button', { name: /^Change.*Email/ });

    await signInAgain(mia);
    await mia.is('present');
    await mia.goto('/account/profile');
    await change.click();
    await expect(proof(page)).toBeVisible();
    await expect(page.getByLabel('New email')).toBeHidden();
    await mia.press('Cancel');
    await expect(proof(page)).toBeHidden();
    await change.click();
    await prove(page, one);
    await page.getByLabel('New email').fill(`new-${mia.email}`);
    const own = page.getByRole('region', { name: 'Your account' });
    await own.getByRole('textbox', { name: 'Password' }).fill(password);
    await mia.press('Save');
    await expect(page.getByRole('status').filter({ hasText: `new-${mia.email}` })).toBeVisible();

    await signInAgain(mia);
    await mia.is('present');
    await mia.goto('/account/changepassword');
    await expect(proof(page)).toBeVisible();
    await mia.press('Cancel');
    await expect(page).toHaveURL(/\/account\/profile$/);
    await mia.goto('/account/changepassword');
    await prove(page, two);
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('another quiet minute');
    await mia.press('Save the password');
    await expect(page).toHaveURL(/\/account\/profile$/);

    await mia.context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await mia.signIn(mia.email, 'another quiet minute');
    await mia.is('present');
    await mia.goto('/account/deleteaccount');
    await prove(page, three);
    await page.getByLabel('Password').fill('another quiet minute');
    await mia.press('Delete my account for good');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  },
);
