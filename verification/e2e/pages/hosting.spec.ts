import { becomeModerator, signInAgain } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { admin } from '../src/server.ts';
import { expect, story } from '../src/stage.ts';

const day = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** Opens the form of /host and fills in what is needed. */
async function fillIn({ page }: Person, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Propose a gathering' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Date').fill(inDays(3));
  await page.getByLabel('Time', { exact: true }).fill('20:00');
}

const card = ({ page }: Person, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Nothing is in the way at a phone’s width and at a desk’s. */
async function isFree({ page }: Person): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await accessibilityFindings(page)).toEqual([]);
  }
}

story(
  '[WEB-163] [WEB-164] a gathering from its proposal through its approval and a change to its cancellation',
  async ({ person, stage }) => {
    const hal = await person('red', 'Hal', { camera: false, member: true });
    const ada = await person('blue', 'Ada', { camera: false });
    await hal.goto('/host');
    await expect(hal.page.getByText('To propose a gathering you need to have completed 10 minutes.')).toBeVisible();
    await expect(hal.page.getByText('You have completed 0 minutes so far.')).toBeVisible();
    await admin(stage.server, 'grant', hal.email, 'facilitator');
    await signInAgain(hal);
    await hal.is('present');
    await hal.goto('/host');

    await fillIn(hal, 'A quiet hour');
    await hal.page.getByLabel('Length in minutes').fill('4');
    await hal.press('Send the proposal');
    await expect(hal.page.getByLabel('Length in minutes')).toBeFocused();
    await hal.page.getByLabel('Length in minutes').fill('15');
    await hal.page.getByLabel('Link to a survey (optional)').fill('http://example.org');
    await hal.page.getByLabel('Welcome statement').fill('Sit down.\n\nBreathe.');
    await hal.press('Send the proposal');
    await expect(hal.page.getByLabel('Link to a survey (optional)')).toBeFocused();
    await isFree(hal);
    await hal.page.getByLabel('Link to a survey (optional)').fill('');
    await hal.press('Send the proposal');
    await expect(hal.page.getByText('Your proposal has been sent.')).toBeVisible();
    await expect(card(hal, 'A quiet hour').getByText('Waiting for a decision')).toBeVisible();

    await becomeModerator(ada, stage.server, 'admin');
    await ada.goto('/host');
    await fillIn(ada, 'My own');
    await ada.press('Send the proposal');
    await expect(card(ada, 'My own')).toBeVisible();
    await ada.goto('/admin/gatherings');
    await expect(
      card(ada, 'My own').getByText('You host this gathering, so somebody else has to decide about it.'),
    ).toBeVisible();
    const proposal = card(ada, 'A quiet hour');
    await expect(proposal.getByText('Breathe.')).toBeVisible();
    await proposal.getByRole('button', { name: 'Approve' }).click();
    await expect(proposal.getByText('Please say what happened, for the person to read')).toBeVisible();
    await isFree(ada);
    await proposal.getByLabel('Reason, in words that the host will read').fill('A clear plan.');
    await proposal.getByRole('button', { name: 'Approve' }).click();
    await expect(proposal).toHaveCount(0);
    await expect(ada.page.getByRole('heading', { level: 1 })).toBeFocused();

    await hal.page.reload();
    const own = card(hal, 'A quiet hour');
    await expect(own.getByText('Approved')).toBeVisible();
    await expect(own.getByText('Reason: A clear plan.')).toBeVisible();
    await expect(own.getByRole('definition')).toHaveText(['0']);
    await isFree(hal);
    const link = await own.getByLabel('Link of the private space').inputValue();
    await hal.page.goto(link);
    await expect(hal.page.getByText('The doors open in', { exact: false })).toBeVisible();
    await hal.page.getByRole('link', { name: 'Your gatherings' }).click();
    await expect(own.getByRole('definition')).toHaveText(['fewer than 5']);

    await own.getByRole('button', { name: 'Change' }).click();
    await expect(own.getByText('A change is looked at again', { exact: false })).toBeVisible();
    await own.getByLabel('Length in minutes').fill('30');
    await own.getByRole('button', { name: 'Send the change' }).click();
    await expect(own.getByText('A change is waiting for a decision: A quiet hour', { exact: false })).toBeVisible();
    await ada.page.reload();
    await expect(proposal.getByText('until now: 15')).toBeVisible();
    await proposal.getByLabel('Reason, in words that the host will read').fill('Fine.');
    await proposal.getByRole('button', { name: 'Approve' }).click();
    await expect(proposal).toHaveCount(0);

    await hal.page.reload();
    await expect(own.getByText('30 minutes')).toBeVisible();
    await own.getByRole('button', { name: 'Cancel the gathering' }).click();
    const dialog = hal.page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Keep it' }).last()).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel the gathering' }).click();
    await expect(own.getByText('Cancelled')).toBeVisible();
    await expect(own.getByRole('button')).toHaveCount(0);
  },
);
