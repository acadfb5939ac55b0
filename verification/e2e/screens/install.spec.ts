import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { withPalette } from '../src/palette.ts';
import { shortDurations } from '../src/server.ts';
import { storiesWith } from '../src/stage.ts';

/**
 * `npm run screens -- install`: takes the pictures that browsers show before they install the product. Take them again, and
 * commit them, after the lobby or the page of gatherings has changed.
 */
const story = storiesWith({ ...shortDurations, connectionDuration: 60_000, pairingTimeout: 60_000 });

const folder = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'public');
const sizes = {
  narrow: { viewport: { width: 390, height: 860 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1_280, height: 800 }, deviceScaleFactor: 1 },
} as const;

for (const [form, { viewport, deviceScaleFactor }] of Object.entries(sizes))
  story(`the pictures of the installed product, ${form}`, async ({ person, stage }) => {
    const ben = await person('blue', 'Ben', { member: true });
    const ann = await person('red', 'Ann', { member: true });
    // Long enough for both pictures.
    await ben.connect();
    await ben.is('waiting');
    const context = await stage.red.newContext({
      viewport,
      deviceScaleFactor,
      locale: 'en-GB',
      // That of the daily gathering.
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto(ann.origin);
    await page.evaluate((token) => localStorage.setItem('unspoken.token', token), ann.token);
    for (const [name, path] of Object.entries({ lobby: '/', gatherings: '/gatherings' })) {
      await page.goto(ann.origin + path);
      await page.waitForLoadState('networkidle');
      if (name === 'lobby') await expect(page.getByText('Somebody is waiting now')).toBeVisible();
      await page.waitForTimeout(1_000);
      await writeFile(join(folder, `screen-${name}-${form}.png`), withPalette(await page.screenshot()));
    }
    await context.close();
  });
