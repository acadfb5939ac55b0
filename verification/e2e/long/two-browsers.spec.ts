import { type Browser, test as base } from '@playwright/test';
import { findFirefox } from '../../../tools/programs.mjs';
import { launchFirefox } from '../src/browsers.ts';
import { meet, Person } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

base.skip(!findFirefox(), 'Firefox is not installed');

let other: Browser;
base.beforeAll(async () => {
  other = await launchFirefox();
});
base.afterAll(() => other.close());

for (const waits of ['Chromium', 'Firefox'] as const)
  story(`[ENC-4] [ENC-5] [WEB-220] Chromium and Firefox meet, ${waits} having waited`, async ({ person, stage }) => {
    const chromium = await person('red', `Chris${waits}`);
    const firefox = await Person.arrive(other, stage.server.origin, `Fay${waits}`, { camera: false });
    for (const each of [chromium, firefox]) await each.enter();
    const [first, second] = waits === 'Chromium' ? [chromium, firefox] : [firefox, chromium];
    await meet(first, second);
    await firefox.sees('red');
    await chromium.seesMovement();
    // Each of them cuts its own picture: one as a stream of frames, the other by drawing.
    for (const each of [chromium, firefox]) {
      const [width, height] = await each.sizeOf('partner');
      expect(width / height).toBeCloseTo(0.75, 1);
    }
    await Promise.all([chromium.is('digesting', 30_000), firefox.is('digesting', 30_000)]);
    await firefox.press('Say thank you');
    await expect(chromium.page.getByText('You were thanked.')).toBeVisible();
    for (const each of [chromium, firefox]) {
      await each.moveOn();
      await each.is('present');
      expect(await each.counters()).toMatchObject({ completedMinutes: 1 });
    }
    await firefox.context.close();
  });
