import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openGallery, schemes } from '../src/gallery.ts';
import { long } from '../src/long.ts';
import { expect, story } from '../src/stage.ts';

const ui = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'src', 'ui');

/** The names that match a pattern in the design system's files with this ending. */
async function declared(ending: string, pattern: RegExp): Promise<Set<string>> {
  const names = (await readdir(ui)).filter((name) => name.endsWith(ending));
  const texts = await Promise.all(names.map((name) => readFile(join(ui, name), 'utf8')));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name as string)));
}

const moving = (page: Page): Promise<number> => page.evaluate(() => document.getAnimations().length);

story('[WEB-25] the gallery shows every component and every token of the design system, at any width', async ({ person }) => {
  const page = await openGallery(person);
  const groups = page.locator('main > section');
  const titles = await groups.getByRole('heading', { level: 2 }).allTextContents();
  const components = await declared('.tsx', /^export function ([A-Z]\w+)/gm);
  expect(titles.filter((title) => components.has(title)).toSorted()).toEqual([...components].toSorted());
  for (const group of await groups.all()) {
    const shown = group.locator('figure > div > *');
    expect(await shown.count(), `things in ${await group.locator('h2').textContent()}`).toBeGreaterThan(0);
    for (const thing of await shown.all()) expect((await thing.boundingBox())?.height).toBeGreaterThan(0);
  }
  const captions = await page.locator('figcaption').allTextContents();
  const tokens = await declared('tokens.css', /^ +(--[\w-]+):/gm);
  expect([...tokens].filter((token) => !captions.includes(token))).toEqual([]);
  for (const width of [360, 900, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
  }
});

story('[WEB-25] axe finds no violation in any component: light, dark, and with more contrast', long, async ({ person }) => {
  const page = await openGallery(person);
  for (const scheme of ['light', 'dark', 'contrast', 'dark-contrast'] as const) {
    await page.emulateMedia({ ...schemes[scheme], reducedMotion: 'reduce' });
    // Transitions to the new colours must have ended.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect.poll(() => moving(page)).toBe(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${scheme}: ${id} ${html}`))).toEqual([]);
  }
});

story('[WEB-25] nothing moves with reduced motion, and the dialog is opened and closed by keyboard', async ({ person }) => {
  const page = await openGallery(person);
  expect(await moving(page)).toBeGreaterThan(0);
  await page.emulateMedia({ ...schemes.light, reducedMotion: 'reduce' });
  await expect.poll(() => moving(page)).toBe(0);
  const opener = page.getByRole('button', { name: 'Open the dialog' });
  const dialog = page.getByRole('dialog');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).not.toBeAttached();
  await expect(opener).toBeFocused();
});
