import type { Page } from '@playwright/test';
import { long } from '../src/long.ts';
import type { Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({
  ...shortDurations,
  foundNotice: 500,
  enteringRoom: 2_000,
  mediaDeniedDwell: 500,
  afterConnectionDuration: 3_000,
});

const bar = (page: Page) => page.getByRole('complementary');
const token = ({ page }: Person) => page.evaluate(() => localStorage.getItem('unspoken.token'));
/** The stories cannot change the database, so the answer to the page is changed instead to put a person into this state. */
const answering = (page: Page, change: (user: Record<string, unknown>) => void) =>
  page.route('**/api/v1/account/loginfromtoken', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (body.user) change(body.user);
    await route.fulfill({ response, json: body });
  });

story(
  '[EXP-16] [WEB-59] when a guest’s camera is refused, the reason and the way back remain, and a second attempt succeeds',
  async ({ person }) => {
    const ann = await person('red', 'Ann');
    const guest = await person('blue', 'Guest', { camera: false });
    await ann.enter();
    const link = await ann.invite();
    await guest.page.goto(link);
    await guest.comeAsGuest();
    await expect(ann.page.getByRole('heading', { name: 'Somebody has joined through your link' })).toBeVisible();
    await expect(ann.page.getByText('They are here as a guest, without an account.')).toBeVisible();
    await guest.page.waitForURL('**/camerafailure');
    const refused = guest.page.getByRole('heading', { name: 'The camera was not allowed' });
    await expect(refused).toBeVisible();
    await expect(ann.page.getByText('Your invitation is still valid: they can try again.')).toBeVisible();
    // The host waits again with the same link, without having done anything.
    await ann.is('waiting');
    expect(await ann.page.getByLabel('Invitation link').inputValue()).toBe(link);
    // The reason remains after the chart is back in the lobby, and after a reload.
    await guest.is('present');
    await expect(refused).toBeVisible();
    expect(await token(guest)).not.toBeNull();
    await guest.page.reload();
    await expect(refused).toBeVisible();
    await guest.context.grantPermissions(['camera']);
    await guest.press('Back to the invitation');
    await expect(guest.page.getByRole('heading', { name: / invites you to a minute$/ })).toBeVisible();
    await guest.connect();
    await Promise.all([ann.start(), guest.start()]);
    await Promise.all([ann.is('connected'), guest.is('connected')]);
    await Promise.all([ann.is('digesting', 30_000), guest.is('digesting', 30_000)]);
    await guest.moveOn();
    await expect(guest.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await token(guest)).toBeNull();
    await ann.moveOn();
    await ann.is('present');
    await expect(ann.page.getByText('Your invitation is still valid')).toBeHidden();
  },
);

