import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { publicPaths } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { sheet } from '../src/sheet.ts';
import { storiesWith } from '../src/stage.ts';
import { walk } from '../src/walk.ts';

/**
 * `npm run screens`: writes a screenshot of every screen to docs/screens, at four sizes, light and dark, and for each of these one
 * small sheet of the way from the first page to a match to docs/pictures.
 */
const story = storiesWith({
  ...shortDurations,
  pairingTimeout: 6_000,
  connectionDuration: 9_000,
  afterConnectionDuration: 4_000,
  enteringRoom: 3_000,
  peerNotReadyTimeout: 20_000,
  startWarning: 1_000,
});

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');
const sizes = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
];
/** The screens outside the walk from lobby to lobby. */
const others = {
  'camera-failure': '/camerafailure',
  recover: '/requestrecoverpassword',
  'sign-in': '/?auth=signin',
  offline: '/offline',
  gallery: '/testing/gallery',
  ...Object.fromEntries(publicPaths.filter((path) => path !== '/').map((path) => [path.slice(1), path])),
};
const own = {
  profile: '/account/profile',
  'change-password': '/account/changepassword',
  'delete-account': '/account/deleteaccount',
  feedback: '/feedback',
  invite: '/invitation',
};

const onSheet = [
  ...['visitor', 'mirror', 'mirror-over', 'lobby', 'guidance', 'waiting', 'entering', 'preparing'],
  ...['ready', 'minute', 'thank-you', 'afterwards', 'circle-question', 'match', 'report', 'invitation'],
];

for (const viewport of sizes)
  for (const colorScheme of ['light', 'dark'] as const)
    story(`screens at ${viewport.width} px, ${colorScheme}`, async ({ person, stage }) => {
      story.setTimeout(400_000);
      const name = `${viewport.width}-${colorScheme}`;
      const folder = join(docs, 'screens', name);
      await mkdir(folder, { recursive: true });
      const bare = ['minute', 'ready', 'preparing', 'mirror'];
      const show = async (page: Page, screen: string) => {
        await page.waitForTimeout(900);
        await page.screenshot({ path: join(folder, `${screen}.png`), fullPage: !bare.includes(screen) });
      };
      await walk(person, { viewport, colorScheme }, show);
      await sheet(stage.red, { folder, names: onSheet, path: join(docs, 'pictures', `arc-${name}.jpg`) }, viewport);
      const visitor = await person('red', 'Visitor', { viewport, colorScheme });
      for (const [screen, path] of Object.entries(others)) {
        await visitor.page.goto(new URL(visitor.page.url()).origin + path);
        await show(visitor.page, screen);
      }
      await visitor.goto('/');
      await visitor.enter();
      for (const [screen, path] of Object.entries(own)) {
        await visitor.goto(path);
        await show(visitor.page, screen);
      }
    });
