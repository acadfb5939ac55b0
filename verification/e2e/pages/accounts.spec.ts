import { readFile } from 'node:fs/promises';
import { password } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

story('[WEB-7] a forgotten password is reset; leaving a half-filled form asks first', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page } = ann;
  const { origin } = new URL(page.url());
  await ann.join();
  await ann.press('Sign out');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText("Email can't be blank")).toBeVisible();
  await page.getByLabel('Email').fill(ann.email);
  await page.route('**/startrecoverpassword', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByRole('alert')).toHaveText('The request could not be made. Please try again later.');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  const answer = 'If the email was correct, you will receive an email with a link to reset your password.';
  await expect(page.getByRole('status')).toHaveText(answer);
  const link = await ann.mailed('resetpassword');
  await page.goto(link);
  await page.getByLabel('New password').fill('half a passw');
  await page.getByRole('link', { name: 'Unspoken', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('New password')).toHaveValue('half a passw');
  await page.getByLabel('New password').fill('quite another one');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole('status')).toContainText('Your password has been changed.');
  await page.goto(link);
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole('alert')).toContainText('This link is not valid.');
  await ann.signIn(ann.email, password);
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Email or password incorrect');
  await ann.signIn(ann.email, 'quite another one');
  await ann.is('present');
});

story('[WEB-8] a member changes, downloads and deletes everything about their account', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page } = ann;
  const { origin } = new URL(page.url());
  await ann.join();
  const elsewhere = await person('blue', 'Elsewhere', { camera: false });
  await elsewhere.signIn(ann.email, password);
  await elsewhere.is('present');

  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expect(page.getByText('Free account')).toBeVisible();
  await expect(page.getByText('0 people', { exact: true })).toBeVisible();
  await expect(page.getByTitle(ann.email)).toHaveText('Account');
  const direct = page.getByLabel('Direct, if the other person agrees too');
  // It shows what the server has stored.
  await direct.click();
  await expect(direct).toBeChecked();
  await page.reload();
  await expect(direct).toBeChecked();
  await page.getByRole('button', { name: 'Change: Name' }).click();
  await page.getByLabel('Name').fill('Anna');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toHaveText('Your name is saved.');

  await page.getByRole('button', { name: 'Change: Email' }).click();
  await page.getByLabel('New email').fill(`new-${ann.email}`);
  await page.getByLabel('Password', { exact: true }).first().fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`We have sent a link to new-${ann.email}`)).toBeVisible();
  await page.goto(await ann.mailed('confirmemail', `new-${ann.email}`));
  await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
  await page.goto(`${origin}/account/profile`);
  await expect(page.getByText(`new-${ann.email}`)).toBeVisible();
  // Confirming the new address signed the other browser out.
  await elsewhere.page.reload();
  await expect(elsewhere.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await elsewhere.signIn(`new-${ann.email}`, password);
  await elsewhere.is('present');

  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'Last used' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Last used' })).toHaveCount(0);
  await expect(elsewhere.page.getByRole('link', { name: 'Sign in' })).toBeVisible({ timeout: 15_000 });

  await page.getByRole('link', { name: 'Change: Password' }).click();
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('quite another one');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Current password is incorrect');
  await expect(page.getByLabel('New password')).toHaveValue('quite another one');
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password has been changed.');

  await page.getByRole('button', { name: 'Join the list' }).click();
  await expect(page.getByText('We have emailed you a link. Once you have confirmed there, you are on our list.')).toBeVisible();
  await page.goto(await ann.mailed('joinlist', `new-${ann.email}`));
  await page.getByRole('button', { name: 'Join the list' }).click();
  await expect(page.getByRole('status')).toContainText('You are on our list.');
  await page.goto(`${origin}/account/profile`);
  await expect(page.getByText('You are on our list for emails about gatherings and news.')).toBeVisible();
  const stop = await ann.mailed('unsubscribe', `new-${ann.email}`);
  await page.goto(stop);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('status')).toContainText('Done.');
  await page.goto(`${origin}/account/profile`);
  await expect(page.getByText('You do not get emails about gatherings and news.')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByLabel('Password', { exact: true }).fill('quite another one');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(data.account).toMatchObject({ name: 'Anna', email: `new-${ann.email}` });

  await page.getByRole('link', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect password');
  await page.getByLabel('Password', { exact: true }).fill('quite another one');
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByRole('status')).toContainText('Your account has been deleted.');
  await expect(page).toHaveURL(`${origin}/`);
  await ann.signIn(`new-${ann.email}`, 'quite another one');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Email or password incorrect');
});

