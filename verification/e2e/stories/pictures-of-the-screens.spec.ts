import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@unspoken/contract/languages';
import { long } from '../src/long.ts';
import { axeFinds, overflow, overflowWithLargeText } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { walk } from '../src/walk.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures');
/** Long enough to look at each screen. */
const unhurried = {
  pairingTimeout: 6_000,
  connectionDuration: 9_000,
  afterConnectionDuration: 4_000,
  enteringRoom: 4_000,
  peerNotReadyTimeout: 40_000,
  startWarning: 1_000,
  positionGuideline: 30_000,
};
const story = storiesWith({ ...shortDurations, ...unhurried });

/** The screenshots in the README. */
const kept = ['visitor-phone', 'waiting-phone', 'preparing-phone', 'afterwards-phone', 'lobby-desk', 'minute-desk'];

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1_280, height: 800 } } as const;

for (const [size, viewport] of Object.entries(sizes))
  story(
    `[WEB-1] [WEB-102] every screen of an encounter is shown at ${size} size, and none overflows`,
    long,
    async ({ person }) => {
      story.setTimeout(180_000);
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
    },
  );

for (const language of languages)
  story(`[WEB-28] axe finds nothing in any state of an encounter, in ${language}`, long, async ({ person }) => {
    story.setTimeout(240_000);
    const found: string[] = [];
    await walk(person, { viewport: sizes.phone, language }, async (page, name) => {
      // A thing that is fading in has too little contrast for a moment.
      await page.waitForTimeout(300);
      found.push(...(await axeFinds(page)).map((each) => `${name}: ${each}`));
    });
    expect(found).toEqual([]);
  });
