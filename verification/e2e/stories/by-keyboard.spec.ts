import type { Page } from '@playwright/test';
import { long } from '../src/long.ts';
import { overflow, smallTargets } from '../src/obstacles.ts';
import { password } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

/** More than the longest page has, which is the front page with all its experiences. */
const mostTabStops = 150;

/** Presses Tab until the focus is on the element of this name, as a keyboard user does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page
    .getByRole('button', { name })
    .or(page.getByRole('link', { name }))
    .or(page.getByRole('radio', { name }))
    .or(page.getByRole('textbox', { name }))
    .or(page.getByRole('checkbox', { name }))
    .or(page.getByLabel(name, { exact: true }))
    .first();
  await wanted.waitFor();
  for (let steps = 0; steps < mostTabStops; steps++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by the Tab key`);
}

async function use(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

const write = async (page: Page, field: string, words: string) => {
  await tabTo(page, field);
  await page.keyboard.type(words);
};

/** Asserts that a screen reader starts at this heading, because it has the focus. */
const startsAt = (page: Page, heading: string) => expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
const announces = (page: Page, words: string) => expect.poll(() => page.locator('main').ariaSnapshot()).toContain(words);

story('[WEB-33] from the first page to thanks by keyboard alone, with what a screen reader announces', async ({ person }) => {
  story.setTimeout(120_000);
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  await ben.enter();
  await use(ann.page, 'Connect');
  await write(ann.page, 'Name', ann.name);
  await write(ann.page, 'Email', ann.email);
  await write(ann.page, 'Password', password);
  await use(ann.page, 'I am 18 or over', 'Space');
  await use(ann.page, /^I accept the terms/, 'Space');
  await use(ann.page, 'Create account');
  await expect(ann.page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
  await ann.page.goto(await ann.mailed('confirmemail'));
  await ann.is('present');
  const on = async (does: (page: Page) => Promise<unknown>) => {
    for (const { page } of [ann, ben]) await does(page);
  };
  await announces(ann.page, 'heading "Ready to meet somebody?" [level=1]');
  await announces(ann.page, 'group "Connect with"');
  await use(ann.page, 'Connect');
  await startsAt(ann.page, 'Before your first minute');
  await announces(ann.page, 'button "Not now"');
  await use(ben.page, 'Connect');
  await on((page) => expect(page.getByRole('button', { name: 'I understand, continue' })).toBeEnabled());
  await use(ann.page, 'I understand, continue');
  await startsAt(ann.page, 'Finding someone');
  await announces(ann.page, 'status');
  await use(ben.page, 'I understand, continue');
  await on((page) => expect(page.getByRole('heading', { name: 'This is how you look' })).toBeFocused({ timeout: 15_000 }));
  await expect(ann.page.getByLabel('Your own picture')).toBeVisible();
  await on((page) => expect(page.getByRole('button', { name: 'Start', exact: true })).toBeEnabled());
  await use(ann.page, 'Start');
  await startsAt(ann.page, 'You are ready');
  await use(ben.page, 'Start');
  await on((page) => expect(page.locator('body')).toHaveAttribute('data-user-state', 'connected', { timeout: 15_000 }));
  await startsAt(ann.page, 'Your minute together');
  await expect(ann.page.getByLabel('The picture of the person you are meeting')).toBeVisible();
  // The time can be read on demand, but is never announced.
  await expect(ann.page.getByRole('timer', { name: /^\d+ seconds? left$/ })).toHaveAttribute('aria-live', 'off');
  await use(ann.page, 'End connection');
  await startsAt(ben.page, 'They ended it.');
  await use(ben.page, 'Thank them, or add them to your circle');
  await startsAt(ben.page, 'It ended early');
  await announces(ben.page, 'status');
  await use(ben.page, 'Say thank you');
  await expect(ben.page.getByRole('status').filter({ hasText: 'Your thanks are on their way.' })).toBeVisible();
  await use(ben.page, 'Move on');
  await ben.is('present');
  await startsAt(ben.page, 'Ready to meet somebody?');
});

story('[WEB-33] an opened page starts at its heading, and a link skips the navigation', long, async ({ person }) => {
  const { page } = await person('red', 'Reader', { camera: false });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'Connect', exact: true })).toBeFocused();
  await use(page, 'About us');
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeFocused();
  await expect(page).toHaveTitle(/^About us/);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/about', '/faq', '/privacychoices']) {
    await page.goto(`${new URL(page.url()).origin}${path}`);
    expect(await overflow(page), path).toBe(0);
  }
  await page.setViewportSize({ width: 360, height: 780 });
  for (const path of ['/', '/about', '/faq']) {
    await page.goto(`${new URL(page.url()).origin}${path}`);
    expect(await smallTargets(page), path).toEqual([]);
  }
});
