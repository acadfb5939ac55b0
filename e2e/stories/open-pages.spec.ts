import { meet, type Person } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

const afterwards = async ({ page }: Person) => {
  await page.getByRole('button', { name: 'Add to my circle' }).click();
};

story(
  '[WEB-55] whoever is added back is told so in the lobby, where My circle can be met at once',
  async ({ couple: [ann, ben] }) => {
    await meet(ann, ben);
    await Promise.all([ann.is('digesting', 30_000), ben.is('digesting', 30_000)]);
    await afterwards(ann);
    await expect(ben.page.getByText('circle')).not.toHaveCount(0);
    await ann.press('Move on');
    await ann.is('present');
    await afterwards(ben);
    await expect(ann.page.getByTestId('presence')).toContainText('1 from your circle');
    await ann.page.getByText('My circle', { exact: true }).first().click();
    await ann.connect();
    await ann.is('waiting');
  },
);

story('[WEB-55] a page that was offline reads its account again when it is back', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false, breakable: true });
  await ann.enter();
  const { page } = ann;
  await page.getByRole('link', { name: 'Account' }).click();
  const name = page.getByLabel('Name');
  await expect(name).toHaveValue(ann.name);
  const rename = async (to: string) => {
    const headers = { authorization: `Bearer ${ann.token}` };
    const answer = await page.request.post(`${ann.origin}/api/v1/account/changename`, { form: { name: to }, headers });
    expect(answer.status()).toBe(200);
  };
  const known = () => ann.wire.heard.filter(({ from }) => from.endsWith('/loginfromtoken')).at(-1)?.text ?? '';
  await rename('Anna');
  await expect.poll(known).toContain('"name":"Anna"');
  await ann.line.break();
  await rename('Annabel');
  ann.line.mend();
  await expect.poll(known, { timeout: 20_000 }).toContain('"name":"Annabel"');
});
