import { expect } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { type Person, password } from './person.ts';
import { admin, type RunningServer } from './server.ts';

/**
 * Gives this person the role, and has them sign in again and set up their second factor in the browser. Returns their
 * recovery codes.
 */
export async function becomeModerator(
  person: Person,
  server: RunningServer,
  role: 'moderator' | 'admin' = 'moderator',
): Promise<readonly string[]> {
  const { page } = person;
  await grant(person, server, role);
  await page.getByRole('link', { name: 'Moderation' }).click();
  const codes = await setUpApp(person);
  await expect(page.getByRole('heading', { name: 'Cases' })).toBeVisible();
  return codes;
}

/** Makes this person a facilitator, in the same way; they are in the studio afterwards. */
export async function becomeFacilitator(person: Person, server: RunningServer): Promise<void> {
  const { page } = person;
  await grant(person, server, 'facilitator');
  await page.getByRole('link', { name: 'Studio' }).click();
  await setUpApp(person);
  await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible();
}

async function grant(person: Person, server: RunningServer, role: 'moderator' | 'admin' | 'facilitator'): Promise<void> {
  await person.enter();
  await admin(server, 'grant', person.email, role);
  await signInAgain(person);
}

/** Sets up the second factor as an application, on the page that asks for it. */
async function setUpApp(person: Person): Promise<readonly string[]> {
  const { page } = person;
  const answered = page.waitForResponse('**/secondfactor/begin');
  await person.press('Set up an app');
  const { uri } = (await (await answered).json()) as { uri: string };
  await page.getByLabel('Six-digit code').fill('000000');
  await person.press('Confirm');
  await expect(page.getByText('This code is not valid.')).toBeVisible();
  await page.getByLabel('Six-digit code').fill((URI.parse(uri) as TOTP).generate());
  await person.press('Confirm');
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await expect(page.locator('code')).toHaveCount(10);
  const codes = await page.locator('code').allTextContents();
  await person.press('I have saved them');
  return codes;
}

/** Clears the browser's data, and signs the same person in. */
export async function signInAgain(person: Person): Promise<void> {
  await person.context.clearCookies();
  await person.page.evaluate(() => localStorage.clear());
  await person.signIn(person.email, password);
}

/** Attaches a security key to the person's browser, adds it in the open settings, and opens the console with it after signing in again. */
export async function useSecurityKey(person: Person): Promise<void> {
  const { page } = person;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  });
  await person.press('Add a passkey');
  await expect(page.getByText(/^added on/)).toBeVisible();
  await signInAgain(person);
  await page.getByRole('link', { name: 'Moderation' }).click();
  await person.press('Use a passkey');
  await expect(page.getByRole('heading', { name: 'Cases' })).toBeVisible();
}
