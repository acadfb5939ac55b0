import { type Browser, test as base } from '@playwright/test';
import { type PushService, startPushService } from '@unspoken/testing/push-service/push-service';
import { findFirefox } from '../../../tools/programs.mjs';
import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import * as push from '../src/push.ts';
import { regularIn } from '../src/regular-gathering.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

base.skip(!findFirefox(), 'Firefox is not installed');

/** For how long a call is worth answering here, ms. */
const ringLife = 10_000;
const durations = { ...shortDurations, firstRing: 500, nextRing: 1_000, pairingTimeout: 60_000, ringLife };

let service: PushService;
let firefox: Browser;
const story = storiesWith(durations, async () => {
  service = await startPushService();
  firefox = await push.launchFirefoxAt(service);
  return {
    // Nobody is called while a gathering takes place.
    environment: { ...regularIn(3 * 3_600_000), PUSH_HOSTS: service.origin },
    async close() {
      await firefox.close();
      await service.close();
    },
  };
}).extend<{ ann: Person; ben: Person }>({
  /** A member in Firefox, who knows the guidance. */
  ann: async ({ stage }, use) => {
    const ann = await push.arriveInFirefox(firefox, stage.server.origin, `Ann${Date.now()}`);
    await ann.connect();
    await ann.press('Cancel');
    await ann.is('present');
    await use(ann);
    await ann.context.close();
  },
  ben: async ({ person }, use) => {
    await use(await person('blue', 'Ben', { member: true }));
  },
});

/** Zones around the world, two or three hours apart. */
const zones = [
  'Pacific/Honolulu',
  'America/Phoenix',
  'America/Bogota',
  'America/Sao_Paulo',
  'Atlantic/Azores',
  'Africa/Lagos',
].concat(['Africa/Nairobi', 'Asia/Karachi', 'Asia/Bangkok', 'Asia/Tokyo', 'Pacific/Guadalcanal', 'Pacific/Auckland']);
function zoneWith(suits: (hour: number) => boolean): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(new Date()));
  return zones.find((zone) => suits(hourIn(zone))) ?? '';
}

const settings = '/account/notifications';
const devices = ({ page }: Person) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Your browsers' }) })
    .getByRole('listitem');

/** How her browser has acknowledged each message; 100: its service worker has handled it. */
const acknowledged = (endpoint: string) => service.browsers.relayed(endpoint).map((each) => each.acknowledged);

/** Ann has asked to be reached, and has closed all her pages. Returns the endpoint of her browser. */
async function away(ann: Person): Promise<string> {
  const endpoint = await push.askToBeReached(ann);
  await ann.goto(settings);
  await push.atAllHours(ann);
  await push.closePages(ann);
  return endpoint;
}

story('[WEB-174] push reaches the browser that asks for it, and a test shows it', async ({ ann }) => {
  const { page } = ann;
  const endpoint = await push.askToBeReached(ann);
  await ann.goto(settings);
  await expect(devices(ann)).toHaveCount(1);
  await expect(devices(ann)).toContainText('This browser');
  for (const viewport of [
    { width: 375, height: 667 },
    { width: 1_280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await accessibilityFindings(page)).toEqual([]);
  }
  await ann.press('Send a test');
  await expect(page.getByText('Sent. It should appear within a few seconds.')).toBeVisible();
  const shown = { title: 'This is how we notify you', silent: false, opens: settings };
  await expect.poll(() => push.shownBySystem(page)).toMatchObject([shown]);
  await expect.poll(() => acknowledged(endpoint)).toEqual([100]);
});

story('[WEB-173] a member who has closed all pages is reached by push, and a click connects', async ({ ann, ben }) => {
  const elsewhere = await push.reachElsewhere(ann, service);
  const endpoint = await away(ann);
  await ben.connect();
  const sent = await service.browsers.waitForMessage(endpoint);
  expect(sent).toMatchObject({ urgency: 'high', topic: 'bell' });
  expect(sent.ttl).toBeGreaterThanOrEqual(1);
  expect(sent.ttl).toBeLessThanOrEqual(60);
  // Her other browser is sent the same.
  const { payload } = await service.waitForMessage(elsewhere.endpoint);
  expect(payload).not.toContain('Ben');
  expect(payload).not.toContain('Ann');

  const back = await push.atNeutralPage(ann);
  const called = { title: 'Someone is waiting', body: 'Press here to connect.', silent: false };
  await expect.poll(() => push.shownBySystem(back.page)).toMatchObject([called]);
  const address = (await push.shownBySystem(back.page))[0]?.opens ?? '';
  expect(address).toMatch(/^\/\?ring=[^&]+&type=oneminute&pool=anyone$/);
  // A link alone, which anybody can make, connects nobody.
  await back.goto(address);
  await expect(back.page).toHaveURL(`${ann.origin}/`);
  await back.is('present');
  await push.answer(back, address);
  await Promise.all([back.is('preparing', 20_000), ben.is('preparing', 20_000)]);
  expect(service.requests(endpoint)).toBe(1);
  expect(acknowledged(endpoint)).toEqual([100]);
  // Members of earlier stories may be called too, whose browsers have been closed.
  expect(service.refusals.filter((each) => !each.startsWith('410'))).toEqual([]);
});

story('[WEB-173] a member who has left an open page is reached by push, there and elsewhere', long, async ({ ann, ben }) => {
  const { page } = ann;
  const elsewhere = await push.reachElsewhere(ann, service);
  const endpoint = await push.askToBeReached(ann);
  await ann.goto(settings);
  await push.atAllHours(ann);
  await ann.goto('/');
  await expect(page.getByText(/^Also while .* is closed/)).toBeVisible();
  // Five minutes in which she does nothing.
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 301_000;
  });
  await ben.connect();
  await service.browsers.waitForMessage(endpoint);
  await service.waitForMessage(elsewhere.endpoint);
  await expect.poll(() => push.shownBySystem(page)).toMatchObject([{ title: 'Someone is waiting' }]);
});

