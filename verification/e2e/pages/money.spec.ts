import { becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings, overflowWithLargeText } from '../src/obstacles.ts';
import { joins } from '../src/ordering.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, catchUp: 300, membershipDue: 300 });

story(
  '[WEB-196] an administrator finds a payment by its receipt, gives money back, books a cost, and settles a declaration',
  async ({ person, stage }) => {
    const ann = await person('red', 'Ann', { member: true });
    await joins(ann, { amount: '€15' });
    await expect(ann.page.getByText('Thank you. You are a contributing member now.')).toBeVisible();
    await ann.page.goto(`${ann.origin}/account/membership`);
    const receipt = ann.page.getByText(/\d{4}-\d{6}/);
    await expect(async () => {
      await ann.page.reload();
      await expect(receipt).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const number = /\d{4}-\d{6}/.exec((await receipt.textContent()) ?? '')?.[0] ?? '';

    const ada = await person('blue', 'Ada', { camera: false });
    await becomeModerator(ada, stage.server, 'admin');
    const { page } = ada;
    // Somebody who is not known cancels.
    await page.goto(`${ada.origin}/cancelcontract`);
    await page.getByLabel('Your name').fill('Nobody Known');
    await page.getByLabel('Email for the confirmation').fill('nobody@example.org');
    await ada.press('Cancel now');
    await expect(page.getByText('I hereby cancel this contract.')).toBeVisible();

    await page.goto(`${ada.origin}/admin/money`);
    await expect(page.getByText('Payments are a rehearsal: no money moves.')).toBeVisible();
    await expect(page.getByText('The books are in order.')).toBeVisible();
    await expect(page.getByText(/^Last checked: .*\d\d:\d\d\.$/)).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('From nobody@example.org, who does not pay here.')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    await ada.press('Dealt with');
    await expect(page.getByText('From nobody@example.org')).toBeHidden();

    await page.getByLabel('Number of the receipt').fill('1999-000001');
    await ada.press('Find');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Number of the receipt').fill(number);
    await ada.press('Find');
    await expect(page.getByText('Up to €15 can be given back.')).toBeVisible();
    const form = page.locator('form', { hasText: 'Up to €15' });
    await form.getByLabel('Amount in euros').fill('20');
    await form.getByLabel('Reason').selectOption('Goodwill');
    await ada.press('Give it back');
    await expect(page.getByText('This is more than was paid, or has been given back already.')).toBeVisible();
    await form.getByLabel('Amount in euros').fill('5');
    expect(await accessibilityFindings(page)).toEqual([]);
    await ada.press('Give it back');
    await expect(page.getByText('The money goes back.')).toBeVisible();

    await page.getByLabel('Name', { exact: true }).fill('Servers');
    await page.locator('form', { hasText: 'Book it' }).getByLabel('Amount in euros').fill('19.99');
    await ada.press('Book it');
    await expect(page.getByText('It is booked.')).toBeVisible();
    await ada.press('Show the books');
    await expect(page.getByRole('row', { name: 'costs:Servers €19.99' })).toBeVisible();
    await expect(async () => {
      await ann.page.reload();
      await expect(ann.page.getByText(`corrects ${number}`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(ann.problems).toEqual([]);
  },
);

story('[WEB-197] everybody reads where the money goes, on a phone, too', async ({ person }) => {
  const ann = await person('red', 'Ann', { viewport: { width: 390, height: 844 } });
  const { page } = ann;
  await page.goto(`${ann.origin}/transparency`);
  await page.getByRole('main').getByRole('link', { name: 'Where the money goes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Where the money goes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/api/v1/transparency/money.csv');
  const amounts = { membership: 61_250, donations: 12_000, setAside: 5_820, vat: 11_638, fees: 3_120, other: 0 };
  const period = { from: '2026-09', to: '2026-10', payers: 61, placesOpened: 9, ...amounts };
  await page.route('**/api/v1/transparency/money', (route) =>
    route.fulfill({
      json: { periods: [{ ...period, costs: [{ name: 'Servers', cents: 41_900 }] }], hasMore: true, rehearsal: false },
    }),
  );
  await page.reload();
  await expect(page.getByText('September 2026 to October 2026')).toBeVisible();
  await expect(page.getByText('61 people have paid. 9 memberships were opened for people who cannot pay.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Paid: Servers -€419' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await overflowWithLargeText(page)).toBe(0);
  await page.goto(`${ann.origin}/membership`);
  await expect(page.getByText('From September 2026 to October 2026 61 people paid €907.08.')).toBeVisible();
});
