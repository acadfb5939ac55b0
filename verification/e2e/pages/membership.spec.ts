import type { Page } from '@playwright/test';
import { accessibilityFindings, overflowWithLargeText } from '../src/obstacles.ts';
import { fillOrder, joins, order, orderButton, pay } from '../src/ordering.ts';
import { standInForProvider } from '../src/provider-script.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, catchUp: 300, membershipDue: 300 });

async function holdsNoObstacles(page: Page) {
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await overflowWithLargeText(page)).toBe(0);
}

/** The path for which this document was loaded; none while another one is being loaded. */
const loadedFor = (page: Page) =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname).catch(() => undefined);

story(
  '[WEB-190] a member chooses an amount, reads what they order, is declined, pays with another card, and is a contributing member',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    await page.goto(`${ann.origin}/membership`);
    await expect(page.getByText('Rehearsal: no real money')).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await holdsNoObstacles(page);

    await page.getByRole('button', { name: 'Continue to payment' }).click();
    for (const text of ['The minimum is 5 euros', 'First name can’t be blank', 'Postal code can’t be blank'])
      await expect(page.getByText(text).or(page.getByText(text.replace('’', "'")))).toBeVisible();
    await holdsNoObstacles(page);

    await page.getByRole('radio', { name: 'Another amount' }).check();
    const typed = page.getByLabel('Amount in euros');
    await typed.fill('4.99');
    await expect(page.getByText('The minimum is 5 euros')).toBeVisible();
    await typed.fill('100.01');
    await expect(page.getByText('Please confirm this amount')).toBeVisible();
    await page.getByLabel('Yes, I mean €100.01 every month.').check();
    await expect(page.getByText('Please confirm this amount')).toBeHidden();

    await order(ann, '€15');
    const payment = new URL(page.url()).pathname;
    expect(await loadedFor(page)).toBe(payment);
    await expect(page.getByText('€15 a month')).toBeVisible();
    for (const term of ['Payments', 'Term', 'Withdrawal']) await expect(page.getByText(term, { exact: true })).toBeVisible();
    await holdsNoObstacles(page);
    await pay(page, 'Card, is declined');
    await expect(page.getByRole('alert')).toContainText('Your card was declined.');
    await holdsNoObstacles(page);
    await pay(page, 'Card from Germany, is accepted');
    await expect(page.getByText('Thank you. You are a contributing member now.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(payment);

    await page.getByRole('link', { name: 'Your membership' }).click();
    await expect(page.getByText('You are a contributing member with €15 a month.')).toBeVisible();
    expect(await loadedFor(page)).toBe('/account/membership');
    await page.goto(`${ann.origin}/membership`);
    await expect(page.getByText('You are a contributing member.')).toBeVisible();
    expect(ann.problems).toEqual([]);
  },
);

story(
  '[WEB-190] after three declined attempts the payment has ended, and the page says from when on another can be begun',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    await page.goto(`${ann.origin}/membership`);
    await order(ann, '€15');
    for (let attempt = 1; attempt <= 3; attempt++) {
      await pay(page, 'Card, is declined');
      if (attempt < 3) await expect(page.getByRole('alert')).toContainText('You can try again');
      if (attempt < 3) await expect(orderButton(page)).toBeEnabled();
    }
    const ended = page.getByText(/Three attempts were declined.* from \d{1,2}:\d\d/);
    await expect(ended).toBeVisible();
    await expect(orderButton(page)).toHaveCount(0);
    await page.reload();
    await expect(ended).toBeVisible();
    await holdsNoObstacles(page);
    await page.goto(`${ann.origin}/membership`);
    await fillOrder(ann, '€10');
    await expect(page.getByText('Please try again in an hour.')).toBeVisible();
    expect(ann.problems.filter((problem) => !problem.includes('429'))).toEqual([]);
  },
);

