import { long } from '../src/long.ts';
import { meet } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

story(
  '[WEB-55] a member who is added back sees it in the lobby, and can connect with My circle at once',
  long,
  async ({ couple: [ann, ben] }) => {
    await meet(ann, ben);
    await Promise.all([ann.is('digesting', 30_000), ben.is('digesting', 30_000)]);
    for (const each of [ann, ben]) await each.press('Not now');
    await ann.press('Add to my circle');
    await expect(ann.page.getByText('You have added them.')).toBeVisible();
    await ann.moveOn();
    await ann.is('present');
    await ben.press('Add to my circle');
    await expect(ben.page.getByText('You are in each other’s circle.')).toBeVisible();
    await expect(ann.page.getByTestId('presence')).toContainText('1 from your circle');
    await ann.page.getByLabel('My circle').check();
    await ann.connect();
    await ann.is('waiting');
  },
);

story('[WEB-55] a page that was offline reads its account again when it is back', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false, breakable: true });
  await ann.enter();
  const { page } = ann;
  await page.getByRole('link', { name: 'Account' }).click();
  const shown = (name: string) =>
    expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible({ timeout: 20_000 });
  await shown(ann.name);
  const rename = async (to: string) => {
    const headers = { authorization: `Bearer ${ann.token}` };
    const answer = await page.request.post(`${ann.origin}/api/v1/account/changename`, { form: { name: to }, headers });
    expect(answer.status()).toBe(200);
  };
  await rename('Anna');
  await shown('Anna');
  await ann.line.break();
  await rename('Annabel');
  ann.line.restore();
  await shown('Annabel');
});

story('[WEB-321] a lobby without a connection says so instead of how many people were here', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false, breakable: true });
  await ann.enter();
  const presence = ann.page.getByTestId('presence');
  await expect(presence).toContainText('1 person here');
  await ann.line.break();
  await expect(presence).toHaveText('Connecting to the lobby');
  ann.line.restore();
  await expect(presence).toContainText('1 person here');
});
