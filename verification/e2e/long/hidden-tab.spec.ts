import { shippedDurations } from '@unspoken/contract/durations';
import { launchOrdinary, type OrdinaryBrowser } from '../src/browsers.ts';
import { minuteOf, watchMinute } from '../src/minute.ts';
import { meet, Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** The minute, and the limits for a picture that has stopped, are as shipped. */
const { connectionDuration, frameLost, frameTimeout } = shippedDurations;
const base = storiesWith({ ...shortDurations, connectionDuration, frameLost, frameTimeout });

const story = base.extend<{ ordinary: OrdinaryBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
  ordinary: async ({}, use) => {
    const browser = await launchOrdinary('red');
    await use(browser);
    await browser.close();
  },
});

/** Records how long this page is hidden. */
const watchHidden = (person: Person) =>
  person.page.evaluate(() => {
    const hidden = { since: Number.NaN, total: 0 };
    Object.assign(window, { hidden });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') hidden.since = performance.now();
      else hidden.total += performance.now() - hidden.since;
    });
  });

const visibility = (person: Person) => person.page.evaluate(() => document.visibilityState);

/** How long it has been hidden so far, ms. */
const hiddenFor = (person: Person) =>
  person.page.evaluate(() => {
    const { hidden } = window as unknown as { hidden: { since: number; total: number } };
    return hidden.total + (document.visibilityState === 'hidden' ? performance.now() - hidden.since : 0);
  });

for (const waits of ['hidden', 'other'] as const)
  story(
    `[ENC-4] [ENC-5] the tab of the person who ${waits === 'hidden' ? 'waited' : 'joined'} is in the background for most of the minute, and the minute is the same for both`,
    async ({ ordinary, person, stage }) => {
      await ordinary.context.grantPermissions(['camera'], { origin: stage.server.origin });
      const ann = await Person.inContext(ordinary.context, stage.server.origin, `AnnBehind${waits}`);
      const ben = await person('blue', 'Ben');
      const couple = [ann, ben];
      for (const each of couple) {
        await each.enter();
        await watchMinute(each);
      }
      await meet(...((waits === 'hidden' ? [ann, ben] : [ben, ann]) as [Person, Person]));
      await Promise.all([ann.sees('blue'), ben.sees('red')]);

      await watchHidden(ann);
      expect(await visibility(ann)).toBe('visible');
      const other = await ordinary.context.newPage();
      await other.bringToFront();
      await expect.poll(() => visibility(ann)).toBe('hidden');

      // The other person keeps seeing the picture, and nobody sees an interruption.
      while ((await hiddenFor(ann)) < connectionDuration / 3) {
        await ben.sees('red');
        await expect(ben.page.getByText('interrupted')).toBeHidden();
        await expect(ann.page.getByText('interrupted')).toBeHidden();
        await ben.page.waitForTimeout(1_000);
      }
      await Promise.all(couple.map((each) => each.is('disconnected', connectionDuration)));
      expect(await visibility(ann)).toBe('hidden');
      expect(await hiddenFor(ann)).toBeGreaterThan(connectionDuration / 2);

      const [a, b] = [await minuteOf(ann), await minuteOf(ben)];
      expect(Math.abs(a.disconnected - b.disconnected)).toBeLessThan(500);
      for (const { connected, disconnected } of [a, b])
        expect(Math.abs(disconnected - connected - connectionDuration)).toBeLessThan(500);
      await ann.page.bringToFront();
      for (const each of couple) {
        await each.is('digesting');
        expect(await each.counters()).toMatchObject({ completedMinutes: 1 });
      }
    },
  );
