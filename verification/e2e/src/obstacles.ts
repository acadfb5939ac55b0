import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Language } from '@unspoken/contract/languages';
import { countedPages } from '@unspoken/contract/visit-words';

/** The pages anybody may read: those on which visits are counted, and one on which nobody is. */
export const publicPaths = [...countedPages, '/helplines'];

/** By how much the page is wider than its window, px. At four times the size it is not at all: WCAG 2.2, 1.4.10. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** What a finger misses: targets under 24 px that do not stand in a line of text. Source: WCAG 2.2, 2.5.8. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, input, select')].flatMap((element) => {
      // What is drawn by its label is as large as that.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      const inText = element.closest('p, li p') !== null;
      return width > 1 && !inText && (width < 24 || height < 24) ? [element.outerHTML.slice(0, 80)] : [];
    }),
  );

/** What axe finds in somebody's way on a page as it stands. */
export async function axeFinds(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

/** Everything a machine can find in somebody's way on a page as it stands: by axe, by its width, by the size of its targets. */
export async function inTheWay(page: Page): Promise<string[]> {
  const wide = await overflow(page);
  return [...(await axeFinds(page)), ...(wide > 0 ? [`${wide} px too wide`] : []), ...(await smallTargets(page))];
}

/** What axe finds in somebody's way on this page; in the language, if one is named. */
export async function obstacles(page: Page, path: string, language: Language | undefined): Promise<string[]> {
  await page.goto(`${path}?lang=${language}`);
  await page.locator('html[data-alive]').waitFor();
  await page.locator('h1').waitFor();
  return (await axeFinds(page)).map((each) => `${path} ${language}: ${each}`);
}