story(
  '[WEB-171] in the quiet hours of her time zone a member is not called; she is once she has chosen another one',
  long,
  async ({ ann, ben }) => {
    const endpoint = await push.askToBeReached(ann);
    const choose = async (person: Person, zone: string) => {
      await person.goto('/account/profile');
      const stored = person.page.waitForResponse((answer) => answer.url().endsWith('/userpreferences/timezone'));
      await person.page.getByLabel('Yours').selectOption(zone);
      expect((await stored).status()).toBe(200);
    };
    const called = ({ page }: Person) => page.getByRole('status').filter({ hasText: 'Someone is waiting' });
    await choose(
      ann,
      zoneWith((hour) => hour >= 23 || hour < 6),
    );
    await ben.connect();
    await ben.is('waiting');
    await ann.page.waitForTimeout(3_000);
    await expect(called(ann)).toBeHidden();
    await push.closePages(ann);
    await ben.page.waitForTimeout(3_000);
    expect(service.requests(endpoint)).toBe(0);
    const back = await push.atNeutralPage(ann);
    await choose(
      back,
      zoneWith((hour) => hour >= 10 && hour < 20),
    );
    await expect(called(back)).toBeVisible();
  },
);

story('[WEB-173] a member who answers too late reads so, and somebody else is called for them', long, async ({ ann, ben }) => {
  const endpoint = await away(ann);
  await push.askElsewhere(ben);
  const elsewhere = await push.reachElsewhere(ben, service);
  await ben.connect();
  await service.browsers.waitForMessage(endpoint);
  const back = await push.atNeutralPage(ann);
  await expect.poll(() => push.shownBySystem(back.page)).toHaveLength(1);
  const address = (await push.shownBySystem(back.page))[0]?.opens ?? '';
  await ben.press('Cancel');
  await ben.is('present');
  await push.closePages(ben);
  await push.answer(back, address);
  await expect(back.page.getByText('They are no longer waiting. Stay: we call for you now.')).toBeVisible();
  await back.is('waiting');
  expect(JSON.parse((await service.waitForMessage(elsewhere.endpoint)).payload)).toMatchObject({ kind: 'ring' });
});

story('[WEB-173] a call that is shown too late says so silently, and connects nobody', long, async ({ ann, ben }) => {
  const endpoint = await away(ann);
  const letGo = service.browsers.holdBack();
  await ben.connect();
  await service.browsers.waitForMessage(endpoint);
  const back = await push.atNeutralPage(ann);
  await back.page.waitForTimeout(ringLife);
  expect(await push.shownBySystem(back.page)).toEqual([]);
  letGo();
  const late = { title: expect.stringMatching(/^Somebody was waiting at \d\d?:\d\d( [ap]m)?$/), silent: true, opens: '/' };
  await expect.poll(() => push.shownBySystem(back.page)).toMatchObject([late]);
  await push.answer(back, '/');
  await back.is('present');
});

story('[WEB-173] a browser is not reached after its member has signed out', async ({ ann }) => {
  const elsewhere = await push.reachElsewhere(ann, service);
  const endpoint = await push.askToBeReached(ann);
  await ann.press('Sign out');
  await expect.poll(() => push.isSignedIn(ann)).toBe(false);
  expect(await push.testFrom(ann, elsewhere)).toBe(1);
  await service.waitForMessage(elsewhere.endpoint);
  expect(service.requests(endpoint)).toBe(0);
});

story('[WEB-174] a browser that is removed from the list stays so until it is added again', long, async ({ ann }) => {
  const { page } = ann;
  const elsewhere = await push.reachElsewhere(ann, service);
  const endpoint = await push.askToBeReached(ann);
  await ann.goto(settings);
  await expect(devices(ann)).toHaveCount(2);
  await expect(devices(ann).filter({ hasText: 'Chrome, Windows' })).toHaveCount(1);
  const own = devices(ann).filter({ hasText: 'This browser' });
  await own.getByRole('button', { name: 'Remove' }).click();
  await expect(devices(ann)).toHaveCount(1);
  await expect(own).toHaveCount(0);
  await ann.goto(settings);
  await expect(page.getByText(/^As long as .* is open in a tab/)).toBeVisible();
  await ann.press('Send a test');
  await service.waitForMessage(elsewhere.endpoint);
  await expect(devices(ann)).toHaveCount(1);
  expect(service.requests(endpoint)).toBe(0);

  await ann.press('Add this browser');
  await expect(devices(ann)).toHaveCount(2);
  await ann.press('Send a test');
  await service.browsers.waitForMessage(await push.endpointOf(page));
  await service.waitForMessage(elsewhere.endpoint, 2);
  expect(service.requests(endpoint)).toBe(0);
});
