import { expect } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { type Person, password } from './person.ts';
import { admin, type RunningServer } from './server.ts';

/** Gives somebody who is here the role, and has them sign in again and set up their second factor as a person does. */
export async function becomeModerator(
  person: Person,
  server: RunningServer,
  role: 'moderator' | 'admin' = 'moderator',
): Promise<void> {
  const { page } = person;
  await person.enter();
  await admin(server, 'grant', person.email, role);
  await person.context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await person.signIn(person.email, password);
  await page.getByRole('link', { name: 'Moderation' }).click();
  const answered = page.waitForResponse('**/secondfactor/begin');
  await person.press('Set up an app');
  const { uri } = (await (await answered).json()) as { uri: string };
  await page.getByLabel('Code of six digits').fill('000000');
  await person.press('Confirm');
  await expect(page.getByText('This code is not valid.')).toBeVisible();
  await page.getByLabel('Code of six digits').fill((URI.parse(uri) as TOTP).generate());
  await person.press('Confirm');
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await expect(page.locator('code')).toHaveCount(10);
  await person.press('I have kept them');
  await expect(page.getByRole('heading', { name: 'Cases' })).toBeVisible();
}
