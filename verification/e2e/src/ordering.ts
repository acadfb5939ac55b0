import type { Page } from '@playwright/test';
import type { Person } from './person.ts';

/** Fills in who pays, and this amount, and sends it. */
export async function fillOrder({ page }: Person, amount: string): Promise<void> {
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await page.getByRole('radio', { name: amount, exact: true }).check();
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Postal code').fill('10115');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

/** Orders, as far as the payment page. */
export async function order(person: Person, amount: string): Promise<void> {
  await fillOrder(person, amount);
  await person.page.waitForURL(/\/payment\/[0-9a-f-]{36}$/);
}

export const orderButton = (page: Page) => page.getByRole('button', { name: 'Order with obligation to pay' });

/** Pays with a test card. */
export async function pay(page: Page, card: string, button = orderButton(page)): Promise<void> {
  await page.getByLabel(card, { exact: true }).check();
  await button.click();
}

/** Becomes a contributing member, as far as the card allows. */
export async function joins(person: Person, { amount = '€10', card = 'Card, is accepted' } = {}): Promise<void> {
  await person.page.goto(`${person.origin}/membership`);
  await order(person, amount);
  await pay(person.page, card);
}
