import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { long } from '../src/long.ts';
import { overflow, overflowWithLargeText } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { walk } from '../src/walk.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures');
/** Long enough to take each screenshot, when they are requested. */
const unhurried = { connectionDuration: 9_000, afterConnectionDuration: 4_000, enteringRoom: 3_000 };
const story = storiesWith({ ...shortDurations, enteringRoom: 1_500, ...(process.env.PICTURES && unhurried) });

/** The screenshots in the README. */
const kept = ['visitor-phone', 'waiting-phone', 'preparing-phone', 'afterwards-phone', 'lobby-desk', 'minute-desk'];

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1_280, height: 800 } } as const;

for (const [size, viewport] of Object.entries(sizes))
  story(`[WEB-1] every screen of an encounter is shown at ${size} size, and none overflows`, long, async ({ person }) => {
    await mkdir(folder, { recursive: true });
    await walk(person, { viewport }, async (page, name) => {
      // For a screenshot, transitions must have ended.
      await page.waitForTimeout(process.env.PICTURES ? 1_000 : 150);
      expect(await overflow(page), name).toBe(0);
      expect(await overflowWithLargeText(page), name).toBe(0);
      // Screenshots are stored only on request; the screens are tested either way.
      if (process.env.PICTURES && kept.includes(`${name}-${size}`))
        await page.screenshot({ path: join(folder, `${name}-${size}.png`) });
    });
  });
