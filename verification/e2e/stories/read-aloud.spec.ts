import type { Page } from '@playwright/test';
import { long } from '../src/long.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, connectionDuration: 20_000, peerNotReadyTimeout: 20_000 });

/** Where screen readers announce what changes. */
const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';

/** Notes of each heading of a screen how it stood when it came: a reader that has just lost the focused element must not find it yet. */
const noteHeadings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted: string[] = [];
    Object.assign(window, { noted });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          const heading = node instanceof Element ? (node.matches('h1') ? node : node.querySelector('main h1, h1')) : undefined;
          if (heading) noted.push(`${heading.getAttribute('aria-hidden')} ${heading.textContent}`);
        }
    }).observe(document.body, { childList: true, subtree: true });
  });

story(
  '[WEB-272] from waiting to the minute each heading is announced by its focus alone',
  long,
  async ({ couple: [ann, ben] }) => {
    const { page } = ann;
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await noteHeadings(page);
    await ann.connect();
    await ann.is('waiting');
    await expect(heading).toHaveText('Finding someone');
    await expect(heading).toBeFocused();
    expect(await heading.evaluate((element, places) => element.closest(places) === null, live)).toBe(true);
    await ben.connect();
    await ann.is('preparing', 30_000);
    await expect(heading).toBeFocused();
    await Promise.all([ann.start(), ben.start()]);
    await ann.is('connected');
    await expect(heading).toHaveText('Your minute together');
    await expect(heading).toBeFocused();
    const noted = await page.evaluate(() => (window as unknown as { noted: string[] }).noted);
    // The lobby does not come back for a moment between the guidance and the waiting room.
    expect(noted.findIndex((each) => each.includes('Finding someone'))).toBe(
      noted.findIndex((each) => each.includes('Before your first minute')) + 1,
    );
    for (const title of ['Finding someone', 'This is how you look', 'You are ready', 'Your minute together'])
      expect(noted.find((each) => each.includes(title))).toMatch(/^true /);
    // The time is a timer: a progress bar is read aloud every few seconds by some readers.
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('timer', { name: /^\d+ seconds? left$/ })).toHaveAttribute('aria-live', 'off');
    await ann.press('End connection');
  },
);

story(
  '[WEB-272] what the portrait window does is its description, and no announcement beside it',
  long,
  async ({ couple: [ann, ben] }) => {
    const { page } = ann;
    await ann.connect();
    await ben.connect();
    await ann.is('preparing', 30_000);
    const window = page.getByLabel('Show only head and shoulders');
    await expect(window).toHaveAccessibleDescription(/^What is around you stays here/);
    await window.uncheck();
    await expect(window).toHaveAccessibleDescription(/^The other sees all of your picture/);
    await expect(page.locator(live).filter({ hasText: /around you/ })).toHaveCount(0);
  },
);
