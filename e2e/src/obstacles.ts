import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Language } from '@unspoken/contract/languages';
import { countedPages } from '@unspoken/contract/visit-words';

/** The pages anybody may read: those on which visits are counted. */
export const publicPaths = countedPages;

/** What axe finds in somebody's way on this page; in the language, if one is named. */
export async function obstacles(page: Page, path: string, language: Language | undefined): Promise<string[]> {
  await page.goto(`${path}?lang=${language}`);
  await page.locator('html[data-alive]').waitFor();
  await page.locator('h1').waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${path} ${language}: ${id} ${nodes[0]?.html}`);
}
