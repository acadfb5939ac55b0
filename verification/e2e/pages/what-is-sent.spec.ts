import type { Page } from '@playwright/test';
import { password } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

/** The form fields of the request that `act` makes to this path. */
async function sent(page: Page, path: string, act: () => Promise<unknown>): Promise<Record<string, string>> {
  const [request] = await Promise.all([page.waitForRequest((each) => new URL(each.url()).pathname === path), act()]);
  return Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
}

const agent = ['appName', 'appCodeName', 'language', 'userAgent', 'timeZone', 'sessionId'];

story('[WEB-56] registering and signing in send what requirements/calls 2 lists', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page, origin } = ann;
  await ann.goto('/?auth=register');
  const registered = await sent(page, '/api/v1/account/register', () => ann.register());
  expect(Object.keys(registered)).toEqual(expect.arrayContaining([...agent, 'referrerUrl', 'currentUrl', 'name', 'email']));
  expect(registered).toMatchObject({ currentUrl: `${origin}/`, language: 'en' });
  await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  const signedIn = await sent(page, '/api/v1/account/login', () => ann.signIn(ann.email, password));
  expect(Object.keys(signedIn).sort()).toEqual([...agent, 'email', 'password'].sort());
  expect(signedIn.sessionId).not.toBe('');
});

story('[WEB-56] a connect request sends what requirements/calls 5.5 lists', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const { page } = ann;
  await ann.enter();
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))));
  await page.reload();
  await ann.is('present');
  await ann.connect();
  await ann.is('waiting');
  const click = () => frames.map((each) => /\["connectClick",(.*)\]$/s.exec(each)?.[1]).find(Boolean);
  await expect.poll(click).toBeTruthy();
  const { timeZone, appName, language, appCodeName, userAgent } = await page.evaluate(() => ({
    ...{ appName: navigator.appName, appCodeName: navigator.appCodeName, userAgent: navigator.userAgent, language: 'en' },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
  expect(JSON.parse(click() ?? '{}')).toMatchObject({ timeZone, appName, language, appCodeName, userAgent, poolType: 'anyone' });
});

story('[WEB-57] failures are logged in the wording of requirements/calls 8', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page } = ann;
  const log: string[] = [];
  page.on('console', (message) => log.push(message.text()));
  await ann.goto('/?auth=register');
  await ann.register();
  await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
  const fail = (path: string) =>
    page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 503, json: { error: 'unavailable', message: '' } }));
  await fail('account/resendemail');
  await ann.press('Send it again');
  await expect.poll(() => log).toContain('could not resend: unavailable');
  await page.goto(await ann.mailed('confirmemail'));
  await ann.is('present');

  await fail('account/acceptedguidance');
  await ann.connect();
  await ann.is('waiting');
  await expect.poll(() => log).toContainEqual(expect.stringMatching(/^\/api\/v1\/account\/acceptedguidance: /));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await ann.press('Cancel');
  await ann.is('present');

  await fail('feedback');
  await ann.goto('/feedback');
  await page.getByRole('textbox').first().fill('Thank you.');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect.poll(() => log).toContain('Sending feedback failed: unavailable');

  await ann.goto('/account/changepassword');
  await page.locator('input[type=password]').first().fill('not the password');
  await page.locator('input[type=password]').last().fill('another long password');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect.poll(() => log).toContainEqual(expect.stringContaining('Change password failed: '));
  ann.problems.length = 0;
});

story('[WEB-22] Home is in the navigation', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  await ann.goto('/about');
  await ann.page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(ann.page).toHaveURL(`${ann.origin}/`);
});
