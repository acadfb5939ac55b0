import { expect, type Page } from '@playwright/test';
import type { Person, PersonOptions } from './person.ts';

type Arrive = (browser: 'red' | 'blue', name: string, options?: PersonOptions) => Promise<Person>;
type Look = Pick<PersonOptions, 'viewport' | 'colorScheme'>;

/** Takes two people through every screen of an encounter, and calls `show` with each, as one of them sees it. */
export async function walk(person: Arrive, look: Look, show: (page: Page, name: string) => Promise<void>): Promise<void> {
  const ann = await person('red', 'Ann', look);
  const ben = await person('blue', 'Ben');
  const { page } = ann;
  const picture = (name: string) => show(page, name);
  await picture('visitor');
  await ann.goto('/?auth=register');
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture('register');
  await ann.goto('/');
  await ann.enter();
  await ben.enter();
  await picture('lobby');
  await ann.press('Connect');
  await picture('guidance');
  await page.getByRole('button', { name: 'I understand, continue' }).click();
  await ann.is('waiting');
  await picture('waiting');
  await ben.connect();
  await ann.is('enteringRoom');
  await picture('entering');
  await ann.is('preparing');
  await picture('preparing');
  await ann.press('Start');
  await picture('ready');
  await ben.start();
  await ann.is('connected');
  await picture('minute');
  await ann.is('disconnected');
  await picture('thank-you');
  await ann.is('digesting');
  await picture('afterwards');
  for (const each of [ann, ben]) {
    await each.is('digesting');
    await each.press('Not now');
  }
  await picture('circle-question');
  for (const each of [ann, ben]) await each.press('Add to my circle');
  await picture('match');
  await page.getByText('More', { exact: true }).click();
  await ann.press('Report');
  await picture('report');
  await page.keyboard.press('Escape');
  await ann.moveOn();
  await ann.is('present');
  for (const name of ['circle', 'encounters']) {
    await ann.goto(`/account/${name}`);
    await picture(name);
  }
  await ann.goto('/');
  const link = await ann.invite();
  await picture('invitation');
  const guest = await person('blue', 'Guest', look);
  await guest.page.goto(link);
  await expect(guest.page.locator('h1')).toBeVisible();
  await show(guest.page, 'invited');
  await ann.press('Cancel invitation');
  await ann.goto('/testing/testrtc');
  await picture('connection-test');
}
