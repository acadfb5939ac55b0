import { long } from '../src/long.ts';
import { type Person, password } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

/** Fills in and sends the open sign-in dialog. */
async function signInHere({ page, email }: Person): Promise<void> {
  // The form of another step of the dialog has the same fields.
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

const signOut = ({ page }: Person) => page.getByRole('button', { name: 'Sign out', exact: true }).click();

story('[WEB-53] a link to a page for members opens sign-in, and leads on to it afterwards', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  await ann.enter();
  const { page } = ann;
  await signOut(ann);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  for (const path of ['/account/profile', '/account/standing?from=mail', '/account/deleteaccount', '/studio', '/studio/files']) {
    await ann.goto(path);
    await expect(page.getByRole('dialog')).toBeVisible();
    // Members without a studio are redirected to the lobby: the address is there for a moment only.
    await Promise.all([page.waitForURL(ann.origin + path, { waitUntil: 'commit' }), signInHere(ann)]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await signOut(ann);
    // After signing out, the member is not asked to sign in again.
    await expect(page).toHaveURL(`${ann.origin}/`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // The other steps of the dialog keep the destination as well.
  await ann.goto('/account/circle');
  await page.getByRole('dialog').getByRole('link', { name: 'Create account' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
  await signInHere(ann);
  await expect(page).toHaveURL(`${ann.origin}/account/circle`);
});

story('[WEB-53] signing in never leads to another site', long, async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  await ann.enter();
  await signOut(ann);
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    '/.//evil.example',
    '%2F%2Fevil.example',
    'javascript:alert(1)',
  ]) {
    await ann.goto(`/?auth=signin&next=${encodeURIComponent(next)}`);
    await signInHere(ann);
    await ann.is('present');
    await expect(ann.page).toHaveURL(`${ann.origin}/`);
    await signOut(ann);
    await expect(ann.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  }
  await ann.goto('/?auth=signin&next=//evil.example');
  await expect(ann.page.getByRole('dialog')).toBeVisible();
});

story('[WEB-53] a member whose session was ended elsewhere is asked to sign in, and returns to the page', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  await ann.enter();
  await ann.page.getByRole('link', { name: 'My circle' }).click();
  const everywhere = { headers: { authorization: `Bearer ${ann.token}` } };
  expect((await ann.page.request.post(`${ann.origin}/api/v1/account/logouteverywhere`, everywhere)).status()).toBe(200);
  await expect(ann.page.getByRole('dialog')).toBeVisible();
  await signInHere(ann);
  await expect(ann.page).toHaveURL(`${ann.origin}/account/circle`);
});

story(
  '[WEB-54] a visitor who registers from the page about us is asked to confirm, and is promised mails only on request',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { camera: false });
    await ann.goto('/about?auth=register');
    await ann.register();
    await expect(ann.page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
    await expect(ann.page.getByText('whether you want to hear from us')).toHaveCount(0);

    const ben = await person('blue', 'Ben', { camera: false });
    await ben.goto('/about?auth=register');
    await ben.page.getByRole('dialog').getByLabel('Send me emails').check();
    await ben.register();
    await expect(
      ben.page.getByRole('status').filter({ hasText: 'Another then asks whether you want to hear from us' }),
    ).toContainText('Please open the link in the first email');
    await expect(ben.page).toHaveURL(`${ben.origin}/about`);
  },
);

story('[WEB-54] the page for sending the mail again remains usable when its dialog is closed', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page } = ann;
  await ann.goto('/resendemail');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

story(
  '[WEB-54] keeping an account leads to the profile, even if the deletion page was opened directly',
  long,
  async ({ person }) => {
    const ann = await person('red', 'Ann', { camera: false });
    await ann.enter();
    const { page } = ann;
    const direct = await page.context().newPage();
    await direct.goto(`${ann.origin}/account/deleteaccount`);
    const keep = (on: typeof page) => on.getByRole('button', { name: 'Keep my account' });
    await keep(direct).click();
    await expect(direct).toHaveURL(`${ann.origin}/account/profile`);
    // Opened from another page of the product, it leads to the profile as well.
    await page.getByRole('link', { name: 'Account' }).click();
    await page.goto(`${ann.origin}/account/circle`);
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
    await keep(page).click();
    await expect(page).toHaveURL(`${ann.origin}/account/profile`);
  },
);