story('[WEB-190] a visitor reads what a membership is, signs in, and comes back to the form', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const { page } = ann;
  await page.goto(`${ann.origin}/membership`);
  await expect(page.getByText('from 5 euros a month')).toBeVisible();
  await holdsNoObstacles(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(page.url()).toContain('membership');
});

story(
  '[WEB-191] a payment that the bank asks about is refused, left, found again and confirmed; a debit takes days, and opens at once',
  async ({ person }) => {
    const [ann, ben] = [await person('red', 'Ann', { member: true }), await person('blue', 'Ben', { member: true })];
    const { page } = ann;
    await joins(ann, { card: 'Card whose bank asks you once' });
    await expect(page.getByText('Your bank asks you to confirm this payment.')).toBeVisible();
    await holdsNoObstacles(page);
    await page.getByRole('button', { name: 'Refuse at the bank' }).click();
    await expect(page.getByRole('alert')).toContainText('The payment was not accepted');
    await page.goto(`${ann.origin}/account/membership`);
    await expect(page.getByText('The first payment of €10 has not been made yet.')).toBeVisible();
    await holdsNoObstacles(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/\/payment\//);
    await pay(page, 'Card whose bank asks you once');
    await page.getByRole('button', { name: 'Confirm at the bank' }).click();
    await expect(page.getByText('Thank you. You are a contributing member now.')).toBeVisible();

    await joins(ben, { card: 'Bank account, debited within days' });
    await expect(ben.page.getByText('You can use your membership already.')).toBeVisible();
    await ben.page.goto(`${ben.origin}/account/membership`);
    await expect(ben.page.getByText('Your bank is still processing the first debit.')).toBeVisible();
    await ben.page.goto(`${ben.origin}/`);
    await ben.is('present');
    for (const each of [ann, ben]) expect(each.problems).toEqual([]);
  },
);

story(
  '[WEB-192] a member changes the amount, adds and removes cards, cancels in two clicks, keeps the membership, and withdraws',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    await joins(ann);
    await page.getByRole('link', { name: 'Your membership' }).click();
    const state = page.getByText(/^You are a contributing member with/);
    await expect(state).toBeVisible();
    await expect(page.getByText('Visa ending in 4242')).toBeVisible();
    await expect(page.getByRole('main').getByText('€10', { exact: true })).toBeVisible();
    await holdsNoObstacles(page);

    const amount = page.getByLabel('Amount in euros');
    await expect(amount).toHaveValue('10');
    await amount.fill('1');
    await page.getByRole('button', { name: 'Change the amount' }).click();
    await expect(page.getByText('The minimum is 5 euros')).toBeVisible();
    await amount.fill('12,50');
    await page.getByRole('button', { name: 'Change the amount' }).click();
    await expect(page.getByText('From the next payment on you pay €12.50 a month.')).toBeVisible();
    await expect(page.getByText(/^Next payment: €12\.50 on /)).toBeVisible();

    await page.getByRole('button', { name: 'Add a payment method' }).click();
    await page.waitForURL(/\/payment\//);
    await pay(page, 'Card from France, is accepted', page.getByRole('button', { name: 'Save this method' }));
    await expect(page.getByText('The payment method has been saved.')).toBeVisible();
    await page.getByRole('link', { name: 'Your membership' }).click();
    await page.getByRole('button', { name: 'Pay with this: Visa ending in 0003' }).click();
    await page.getByRole('button', { name: 'Remove: Visa ending in 4242' }).click();
    await expect(page.getByText('Visa ending in 4242')).toBeHidden();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

    await page.getByRole('button', { name: 'Cancel membership' }).click();
    const cancelNow = page.getByRole('button', { name: 'Cancel now' });
    await expect(cancelNow).toBeVisible();
    await holdsNoObstacles(page);
    await cancelNow.click();
    await expect(page.getByText(/^Your membership is cancelled\. You can use it until/)).toBeVisible();
    await holdsNoObstacles(page);
    await page.getByRole('button', { name: 'Keep my membership' }).click();
    await expect(state).toBeVisible();

    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw now' }).click();
    await expect(page.getByText('Your membership has ended. You get everything back')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel membership' })).toBeHidden();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/corrects/)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.goto(`${ann.origin}/account/profile`);
    await expect(page.getByText('Free account')).toBeVisible();
    expect(ann.problems).toEqual([]);
  },
);

story('[WEB-193] a member gives once, for those who cannot pay', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  await page.goto(`${ann.origin}/donate`);
  await holdsNoObstacles(page);
  await page.getByLabel('Memberships of people who cannot pay').check();
  await order(ann, '€25');
  await expect(page.getByText('Once. Nothing is renewed.')).toBeVisible();
  await pay(page, 'Card, is accepted', page.getByRole('button', { name: 'Give €25' }));
  await expect(page.getByText('Thank you for your donation.')).toBeVisible();
  await page.getByRole('link', { name: 'Your membership' }).click();
  await expect(page.getByText('You have no membership.')).toBeVisible();
  // It is booked within moments.
  const receipt = page.getByRole('link', { name: 'Donation for those who cannot pay' });
  await expect(async () => {
    await page.reload();
    await expect(receipt).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await receipt.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt \d{4}-\d{6}$/ })).toBeVisible();
  await expect(page.getByText('Ann Example')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Total €25' })).toBeVisible();
  await holdsNoObstacles(page);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of [page.getByRole('navigation'), page.getByRole('contentinfo'), page.getByRole('button', { name: 'Print' })])
    await expect(hidden).toBeHidden();
  await expect(page.getByText('Rehearsal: no real money')).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.goto(`${ann.origin}/account/receipt/2026-999999`);
  await expect(page.getByText('There is no such receipt in your account.')).toBeVisible();
  expect(ann.problems).toEqual([]);
});

