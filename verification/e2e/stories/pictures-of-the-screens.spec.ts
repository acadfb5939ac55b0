import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { longIf } from '../src/long.ts';
import { overflow } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { walk } from '../src/walk.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures');
/** Long enough for each picture to be taken, when they are. */
const unhurried = { connectionDuration: 9_000, afterConnectionDuration: 4_000, enteringRoom: 3_000 };
const story = storiesWith({ ...shortDurations, enteringRoom: 1_500, ...(process.env.PICTURES && unhurried) });

/** The ones the README shows. */
const kept = ['visitor-phone', 'waiting-phone', 'preparing-phone', 'afterwards-phone', 'lobby-desk', 'minute-desk'];

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1_280, height: 800 } } as const;

for (const [size, viewport] of Object.entries(sizes))
  story(
    `[WEB-1] every screen of the way is there at ${size} size, and nothing overflows it`,
    longIf(size !== 'phone'),
    async ({ person }) => {
      await mkdir(folder, { recursive: true });
      await walk(person, { viewport }, async (page, name) => {
        // For a picture to be looked at, whatever appears gently has to have appeared.
        await page.waitForTimeout(process.env.PICTURES ? 1_000 : 150);
        expect(await overflow(page), name).toBe(0);
        // Pictures are kept only when they are asked for; what a screen shows is tested either way.
        if (process.env.PICTURES && kept.includes(`${name}-${size}`))
          await page.screenshot({ path: join(folder, `${name}-${size}.png`) });
      });
    },
  );
