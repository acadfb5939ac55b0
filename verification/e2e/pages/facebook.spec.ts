import { startStandIn } from '@unspoken/testing/facebook/stand-in';
import { long } from '../src/long.ts';
import { password } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const app = { appId: '100000000000001', appSecret: 'stand-in' };
const people = [
  { id: '1', name: 'Ada Sample', email: 'ada.sample@example.org' },
  { id: '2', name: 'Bo Sample' },
  { name: 'Cy Sample' },
  { id: '4', name: 'Dee Sample', email: 'dee.sample@example.org' },
  { id: '5', name: 'Eve Sample' },
];

const story = storiesWith(shortDurations, async () => {
  const standIn = await startStandIn({ ...app, people });
  return {
    environment: {
      FACEBOOK_APP_ID: app.appId,
      FACEBOOK_APP_SECRET: app.appSecret,
      FACEBOOK_DIALOG_URL: standIn.dialogUrl,
      FACEBOOK_GRAPH_URL: standIn.graphUrl,
    },
    close: standIn.close,
  };
});

story(
  '[WEB-12] a newcomer joins with Facebook, confirms, and returns; signing in by password tells them to set one',
  async ({ person }) => {
    const ada = await person('red', 'Ada', { camera: false });
    const { page } = ada;
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/?auth=register`);
    await ada.press('Continue with Facebook');
    await page.getByRole('link', { name: 'Ada Sample' }).click();
    await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
    expect(page.url()).not.toContain('access_token');
    await page.goto(await ada.mailed('confirmemail', 'ada.sample@example.org'));
    await ada.is('present');
    await ada.press('Sign out');
    await page.goto(`${origin}/?auth=signin`);
    await ada.press('Continue with Facebook');
    await page.getByRole('link', { name: 'Ada Sample' }).click();
    await ada.is('present');
    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByText('Facebook is linked with your account.')).toBeVisible();
    await ada.press('Sign out');
    await ada.signIn('ada.sample@example.org', password);
    const alert = page.getByRole('dialog').getByRole('alert');
    await expect(alert).toContainText('Your account was created with Facebook and has no password yet.');
    await alert.getByRole('link', { name: 'Set a password' }).click();
    await expect(page).toHaveURL(`${origin}/requestrecoverpassword`);
  },
);

story('[WEB-12] a missing address is asked for; an address that has an account needs its password', long, async ({ person }) => {
  const dee = await person('red', 'Dee', { camera: false });
  const { page } = dee;
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/?auth=register`);
  await dee.register('dee.sample@example.org');
  await page.goto(await dee.mailed('confirmemail', 'dee.sample@example.org'));
  await dee.is('present');
  await dee.press('Sign out');

  await page.goto(`${origin}/?auth=signin`);
  await dee.press('Continue with Facebook');
  await page.getByRole('link', { name: 'Bo Sample' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Facebook has not told us your email address.')).toBeVisible();
  await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused();
  await dialog.getByLabel('Email', { exact: true }).fill('dee.sample@example.org');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('There is an account for this address already.')).toBeVisible();
  // The form that takes the place of the first one, in the dialog that is open, has the focus.
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expect(dialog.getByLabel('Email', { exact: true })).not.toBeEditable();
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Email or password incorrect');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dee.is('present');
});

story('[WEB-12] an unrequested token, a profile without an id, and a refusal sign nobody in', async ({ person }) => {
  const eve = await person('red', 'Eve', { camera: false });
  const { page } = eve;
  const { origin } = new URL(page.url());
  // A link made by an attacker, with the attacker's token.
  await page.goto(`${origin}/#access_token=EAAtheirs&state=theirs`);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${origin}/?auth=signin`);
  await eve.press('Continue with Facebook');
  await page.getByRole('link', { name: 'Cy Sample' }).click();
  await expect(page.getByRole('alert')).toContainText('Email or password incorrect');
  expect(
    await page.evaluate(() => [localStorage.getItem('unspoken.token'), sessionStorage.getItem('unspoken.facebook')]),
  ).toEqual([null, null]);
  await page.goto(`${origin}/?auth=signin`);
  await eve.press('Continue with Facebook');
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

story(
  '[WEB-56] signing in with Facebook sends what requirements/calls 2.4 lists, and leads to the requested page',
  async ({ person }) => {
    const eve = await person('blue', 'Eve', { camera: false });
    const { page, origin } = eve;
    await eve.goto('/account/standing');
    await eve.press('Continue with Facebook');
    const [request] = await Promise.all([
      page.waitForRequest('**/api/v1/account/socialLogin'),
      page.getByRole('link', { name: 'Eve Sample' }).click(),
    ]);
    const sent = new URLSearchParams(request.postData() ?? '');
    for (const field of ['appName', 'appCodeName', 'language', 'userAgent', 'timeZone', 'sessionId', 'referrerUrl', 'currentUrl'])
      expect(sent.has(field), field).toBe(true);
    expect(sent.get('currentUrl')).toBe(`${origin}/`);
    // The address that Facebook has not sent is asked for first, and the destination is kept.
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL(`${origin}/?auth=social&next=%2Faccount%2Fstanding`);
  },
);