story(
  '[PAY-12] the provider’s script runs on the payment page within its policy; no other page ever runs in that document',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    const provider = await standInForProvider(page);
    await page.goto(`${ann.origin}/membership`);
    await order(ann, '€10');
    await expect(page.frameLocator('iframe[title="Secure payment input"]').getByText('Card')).toBeVisible();
    await provider.pay('declines');
    await orderButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Your card was declined.');
    expect(provider.requested).toContain('js.stripe.com/endive/stripe.js?advancedFraudSignals=false');
    expect(provider.requested).toContain('api.stripe.com/v1/payment_intents');
    expect(provider.violations).toEqual([]);
    // Whatever else a script there might ask for is refused.
    await page.evaluate(() => fetch('https://m.stripe.network/inner.html').catch(() => {}));
    await expect.poll(() => provider.violations).toEqual(['connect-src https://m.stripe.network/inner.html']);
    expect(provider.requested.some((each) => each.startsWith('m.stripe.network'))).toBe(false);

    await provider.pay('visa');
    await orderButton(page).click();
    await expect(page.getByText('Thank you. You are a contributing member now.')).toBeVisible();
    const payment = new URL(page.url()).pathname;
    await page.getByRole('navigation').getByRole('link', { name: 'About us' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => loadedFor(page)).toBe('/about');
    // In by a link of the application, too.
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, payment);
    await expect(page.getByText('Thank you. You are a contributing member now.')).toBeVisible();
    expect(await loadedFor(page)).toBe(payment);
  },
);

story('[WEB-190] where the provider’s script is blocked, the page says so, and nothing is charged', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  await standInForProvider(page, 'blocked');
  await page.goto(`${ann.origin}/membership`);
  await order(ann, '€10');
  await expect(page.getByText('The form of our payment provider could not be loaded.')).toBeVisible();
  await expect(orderButton(page)).toBeHidden();
  await page.goto(`${ann.origin}/payment/0b6f8c1e-7d3a-4c58-9f21-5a4f0e9d7b36`);
  await expect(page.getByText('There is no such payment in your account.')).toBeVisible();
  await page.goto(`${ann.origin}/payment/nonsense`);
  await expect(page.getByText('There is no such payment in your account.')).toBeVisible();
});

