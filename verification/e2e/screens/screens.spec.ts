import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { publicPaths } from '../src/obstacles.ts';
import { shortDurations } from '../src/server.ts';
import { storiesWith } from '../src/stage.ts';
import { walk } from '../src/walk.ts';

/** `npm run screens`: writes a screenshot of every screen to docs/screens, at three widths, light and dark. */
const story = storiesWith({ ...shortDurations, connectionDuration: 9_000, afterConnectionDuration: 4_000, enteringRoom: 3_000 });

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'screens');
const heights = { 360: 780, 768: 1_024, 1440: 900 } as const;
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

for (const [width, height] of Object.entries(heights))
  for (const colorScheme of ['light', 'dark'] as const)
    story(`screens at ${width} px, ${colorScheme}`, async ({ person }) => {
      story.setTimeout(300_000);
      const viewport = { width: Number(width), height };
      const into = join(folder, `${width}-${colorScheme}`);
      await mkdir(into, { recursive: true });
      const show = async (page: Page, name: string) => {
        await page.waitForTimeout(900);
        await page.screenshot({ path: join(into, `${name}.png`), fullPage: !['minute', 'ready', 'preparing'].includes(name) });
      };
      await walk(person, { viewport, colorScheme }, show);
      const visitor = await person('red', 'Visitor', { viewport, colorScheme });
      for (const [name, path] of Object.entries(others)) {
        await visitor.page.goto(new URL(visitor.page.url()).origin + path);
        await show(visitor.page, name);
      }
      await visitor.goto('/');
      await visitor.enter();
      for (const [name, path] of Object.entries(own)) {
        await visitor.goto(path);
        await show(visitor.page, name);
      }
    });
