import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Language } from '@unspoken/contract/languages';
import { countedPages } from '@unspoken/contract/visit-events';

/** The public pages: those on which visits are counted, and two on which they are not. */
export const publicPaths = [...countedPages, '/helplines', '/gatherings'];

/** By how much the page is wider than its window, px. It must be 0 even at 400 % zoom. Source: WCAG 2.2, 1.4.10. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** How far headings and controls lie above or to the left of the page, where no scrolling leads, px. */
const beyond = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(main, dialog) :is(h1, button, a, select)')].reduce((most, element) => {
      const { top, left, width } = element.getBoundingClientRect();
      const isShown = width > 1 && element.checkVisibility({ visibilityProperty: true });
      return isShown ? Math.max(most, -Math.round(top + scrollY), -Math.round(left)) : most;
    }, 0),
  );

/** The same on a phone, 390 px wide, with text of twice the size. Source: WCAG 2.2, 1.4.4. */
export async function overflowWithLargeText(page: Page): Promise<number> {
  const before = page.viewportSize();
  const resize = (percent: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, percent);
  await page.setViewportSize({ width: 390, height: 844 });
  await resize('200%');
  const wide = (await overflow(page)) + (await beyond(page));
  await resize('');
  if (before) await page.setViewportSize(before);
  return wide;
}

/** Touch targets under 24 px that are not in a line of text. Source: WCAG 2.2, 2.5.8. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, input, select')].flatMap((element) => {
      // An input inside a label is as large as the label.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      const inText = element.closest('p, li p') !== null;
      return width > 1 && !inText && (width < 24 || height < 24) ? [element.outerHTML.slice(0, 80)] : [];
    }),
  );

/** The accessibility violations that axe finds on the page in its current state. */
export async function axeFinds(page: Page): Promise<string[]> {
  // A page whose part is still being loaded has no heading yet, and one that has just come is not exposed yet; what has none in the end is a finding.
  await page
    .locator('h1:not([aria-hidden])')
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => {});
  // WCAG 2.2, 2.5.3: a name that is spoken contains what is seen.
  const rules = { 'label-content-name-mismatch': { enabled: true } };
  // Without frames of other sites axe needs no page of its own to put its findings together.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ rules }).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

/** Every accessibility problem that can be found automatically on the page in its current state: by axe, width and target size. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const found = await axeFinds(page);
  const wide = await overflow(page);
  return [...found, ...(wide > 0 ? [`${wide} px too wide`] : []), ...(await smallTargets(page))];
}

/** How much of the page has moved by itself. It must be 0.02 at most. Source: requirements/experiences 18.7. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );

/** Opens this page in a language, and returns the accessibility violations that axe finds. */
export async function obstacles(page: Page, path: string, language: Language | undefined): Promise<string[]> {
  await page.goto(`${path}?lang=${language}`);
  await page.locator('html[data-alive]').waitFor();
  await page.locator('h1').waitFor();
  const wide = await overflowWithLargeText(page);
  const found = [...(await axeFinds(page)), ...(wide > 0 ? [`${wide} px too wide with large text`] : [])];
  return found.map((each) => `${path} ${language}: ${each}`);
}
