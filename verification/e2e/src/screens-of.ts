import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { sheet } from './sheet.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');

/** A phone in the light, and a desk in the dark. */
export const looks = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 1_280, height: 800 }, colorScheme: 'dark' },
] as const;

/** The screens of one subject in one look: written to docs/screens, and together as a sheet to docs/pictures. */
export async function screensOf(subject: string, { viewport, colorScheme }: (typeof looks)[number]) {
  const name = `${subject}-${viewport.width}-${colorScheme}`;
  const folder = join(docs, 'screens', name);
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  return {
    async show(page: Page, screen: string): Promise<void> {
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(folder, `${screen}.png`), fullPage: true });
      names.push(screen);
    },
    sheet: (browser: Browser): Promise<void> =>
      sheet(browser, { folder, names, path: join(docs, 'pictures', `${name}.jpg`) }, viewport),
  };
}