story(
  '[WEB-194] without signing in a contract is cancelled and the declaration saved; the owner undoes it by the mailed link',
  async ({ person, stage }) => {
    const ann = await person('red', 'Ann', { member: true });
    await joins(ann);
    await expect(ann.page.getByText('Thank you. You are a contributing member now.')).toBeVisible();
    // In a browser that nobody has signed in with.
    const elsewhere = await stage.red.newContext();
    const page = await elsewhere.newPage();
    await page.goto(ann.origin);
    await page.locator('html[data-alive]').waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel contracts here' }).click();
    const button = page.getByRole('button', { name: 'Cancel now' });
    await expect(button).toBeVisible();
    await holdsNoObstacles(page);
    await page.getByLabel('Kind of cancellation').selectOption('For cause, without notice');
    await button.click();
    for (const text of [/^Name can.t be blank/, /^Email can.t be blank/]) await expect(page.getByText(text)).toBeVisible();
    await page.getByLabel('Your name').fill('Ann Example');
    await page.getByLabel('Email for the confirmation').fill(ann.email);
    await button.click();
    await expect(page.getByText('Please give the reason')).toBeVisible();
    await page.getByLabel('Kind of cancellation').selectOption('Ordinary');
    await button.click();
    await expect(page.getByText('I hereby cancel this contract.')).toBeVisible();
    await holdsNoObstacles(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the declaration' }).click();
    expect((await saving).suggestedFilename()).toBe('cancellation.txt');

    await ann.page.goto(`${ann.origin}/account/membership`);
    await expect(async () => {
      await ann.page.reload();
      await expect(ann.page.getByText(/^Your membership is cancelled\./)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const mails = await ann.page.request.get(`${ann.origin}/dev/mailbox.json?to=${encodeURIComponent(ann.email)}`);
    const [path] = /\/undocancellation\/\S+/.exec(JSON.stringify(await mails.json()).replaceAll('\\n', ' ')) ?? [];
    await page.goto(ann.origin + path);
    await holdsNoObstacles(page);
    await page.getByRole('button', { name: 'Undo the cancellation' }).click();
    await expect(page.getByText('Your membership goes on.')).toBeVisible();
    await ann.page.reload();
    await expect(ann.page.getByText('You are a contributing member with €10 a month.')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Undo the cancellation' }).click();
    await expect(page.getByText('This link is not valid, or has been used already.')).toBeVisible();
    // From one of the two pages to the other by the footer: nothing of the first one stays.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel contracts here' }).click();
    await page.getByLabel('Kind of cancellation').selectOption('For cause, without notice');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from a contract' }).click();
    await expect(page.getByLabel('To end on')).toHaveCount(0);
    await page.getByLabel('Your name').fill('Somebody Else');
    await page.getByLabel('Email for the confirmation').fill('somebody@example.org');
    await page.getByRole('button', { name: 'Confirm the withdrawal' }).click();
    await expect(page.getByText('I hereby withdraw from this contract.')).toBeVisible();
    await holdsNoObstacles(page);
    await elsewhere.close();
  },
);

const trying = storiesWith(shortDurations, async () => ({ environment: { MEMBERSHIP_TRIAL_DAYS: '14' }, close: async () => {} }));

trying('[WEB-195] a member begins the trial without a card, and reads when a place can be asked for', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  await page.goto(`${ann.origin}/membership`);
  await expect(page.getByText('You can ask for one once your account is a week old.')).toBeVisible();
  await holdsNoObstacles(page);
  await page.getByRole('button', { name: 'Begin the trial' }).click();
  await expect(page.getByText('Your trial has begun.')).toBeVisible();
  await expect(page.getByText(/^Your trial lasts until \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  await page.goto(`${ann.origin}/account/membership`);
  await expect(page.getByText(/^Your trial lasts until \d/)).toBeVisible();
  await page.goto(`${ann.origin}/account/profile`);
  await expect(page.getByText('Contributing member, trial')).toBeVisible();
});
