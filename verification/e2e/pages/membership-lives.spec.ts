import {
  age,
  endOfMembership,
  hasten,
  reverseSuspension,
  suspend,
  waitingAtProvider,
} from '@unspoken/testing/data-folder/payments';
import { long } from '../src/long.ts';
import { accessibilityFindings, overflowWithLargeText } from '../src/obstacles.ts';
import { joins, order, pay } from '../src/ordering.ts';
import { type Person, password } from '../src/person.ts';
import { type RunningServer, shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** What becomes of memberships in weeks, which the rehearsed provider lets happen at once here. */
const story = storiesWith({ ...shortDurations, catchUp: 300, membershipDue: 300 });

/** Opens the page of the own membership until it says this. */
async function reads({ page, origin }: Person, words: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`${origin}/account/membership`);
    await expect(page.getByText(words)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await overflowWithLargeText(page)).toBe(0);
}

/** Lets happen at the provider what would happen later, and waits until it has. */
async function happens({ environment }: RunningServer, kind: Parameters<typeof hasten>[1]): Promise<void> {
  const before = await waitingAtProvider(environment, kind);
  expect(before).toBeGreaterThan(0);
  await hasten(environment, kind);
  // A renewal plans the next one.
  if (kind !== 'renew') await expect.poll(() => waitingAtProvider(environment, kind), { timeout: 20_000 }).toBe(0);
}

story(
  '[WEB-198] a renewal that the bank asks about leaves two weeks, and is paid on the same membership with another card',
  async ({ person, stage }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    await joins(ann, { card: 'Card whose bank asks you every time' });
    await page.getByRole('button', { name: 'Confirm at the bank' }).click();
    await expect(page.getByText('Thank you. You are a contributing member now.')).toBeVisible();
    await happens(stage.server, 'renew');
    await expect.poll(() => waitingAtProvider(stage.server.environment, 'finalize'), { timeout: 20_000 }).toBeGreaterThan(0);
    await happens(stage.server, 'finalize');
    await reads(ann, 'A payment has failed, or your bank wants you to confirm it.');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL(/\/payment\//);
    await pay(page, 'Card, is accepted', page.getByRole('button', { name: /^Pay/ }));
    await expect(page.getByRole('alert')).toHaveCount(0);
    await reads(ann, 'You are a contributing member with €10 a month.');
    expect(ann.problems).toEqual([]);
  },
);

story('[WEB-198] of two debits one settles, and one fails: there is no membership then', long, async ({ person, stage }) => {
  const [ann, ben] = [await person('red', 'Ann', { member: true }), await person('blue', 'Ben', { member: true })];
  await joins(ann, { card: 'Bank account, debited within days' });
  await joins(ben, { card: 'Bank account whose debit fails' });
  for (const each of [ann, ben]) await expect(each.page.getByText('You can use your membership already.')).toBeVisible();
  await happens(stage.server, 'settle');
  await reads(ann, 'You are a contributing member with €10 a month.');
  await reads(ben, 'You have no membership.');
  for (const each of [ann, ben]) expect(each.problems).toEqual([]);
});

story(
  '[WEB-198] a suspension stops a membership, its reversal lets it go on, and deleting the account ends it',
  async ({ person, stage }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    await joins(ann);
    await expect(page.getByText('Thank you. You are a contributing member now.')).toBeVisible();
    const paymentRecordId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { environment } = stage.server;
    await suspend(environment, ann.email);
    await reads(ann, 'Your account is suspended. Nothing is charged meanwhile.');
    await reverseSuspension(environment, ann.email);
    await reads(ann, 'You are a contributing member with €10 a month.');

    await page.goto(`${ann.origin}/account/deleteaccount`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Delete my account for good' }).click();
    await expect(page.getByRole('status')).toContainText('Your account has been deleted.');
    await expect
      .poll(() => endOfMembership(environment, paymentRecordId), { timeout: 20_000 })
      .toEqual({ cause: 'deleted', status: 'canceled' });
  },
);

story('[WEB-195] [WEB-198] a place is asked for, and opened by what somebody else has given', async ({ person, stage }) => {
  const [ann, ben] = [await person('red', 'Ann', { member: true }), await person('blue', 'Ben', { member: true })];
  await age(stage.server.environment, ann.email);
  await ann.page.goto(`${ann.origin}/membership`);
  await ann.press('Ask for a membership');
  await expect(ann.page.getByText('You are in the queue. When it is your turn we write to you.')).toBeVisible();
  await ben.page.goto(`${ben.origin}/donate`);
  await ben.page.getByLabel('Memberships of people who cannot pay').check();
  await order(ben, '€25');
  await pay(ben.page, 'Card, is accepted', ben.page.getByRole('button', { name: 'Give €25' }));
  await expect(ben.page.getByText('Thank you for your donation.')).toBeVisible();
  await reads(ann, /^Until .* you have a membership that others have paid for\.$/);
  for (const each of [ann, ben]) expect(each.problems).toEqual([]);
});
