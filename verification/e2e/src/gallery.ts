import { expect, type Page } from '@playwright/test';
import type { Person } from './person.ts';

const calm = { colorScheme: 'light', reducedMotion: 'no-preference', forcedColors: 'none', contrast: 'no-preference' } as const;
/** Combinations of the user's system settings. */
export const schemes = {
  light: calm,
  dark: { ...calm, colorScheme: 'dark' },
  contrast: { ...calm, contrast: 'more' },
  'dark-contrast': { ...calm, colorScheme: 'dark', contrast: 'more' },
  forced: { ...calm, forcedColors: 'active' },
} as const;

/** Opens the gallery, and waits for what loads after the page. */
export async function openGallery(person: (browser: 'red', name: string, options: object) => Promise<Person>): Promise<Page> {
  const { page, origin } = await person('red', 'Builder', { camera: false, viewport: { width: 900, height: 800 } });
  await page.emulateMedia(calm);
  await page.goto(`${origin}/testing/gallery`);
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
  await expect.poll(() => page.getByTestId('live').evaluate((video) => (video as HTMLVideoElement).readyState)).toBe(4);
  return page;
}