story('[WEB-9] a friend joins by an invitation, with its address fixed', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  await ann.join();
  const ben = await person('blue', 'Ben', { camera: false });
  const { origin } = new URL(ann.page.url());
  await ann.page.getByRole('link', { name: 'Invite a friend' }).click();
  await ann.page.getByLabel("Your friend's email").fill('nobody');
  await ann.press('Send the invitation');
  await expect(ann.page.getByText('Email is not a valid email')).toBeVisible();
  await ann.page.getByLabel("Your friend's email").fill(ben.email);
  await ann.page.route('**/api/v1/invitation', (route) => route.abort(), { times: 1 });
  await ann.press('Send the invitation');
  await expect(ann.page.getByRole('alert')).toHaveText('Sending invitation failed. Please try again later.');
  await ann.press('Send the invitation');
  await expect(ann.page.getByRole('status')).toContainText(`Your invitation goes to ${ben.email}`);
  const link = await ben.mailed('\\?invitation=');
  await ben.page.goto(link);
  const dialog = ben.page.getByRole('dialog');
  await expect(dialog.getByText(`${ann.name} invites you.`)).toBeVisible();
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(ben.email);
  await expect(dialog.getByLabel('Email', { exact: true })).not.toBeEditable();
  // The friend can choose another address; the mailed link still works afterwards.
  await dialog.getByRole('button', { name: 'Use another address' }).click();
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('');
  await expect(dialog.getByLabel('Email', { exact: true })).toBeEditable();
  await expect(dialog.getByText(`${ann.name} invites you.`)).toBeHidden();
  await ben.page.goto(link);
  await ben.register(null);
  await ben.page.goto(await ben.mailed('confirmemail'));
  await ben.is('present');
  await ben.press('Sign out');
  await ben.page.goto(link);
  await expect(ben.page.getByRole('alert')).toContainText('This invitation is not valid.');
  await expect(ben.page).toHaveURL(new RegExp(`^${origin}/`));
});

story('[WEB-10] feedback needs at least one answer, and keeps what was typed when sending fails', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { page } = ann;
  await ann.join();
  await page.getByRole('link', { name: 'Feedback' }).click();
  await ann.press('Send');
  await expect(page.getByText('Please answer at least one field')).toBeVisible();
  const field = page.getByLabel('What would you like to tell us?');
  await field.fill('It was quiet.');
  await page.route('**/api/v1/feedback', (route) => route.abort());
  await ann.press('Send');
  await expect(page.getByRole('alert')).toHaveText('Could not add feedback. Please try again later.');
  await expect(field).toHaveValue('It was quiet.');
  await page.unroute('**/api/v1/feedback');
  await page.getByLabel('Send it anonymously').check();
  // A double click sends it once.
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect(page.getByRole('status')).toHaveText('Thank you. We have received your feedback.');
  await expect(field).toHaveValue('');
  await ann.press('Cancel');
  await ann.is('present');
});

story(
  '[WEB-13] the mailed link works in any browser, an invalid one is refused, and it can be sent again',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { camera: false });
    const { page } = ann;
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/?auth=register`);
    await ann.register();
    await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
    await page.goto(`${origin}/resendemail`);
    await ann.press('Send the link again');
    await expect(page).toHaveURL(`${origin}/confirmemail`);
    await expect(page.getByRole('status')).toContainText(ann.email);
    await page.goto(`${origin}/confirmemail/wrong`);
    await expect(page.getByRole('alert')).toHaveText('This link cannot be used to confirm an email address.');
    const other = await person('blue', 'Other', { camera: false });
    await other.page.goto(await ann.mailed('confirmemail'));
    await expect(other.page.getByRole('heading', { name: 'Your address is confirmed. Please sign in.' })).toBeVisible();
    await page.goto(origin);
    await ann.is('present');
    // A signed-out visitor is asked to sign in first.
    await other.page.goto(`${origin}/resendemail`);
    await expect(other.page.getByRole('dialog')).toBeVisible();
  },
);

// An account whose address is not confirmed has no socket, by which the server would notify its other tabs.
story('[WEB-104] signing in and out reaches the other tabs of the browser', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  const { origin } = new URL(ann.page.url());
  const other = await ann.context.newPage();
  await other.goto(`${origin}/about`);
  const signOut = other.getByRole('navigation').getByRole('button', { name: 'Sign out' });
  await expect(other.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await ann.page.goto(`${origin}/?auth=register`);
  await ann.register();
  await expect(signOut).toBeVisible();
  await ann.page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
  await expect(signOut).toBeHidden();
  await expect(other.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible();
});
