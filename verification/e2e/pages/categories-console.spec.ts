import type { Locator, Page } from '@playwright/test';
import { becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings, overflowWithLargeText } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

const entries = (page: Page): Locator => page.getByRole('main').getByRole('listitem');
const names = (page: Page): Locator => entries(page).getByRole('heading', { level: 2 });
const entry = (page: Page, name: string): Locator =>
  entries(page).filter({ has: page.getByRole('heading', { name, exact: true }) });

story(
  '[WEB-210] an administrator orders, names, adds and removes categories by keyboard, and a save that was overtaken is refused',
  async ({ person, stage }) => {
    const [ada, ben] = [
      await person('red', 'Ada', { camera: false }),
      await person('blue', 'Ben', { member: true, camera: false }),
    ];
    await becomeModerator(ada, stage.server, 'admin');
    const { page } = ada;
    const isFree = async () => {
      for (const width of [390, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await accessibilityFindings(page)).toEqual([]);
      }
    };
    const save = async () => {
      await ada.press('Save');
      await expect(page.getByText('Saved. The catalogue shows it at once.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByText('There are unsaved changes.')).toBeHidden();
    };
    await ada.goto('/admin/categories');
    await expect(names(page).first()).toBeVisible();
    const before = await names(page).allTextContents();
    expect(before.length).toBeGreaterThan(1);
    const [first = '', second = ''] = before;
    await isFree();

    // Up and down by keyboard: the button keeps the focus, also at the end of the list.
    const up = entry(page, second).getByRole('button', { name: `Move up ${second}` });
    await up.focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('Enter');
    await expect(up).toBeFocused();
    await expect(names(page).first()).toHaveText(second);
    await expect(page.getByText(`${second} is now number 1 of ${before.length}.`)).toBeAttached();
    await expect(page.getByText('There are unsaved changes.')).toBeVisible();
    // Who leaves is asked; who stays loses nothing.
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByText('Stay', { exact: true }).click();
    await expect(names(page).first()).toHaveText(second);
    await save();

    // A new one needs a name in English, and in each language in which it is described.
    await ada.press('Add a category');
    const english = (label: string) => entries(page).last().getByRole('group', { name: 'English' }).getByLabel(label);
    await expect(english('Name')).toBeFocused();
    const german = entries(page).last().getByRole('group', { name: 'Deutsch' });
    await german.getByLabel('Description').fill('Mit Musik.');
    await english('Name').fill('With music');
    await ada.press('Save');
    await expect(german.getByLabel('Name')).toBeFocused();
    await expect(german.getByText("Name can't be blank")).toBeVisible();
    await isFree();
    await german.getByLabel('Name').fill('Mit Musik');
    await save();
    await expect(names(page)).toHaveText([second, first, ...before.slice(2), 'With music']);
    await expect(entry(page, 'With music').getByText('no name in Français, Italiano')).toBeVisible();
    expect(await overflowWithLargeText(page)).toBe(0);

    // One in use is refused in words, and can be kept.
    await entry(page, first).getByRole('button', { name: 'Remove' }).click();
    await expect(entry(page, first).getByText('will be removed when you save')).toBeVisible();
    await isFree();
    await ada.press('Save');
    await expect(page.getByText('There are experiences in a category that you want to remove.')).toBeVisible();
    await entry(page, first).getByRole('button', { name: 'Keep it' }).click();
    await expect(page.getByText('There are unsaved changes.')).toBeHidden();

    // Another tab saves first.
    const other = await page.context().newPage();
    await other.goto(`${ada.origin}/admin/categories`);
    await entry(other, 'With music').getByText('Texts in six languages').click();
    await entry(other, 'With music').getByRole('group', { name: 'English' }).getByLabel('Name').fill('With songs');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Saved. The catalogue shows it at once.')).toBeVisible();
    await other.close();
    await entry(page, 'With music').getByRole('button', { name: 'Remove' }).click();
    await ada.press('Save');
    await expect(page.getByText('The categories have been changed elsewhere since you opened them.')).toBeVisible();
    await isFree();
    await ada.press('Show the present list');
    await entry(page, 'With songs').getByRole('button', { name: 'Remove' }).click();
    await save();
    await expect(names(page)).toHaveText([second, first, ...before.slice(2)]);

    await ben.goto('/');
    await expect(ben.page.getByRole('article').first()).toBeVisible();
    const rows = ben.page.getByRole('heading', { level: 3 }).filter({ hasText: new RegExp(`^(${first}|${second})$`) });
    await expect(rows).toHaveText([second, first]);
    // As it was, for the other stories on this server.
    await entry(page, first).getByRole('button', { name: 'Move up' }).click();
    await save();
  },
);

story(
  '[WEB-211] an administrator gives access to the beta and revokes it, and reads who has it by role',
  async ({ person, stage }) => {
    const [ada, ben] = [await person('red', 'Ada', { camera: false }), await person('blue', 'Ben', { camera: false })];
    await ben.enter();
    await becomeModerator(ada, stage.server, 'admin');
    const { page } = ada;
    const search = async (words: string) => {
      await page.getByLabel('Name or email address').fill(words);
      await ada.press('Search');
    };
    const opens = async (path: string) => {
      await ben.goto('/betaexperiences');
      await expect(ben.page).toHaveURL(`${ben.origin}${path}`);
    };
    await ada.goto('/admin/people');
    await search(ben.email);
    await expect(page.getByText('has no access to the beta')).toBeVisible();
    await page.getByRole('button', { name: `Give access to the beta: ${ben.name}` }).click();
    await expect(page.getByRole('status').getByText(`${ben.name} now has access to experiences in beta.`)).toBeVisible();
    const revoke = page.getByRole('button', { name: `Revoke access to the beta: ${ben.name}` });
    await expect(revoke).toBeFocused();
    for (const width of [390, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    expect(await overflowWithLargeText(page)).toBe(0);
    await opens('/betaexperiences');
    await search(ben.email);
    await revoke.press('Enter');
    await expect(page.getByRole('status').getByText(`${ben.name} no longer has access to experiences in beta.`)).toBeVisible();
    await expect(page.getByText('has no access to the beta')).toBeVisible();
    await opens('/');
    await search(ada.email);
    await expect(page.getByText('has access to the beta by role')).toBeVisible();
    await expect(page.getByRole('button', { name: /access to the beta/ })).toHaveCount(0);
  },
);
