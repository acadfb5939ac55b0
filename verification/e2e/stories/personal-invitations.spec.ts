import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

story(
  '[EXP-1] [EXP-3] [CIR-19] [WEB-18] [WEB-103] a person without an account joins by a link, has a minute, and adds the host later',
  async ({ person }) => {
    const [ann, guest] = [await person('red', 'Ann'), await person('blue', 'Guest')];
    await ann.enter();
    await ann.context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write']);
    const link = await ann.invite();
    await expect(ann.page.getByRole('heading', { name: 'Your invitation' })).toBeVisible();
    await ann.press('Copy link');
    await expect(ann.page.getByText('Link copied!')).toBeVisible();
    expect(await ann.page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    await expect(ann.page.getByText(/^It works until .*: 30 minutes left\.$/)).toBeVisible();
    await guest.page.goto(link);
    await expect(guest.page.getByRole('heading', { name: `${ann.name} invites you to a minute` })).toBeVisible();
    await expect(guest.page.getByRole('navigation').getByRole('link')).toHaveCount(1);
    await guest.press('Connect');
    await expect(guest.page.getByText('Please correct the fields in red.')).toBeVisible();
    await guest.comeAsGuest();
    await Promise.all([ann.start(), guest.start()]);
    await Promise.all([ann.is('connected'), guest.is('connected')]);
    await Promise.all([ann.sees('blue'), guest.sees('red')]);
    await Promise.all([ann.is('digesting', 30_000), guest.is('digesting', 30_000)]);
    await ann.press('Not now');
    await expect(ann.page.getByText('They are here without an account.')).toBeVisible();
    await expect(ann.page.getByRole('button', { name: 'Add to my circle' })).toHaveCount(0);
    await guest.press('Say thank you');
    await expect(ann.page.getByText('You were thanked.')).toBeVisible();
    // The guest's add waits for an account; then the host is asked, and may answer.
    for (const each of [ann, guest]) expect(await accessibilityFindings(each.page)).toEqual([]);
    await guest.press('Create an account and add them');
    await guest.register();
    await expect.poll(() => guest.page.evaluate(() => localStorage.getItem('unspoken.token'))).not.toBeNull();
    await guest.page.goto(await guest.mailed('confirmemail'));
    await guest.press('Ask them');
    await expect(guest.page.getByText('The person who invited you is asked')).toBeVisible();
    await ann.moveOn();
    await ann.is('present');
    await expect(ann.page.getByText('A former guest of yours has an account now')).toBeVisible();
    await ann.page.getByRole('link', { name: 'Answer in My circle' }).click();
    await expect(ann.page.getByText(/^Your guest of .* has an account now/)).toBeVisible();
    expect(await accessibilityFindings(ann.page)).toEqual([]);
    await ann.press('Add to my circle');
    await expect(ann.page.getByRole('heading', { name: guest.name })).toBeVisible();
    await guest.page.goto(link);
    await expect(guest.page.getByRole('heading', { name: 'This experience invitation is no longer active' })).toBeVisible();
  },
);

story('[EXP-2] [WEB-18] a withdrawn invitation is over for the guest who has opened it', long, async ({ couple }) => {
  const [ann, ben] = couple;
  const link = await ann.invite();
  await ben.page.goto(link);
  await expect(ben.page.getByRole('heading', { name: `${ann.name} invites you to a minute` })).toBeVisible();
  await ann.press('Cancel invitation');
  await ann.is('present');
  await ben.press('Connect');
  await expect(ben.page.getByText('Your host might have left the experience.')).toBeVisible();
  await ben.page.reload();
  await expect(ben.page.getByRole('heading', { name: 'This experience invitation is no longer active' })).toBeVisible();
  await ben.page.getByRole('link', { name: 'To the lobby' }).click();
  await ben.is('present');
});

story(
  '[MOD-3] [WEB-94] a guest’s report signs the guest out, and the screen after it leads to sign-in',
  long,
  async ({ person }) => {
    const [ann, guest] = [await person('red', 'Ann'), await person('blue', 'Guest')];
    await ann.enter();
    await guest.page.goto(await ann.invite());
    await guest.comeAsGuest();
    await Promise.all([ann.start(), guest.start()]);
    await guest.is('connected');
    await guest.page.mouse.move(300, 300);
    await guest.press('Report');
    await guest.page.getByRole('dialog').getByLabel('Offensive behaviour').check();
    await guest.press('Send report');
    await expect(guest.page.getByRole('heading', { name: 'You two are separated for good' })).toBeFocused();
    await expect(guest.page.locator('video')).toHaveCount(0);
    expect(await guest.page.evaluate(() => localStorage.getItem('unspoken.token'))).toBeNull();
    await guest.press('Sign in');
    await expect(guest.page.getByRole('dialog', { name: 'Welcome back' })).toBeVisible();
    await ann.is('digesting');
  },
);
