import { accessibilityFindings } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(shortDurations);

const hour = 3_600_000;

story('[WEB-95] a hold that begins replaces Connect on the open lobby, and its end brings Connect back', async ({ person }) => {
  const ann = await person('red', 'Ann');
  await ann.enter();
  const { page } = ann;
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await expect(connect).toBeEnabled();

  // Reports from three networks cannot be made here, so the answer to the page is changed instead.
  let heldUntil: number | null = null;
  await page.route('**/api/v1/account/loginfromtoken', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, user: { ...body.user, accountHeldUntil: heldUntil } } });
  });
  /** Another change to the account notifies the open page, as a hold does. */
  const notify = async (name: string) => {
    const headers = { authorization: `Bearer ${ann.token}` };
    await page.request.post(`${ann.origin}/api/v1/account/changename`, { form: { name }, headers });
  };
  heldUntil = Date.now() + 20 * hour;
  await notify('Anna');
  const panel = page.getByRole('alert');
  await expect(panel.getByRole('heading', { name: 'Your encounters are paused' })).toBeVisible();
  const end = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(heldUntil);
  await expect(panel).toContainText(`ends on ${end} at the latest`);
  await expect(panel).toContainText('please write to');
  await expect(panel.getByRole('link', { name: 'Read the reasons' })).toHaveAttribute('href', '/account/standing');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);

  // The end passes while the page is open; the server answers that it has only from then on.
  heldUntil = Date.now() + 2_500;
  await notify('Annabel');
  await expect(panel).toBeVisible();
  await page.waitForTimeout(1_000);
  await expect(connect).toBeHidden();
  heldUntil = null;
  await expect(connect).toBeEnabled({ timeout: 10_000 });
  await expect(panel).toBeHidden();
});
