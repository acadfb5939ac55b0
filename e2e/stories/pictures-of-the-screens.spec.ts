import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
/** Long enough for each picture to be taken, when they are. */
const unhurried = { connectionDuration: 9_000, afterConnectionDuration: 4_000, enteringRoom: 3_000 };
const story = storiesWith({ ...shortDurations, enteringRoom: 1_500, ...(process.env.PICTURES && unhurried) });

/** The ones the README shows. */
const kept = ['visitor-phone', 'waiting-phone', 'preparing-phone', 'afterwards-phone', 'lobby-desk', 'minute-desk'];

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1_280, height: 800 } } as const;

for (const [size, viewport] of Object.entries(sizes))
  story(`[WEB-1] every screen of the way is there at ${size} size, and nothing overflows it`, async ({ person }) => {
    await mkdir(folder, { recursive: true });
    const ann = await person('red', 'Ann', { viewport });
    const ben = await person('blue', 'Ben');
    const { page } = ann;
    const picture = async (name: string) => {
      // For a picture to be looked at, whatever appears gently has to have appeared.
      await page.waitForTimeout(process.env.PICTURES ? 1_000 : 150);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow, name).toBeLessThanOrEqual(0);
      // Pictures are kept only when they are asked for (PICTURES=1, or all); what a screen shows is tested either way.
      if (process.env.PICTURES === 'all' || (process.env.PICTURES && kept.includes(`${name}-${size}`)))
        await page.screenshot({ path: join(folder, `${name}-${size}.png`) });
    };
    await picture('visitor');
    await page.goto(`${new URL(page.url()).origin}/?auth=register`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await picture('register');
    await page.goto(new URL(page.url()).origin);
    await ann.enter();
    await ben.enter();
    await picture('lobby');
    await ann.press('Connect');
    await picture('guidance');
    await page.getByRole('button', { name: 'I understand, continue' }).click();
    await ann.is('waiting');
    await picture('waiting');
    await ben.connect();
    await ann.is('enteringRoom');
    await picture('entering');
    await ann.is('preparing');
    await picture('preparing');
    await ann.press('Start');
    await picture('ready');
    await ben.start();
    await ann.is('connected');
    await picture('minute');
    await ann.is('disconnected');
    await picture('thank-you');
    await ann.is('digesting');
    await picture('afterwards');
    await ann.press('Add to my circle');
    await ben.is('digesting');
    await ben.press('Add to my circle');
    await picture('match');
    await ann.press('Report');
    await picture('report');
    await page.keyboard.press('Escape');
    await ann.press('Move on');
    await ann.is('present');
    for (const name of ['circle', 'encounters']) {
      await ann.goto(`/account/${name}`);
      await picture(name);
    }
    await ann.goto('/');
    await ann.press('Invite somebody to a minute');
    const link = await page.getByLabel('Invitation link').inputValue();
    await picture('invitation');
    const guest = await person('blue', 'Guest', { viewport });
    await guest.page.goto(link);
    await guest.page.waitForTimeout(500);
    if (process.env.PICTURES === 'all') await guest.page.screenshot({ path: join(folder, `invited-${size}.png`) });
    await ann.press('Cancel invitation');
    await ann.goto('/testing/testrtc');
    await picture('connection-test');
  });