story('[WEB-60] the invitation stays active on every page, and after a reload', long, async ({ couple: [ann, ben] }) => {
  const { page } = ann;
  const link = await ann.invite();
  await page.getByRole('navigation').getByRole('link', { name: 'About us' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('Waiting for your guest');
  await expect(page).toHaveTitle(/^Waiting for your guest · /);
  await page.reload();
  await ann.is('waiting');
  await bar(page).getByRole('link', { name: 'Show the link' }).click();
  await expect(page.getByLabel('Invitation link')).toHaveValue(link);
  await page.getByRole('navigation').getByRole('link', { name: 'About us' }).click();
  await ben.page.goto(link);
  await ben.connect();
  await expect(bar(page).getByText('Somebody is there.')).toBeVisible();
  await page.waitForURL('**/experience');
  // The host leaves on purpose: then the link is no longer active.
  await ann.is('preparing', 20_000);
  await ann.press('Cancel');
  await ann.is('present');
  await ben.is('present');
  await ben.page.goto(link);
  await expect(ben.page.getByRole('heading', { name: 'This experience invitation is no longer active' })).toBeVisible();
});

story(
  '[WEB-60] [WEB-302] cancelling on another page withdraws the invitation; leaving it signs a guest out',
  async ({ couple: [ann, ben], person }) => {
    const link = await ann.invite();
    const guest = await person('blue', 'Guest');
    await guest.page.goto(link);
    await guest.comeAsGuest({ accepts: false });
    await guest.page.keyboard.press('Escape');
    await guest.is('present');
    expect(await token(guest)).not.toBeNull();
    await guest.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' }).click();
    await expect.poll(() => token(guest)).toBeNull();
    await guest.page.goto(link);
    await expect(guest.page.getByLabel('I am 18 or over')).toBeVisible();
    await ann.page.getByRole('navigation').getByRole('link', { name: 'About us' }).click();
    await bar(ann.page).getByRole('button', { name: 'Cancel' }).click();
    await ann.is('present');
    await ben.page.goto(link);
    await expect(ben.page.getByRole('heading', { name: 'This experience invitation is no longer active' })).toBeVisible();
  },
);

story('[WEB-61] the host’s own link says so; a link for members asks visitors to sign in', long, async ({ couple, person }) => {
  const [ann, ben] = couple;
  const visitor = await person('blue', 'Visitor');
  const link = await ann.invite({ membersOnly: true });
  await expect(ann.page.getByText('Only somebody with an account can use it.')).toBeVisible();
  const other = await ann.context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This is your own invitation' })).toBeVisible();
  await expect(other.getByLabel('Invitation link')).toHaveValue(link);
  await other.close();
  await visitor.page.goto(link);
  await expect(visitor.page.getByRole('heading', { name: 'This invitation is for people with an account' })).toBeVisible();
  await visitor.page.getByRole('link', { name: 'Sign in' }).click();
  const dialog = visitor.page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(ben.email);
  await dialog.getByLabel('Password').fill('a long and quiet minute');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(visitor.page.getByRole('heading', { name: / invites you to a minute$/ })).toBeVisible();
});

story(
  '[WEB-61] connecting can be cancelled; a person with an unconfirmed account may confirm it, or join as a guest',
  long,
  async ({ couple, person }) => {
    const [ann] = couple;
    const link = await ann.invite();
    const friend = await person('blue', 'Friend');
    await friend.page.goto(link);
    await friend.page.getByRole('link', { name: 'Sign in' }).click();
    await friend.page.getByRole('dialog').getByRole('link', { name: 'Create account' }).click();
    await friend.register();
    await expect(friend.page.getByText('Your email address is not confirmed yet.')).toBeVisible();
    await friend.press('Come as a guest');
    await expect(friend.page.getByLabel('I am 18 or over')).toBeVisible();
    // The realtime connection fails: the guest can cancel, and after a while sees the reason.
    await friend.page.route('**/api/v1/realtime/auth', (route) => route.abort());
    await friend.page.getByLabel('I am 18 or over').check();
    await friend.page.getByLabel('I accept the terms').check();
    await friend.press('Connect');
    await expect(friend.page.getByText('One moment')).toBeVisible();
    await friend.press('Cancel');
    await expect(friend.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await friend.press('Connect');
    await expect(friend.page.getByText('Please check your Internet connection')).toBeVisible({ timeout: 20_000 });
    await friend.page.unroute('**/api/v1/realtime/auth');
    await friend.is('firstTimeGuidance', 30_000);
  },
);

story.describe('[WEB-61] [WEB-95] an account that cannot connect sees the actual reason', () => {
  story('an account on the waiting list sees that it has not been admitted', async ({ couple: [ann, ben] }) => {
    const link = await ann.invite();
    await answering(ben.page, (user) => Object.assign(user, { registeringStage: 'waiting' }));
    await ben.page.goto(link);
    await expect(ben.page.getByText('Your account has not been admitted yet.')).toBeVisible();
    await expect(ben.page.getByRole('button', { name: 'Connect', exact: true })).toBeHidden();
  });

  story('a suspended account sees that it is suspended, and where to read the reasons', long, async ({ couple: [ann, ben] }) => {
    const link = await ann.invite();
    await answering(ben.page, (user) => Object.assign(user, { accountSuspended: true }));
    await ben.page.goto(link);
    const alert = ben.page.getByRole('alert');
    await expect(alert).toContainText('Your account has been suspended');
    await expect(alert.getByRole('link', { name: 'Read the reasons' })).toBeVisible();
    await ben.page.goto(link.replace(/xp-i.*/, 'invitation'));
    await expect(alert.getByRole('link', { name: 'Read the reasons' })).toBeVisible();
    await expect(ben.page.getByLabel("Your friend's email")).toHaveCount(0);
    await expect(alert).toContainText('please write to');
  });

  story('an account on hold sees that its encounters are paused, and until when', long, async ({ couple: [ann, ben] }) => {
    const link = await ann.invite();
    await answering(ben.page, (user) => Object.assign(user, { accountHeldUntil: Date.now() + 3_600_000 }));
    await ben.page.goto(link);
    const alert = ben.page.getByRole('alert');
    await expect(alert.getByRole('heading', { name: 'Your encounters are paused' })).toBeVisible();
    await expect(alert).toContainText('at the latest');
    await expect(ben.page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
  });

  story(
    'a member whose invitation was withdrawn while they were on the page sees that it is over',
    long,
    async ({ couple: [ann, ben] }) => {
      const link = await ann.invite();
      await ben.page.goto(link);
      await expect(ben.page.getByRole('heading', { name: / invites you to a minute$/ })).toBeVisible();
      await ann.press('Cancel invitation');
      await ann.is('present');
      // Refused at once, before any other state could be seen.
      await ben.press('Connect');
      await expect(ben.page.getByText('Your host might have left the experience.')).toBeVisible();
      await expect(ben.page.getByRole('button', { name: 'Try again' })).toBeHidden();
    },
  );
});
