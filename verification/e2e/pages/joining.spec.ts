import { password } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

story('[WEB-4] a form shows each error at its field, and keeps what was typed', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const { page } = ann;
  await page.goto(`${new URL(page.url()).origin}/?auth=register`);
  // No app of the provider is configured here.
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Facebook' })).toHaveCount(0);
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Email', { exact: true }).fill('not an address');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please correct the fields in red.');
  await expect(page.getByText('Email is not a valid email')).toBeVisible();
  await expect(page.getByText('Password is too short (minimum is 8 characters)')).toBeVisible();
  await expect(page.getByText('Terms and privacy need to be accepted to create an account')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Ann');
  // A common password is only warned of.
  const warning = page.getByText('This password is one of the first that anybody would try.');
  await page.getByLabel('Password').fill('password123');
  await expect(warning).toBeVisible();
  await page.getByLabel('Password').fill('a long and quiet minute');
  await expect(warning).toBeHidden();
  // Both texts can be read in the form, in a box of 300 px at most, and in a tab of their own.
  for (const [text, path, heading] of [
    ['Read the terms of use', '/terms', 'Terms of use'],
    ['Read the privacy policy', '/privacy', 'Privacy policy'],
  ] as const) {
    const box = page.getByRole('region', { name: text });
    await expect(box).toBeHidden();
    await page.getByRole('dialog').getByText(text, { exact: true }).click();
    await expect(box.getByRole('paragraph').first()).toBeVisible();
    expect((await box.boundingBox())?.height).toBeLessThanOrEqual(300);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('group').filter({ has: box }).getByRole('link', { name: 'Open in a new tab' }).click(),
    ]);
    await expect(opened.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(new URL(opened.url()).pathname).toBe(path);
    await opened.close();
  }
  await expect(page.getByLabel('Name')).toHaveValue('Ann');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

story('[WEB-5] a member stays signed in by the token, signs out, and signs in with the password', async ({ person }) => {
  const ann = await person('red', 'Ann');
  await ann.join();
  const { page } = ann;
  await page.reload();
  await ann.is('present');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'One minute. Two people. No words.' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email', { exact: true }).fill(ann.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email or password incorrect');
  await page.getByLabel('Password').fill('a long and quiet minute');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await ann.is('present');
});

story(
  '[WEB-5] a member who signs out and leaves the page at once is signed out, in the browser and on the server',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { camera: false });
    await ann.enter();
    const { page } = ann;
    await page.getByRole('button', { name: 'Sign out' }).evaluate((button) => {
      (button as HTMLElement).click();
      location.href = '/about';
    });
    await page.waitForURL('**/about');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    const knowsToken = async () =>
      (
        await page.request.get(`${ann.origin}/api/v1/account/sessions`, { headers: { authorization: `Bearer ${ann.token}` } })
      ).status();
    await expect.poll(knowsToken).toBe(401);
  },
);

story('[WEB-6] unknown pages and pages for members lead visitors home', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const { origin } = new URL(ann.page.url());
  for (const path of ['/nowhere', '/experience', '/account/nothing']) {
    await ann.page.goto(origin + path);
    await expect(ann.page).toHaveURL(`${origin}/`);
  }
  for (const value of ['Relate to others', 'Notice yourself', 'Technology for real connection'])
    await expect(ann.page.getByRole('link', { name: `Join: ${value}` })).toHaveAttribute('href', /auth=register/);
  await expect(ann.page.getByRole('figure').filter({ hasText: 'What a minute can be' })).toContainText('First name, town');
  // Nor do they see who is here, or switches for notifications.
  await expect(ann.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ann.page.getByTestId('presence')).toHaveCount(0);
  await expect(ann.page.getByRole('checkbox', { name: /^Notify me/ })).toHaveCount(0);
  const answer = await ann.page.request.get(`${origin}/api/v1/nowhere`);
  expect([answer.status(), await answer.json()]).toEqual([404, { error: 'not_found', message: 'There is nothing here.' }]);
});

story('[WEB-4] who has stated neither age nor agreement is asked before their first connect request', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const { page, origin } = ann;
  const form = { name: ann.name, email: ann.email, password };
  expect((await page.request.post(`${origin}/api/v1/account/register`, { form })).ok()).toBe(true);
  await page.goto(await ann.mailed('confirmemail'));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed. Please sign in.' })).toBeVisible();
  await ann.signIn(ann.email, password);
  await ann.is('present');
  await ann.press('Connect');
  const asked = page.getByRole('dialog');
  await expect(asked.getByRole('link', { name: 'Terms of use' })).toBeVisible();
  await ann.is('present');
  await asked.getByRole('button', { name: 'I am 18 or over and accept both' }).click();
  await expect(asked).toBeHidden();
  await ann.press('Connect');
  await ann.is('firstTimeGuidance');
});
