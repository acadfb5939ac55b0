import { admin, shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(shortDurations, async () => ({ environment: { WAITING_LIST: 'on' }, close: async () => {} }));

story('[WEB-11] from the form to the lobby, every step explains the next one', async ({ person, stage }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page } = ann;
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/?auth=register`);
  await ann.register();
  await page.goto(await ann.mailed('confirmemail'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Tell us a little about you' })).toBeVisible();
  await expect(dialog.getByLabel('Why would you like to join?')).toBeFocused();
  await page.keyboard.press('Escape');
  await ann.press('Continue creating account');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Please tell us why you would like to join')).toBeVisible();
  await expect(dialog.getByText('Please choose how you heard of us')).toBeVisible();
  await dialog.getByLabel('Why would you like to join?').fill('To look, and to be looked at.');
  await dialog.getByLabel('How did you hear of us?').selectOption('From a friend');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('We received your information and will review your request.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goto(`${origin}/?auth=apply`);
  await expect(dialog.getByText('We already received your information')).toBeVisible();
  await page.keyboard.press('Escape');
  // Pages for members are not open yet.
  await page.goto(`${origin}/account/profile`);
  await expect(page).toHaveURL(`${origin}/`);
  expect(await admin(stage.server, 'approve', ann.email)).toBe(`${ann.email} is in.`);
  await page.goto(await ann.mailed(''));
  await ann.is('present');
});

story('[WEB-11] who is declined reads so, and where the reason is', async ({ person, stage }) => {
  const ben = await person('blue', 'Ben', { camera: false });
  await ben.page.goto(`${ben.origin}/?auth=register`);
  await ben.register();
  await ben.page.goto(await ben.mailed('confirmemail'));
  await expect(ben.page.getByRole('dialog').getByRole('heading', { name: 'Tell us a little about you' })).toBeVisible();
  await admin(stage.server, 'decline', ben.email, 'We are full.');
  await ben.page.goto(ben.origin);
  await expect(ben.page.getByText('We cannot offer you an account at the moment.')).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
});
