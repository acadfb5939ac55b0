import { startStandIn } from '@unspoken/testing/facebook/stand-in';
import { password } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const app = { appId: '100000000000001', appSecret: 'stand-in' };
const people = [{ id: '1', name: 'Ada Sample' }];

const story = storiesWith(shortDurations, async () => {
  const standIn = await startStandIn({ ...app, people });
  return {
    environment: {
      ADMIN_EMAILS: 'boss@example.org',
      FACEBOOK_APP_ID: app.appId,
      FACEBOOK_APP_SECRET: app.appSecret,
      FACEBOOK_DIALOG_URL: standIn.dialogUrl,
      FACEBOOK_GRAPH_URL: standIn.graphUrl,
    },
    close: standIn.close,
  };
});

story('[WEB-85] a change of address that the member did not request is refused by a link in the mail', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page } = ann;
  await ann.join();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Change: Email' }).click();
  await page.getByLabel('New email').fill(`stranger-${ann.email}`);
  await page.getByLabel('Password', { exact: true }).first().fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`We have sent a link to stranger-${ann.email}`)).toBeVisible();
  const link = await ann.mailed('refusechange');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Refuse the change of address' })).toBeVisible();
  await page.getByRole('button', { name: 'Refuse the change' }).click();
  await expect(page.getByRole('status')).toContainText('The change is refused');
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible({ timeout: 15_000 });
  await page.goto(link);
  await page.getByRole('button', { name: 'Refuse the change' }).click();
  await expect(page.getByRole('alert')).toContainText('can no longer be refused');
});

story('[WEB-86] a member unlinks Facebook on the profile page, with the password', async ({ person }) => {
  const ada = await person('red', 'Ada', { camera: false });
  const { page } = ada;
  await ada.join();
  await ada.press('Sign out');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await ada.press('Continue with Facebook');
  await page.getByRole('link', { name: 'Ada Sample' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(ada.email);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
  await ada.is('present');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Unlink: Facebook' }).click();
  const form = page.locator('form').filter({ hasText: 'From then on you sign in with your email address' });
  await form.getByLabel('Password', { exact: true }).fill('not the password');
  await form.getByRole('button', { name: 'Unlink' }).click();
  await expect(form.getByRole('alert')).toHaveText('Incorrect password');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Facebook is linked with your account.')).toHaveCount(0);
});

story(
  '[WEB-87] confirming an address of the operator sets a new password, and that account then signs in as admin',
  async ({ person }) => {
    const stranger = await person('red', 'Eve', { camera: false });
    const { page } = stranger;
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/?auth=register`);
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Eve');
    await form.getByLabel('Email', { exact: true }).fill('boss@example.org');
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByLabel('I am 18 or over').check();
    await form.getByLabel('I accept the terms').check();
    await form.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();

    const boss = await person('blue', 'Boss', { camera: false });
    const at = await boss.mailed('confirmemail', 'boss@example.org');
    await boss.page.goto(at);
    await expect(boss.page.getByRole('heading', { name: 'Confirm your address and set a password' })).toBeVisible();
    await boss.page.getByRole('button', { name: 'Confirm and set the password' }).click();
    await expect(boss.page.getByText("Password can't be blank")).toBeVisible();
    await boss.page.getByLabel('New password').fill('only the operator');
    await boss.page.getByRole('button', { name: 'Confirm and set the password' }).click();
    await expect(boss.page.getByRole('heading', { name: 'Your address is confirmed. Please sign in.' })).toBeVisible();
    await boss.signIn('boss@example.org', 'only the operator');
    await boss.is('present');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  },
);
