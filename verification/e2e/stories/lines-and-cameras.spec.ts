import type { BrowserContext } from '@playwright/test';
import { shippedDurations } from '@unspoken/contract/durations';
import { launchWithTwoCameras } from '../src/browsers.ts';
import { long } from '../src/long.ts';
import { meet, Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { UdpLine } from '../src/udp-line.ts';

// Long enough for the bandwidth to be measured, which takes some seconds, and up to thirty on a busy machine. The limits for a
// picture that falters meanwhile are the shipped ones, not the short ones of the other stories.
const { frameLost, frameTimeout } = shippedDurations;
const story = storiesWith({ ...shortDurations, connectionDuration: 60_000, frameLost, frameTimeout });

/** The width of the partner's picture as received, px. */
const width = async (person: Person): Promise<number> => (await person.sizeOf('partner'))[0];

story('[ENC-18] on a connection of 90 kbit/s the picture shrinks, and keeps moving', long, async ({ person }) => {
  const line = new UdpLine({ roundTrip: 60, loss: 0, chance: () => 1, bandwidth: 90_000 });
  const prepare = (context: BrowserContext) => line.join(context);
  const [ann, ben] = [await person('red', 'Ann', { prepare }), await person('blue', 'Ben', { prepare })];
  for (const each of [ann, ben]) await each.enter();
  await meet(ann, ben);
  await expect.poll(() => width(ann), { timeout: 42_000 }).toBeLessThanOrEqual(160);
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  for (let i = 0; i < 3; i++) {
    await ann.page.waitForTimeout(1_000);
    await Promise.all([ann.seesMovement(), ben.seesMovement()]);
    await expect(ann.page.getByText('Their connection is interrupted')).toBeHidden();
  }
  await ann.press('End connection');
  line.close();
});

story('[ENC-18] a browser in data-saving mode sends a smaller picture from the start', long, async ({ person }) => {
  const saving = async (context: BrowserContext) => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  };
  const [ann, ben] = [await person('red', 'Ann', { prepare: saving }), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await meet(ann, ben);
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  await expect.poll(() => width(ben)).toBe(120);
  // A portrait window of 160 lines, and a whole one.
  await expect.poll(() => width(ann)).toBe(180);
  await ann.press('End connection');
});

story('[SIDE-9] [WEB-21] a camera is chosen before Start, and remembered', async ({ person, stage }) => {
  const browser = await launchWithTwoCameras();
  const ann = await Person.arrive(browser, stage.server.origin, 'AnnTwo');
  const ben = await person('blue', 'Ben');
  for (const each of [ann, ben]) await each.enter();
  // The track that is shown may be cut from that of the camera, and has no name then; the list shows the camera that is open.
  const inUse = () => ann.page.getByLabel('Camera').evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.label);
  await ann.connect();
  await ben.connect();
  await ann.is('preparing', 20_000);
  const choice = ann.page.getByLabel('Camera');
  await expect(choice.getByRole('option')).toHaveCount(2);
  const labels = await choice.getByRole('option').allTextContents();
  const other = labels.find((label) => label !== labels[0]) as string;
  await choice.selectOption({ label: other });
  await expect.poll(inUse).toBe(other);
  await ann.press('Cancel');
  await ann.is('present');
  await ben.is('present');
  await ann.page.reload();
  await ann.is('present');
  await ann.connect();
  await ben.connect();
  await ann.is('preparing', 20_000);
  await expect.poll(inUse).toBe(other);
  await ann.press('Cancel');
  await browser.close();
});

story('[ENC-4] [WEB-1] a whole encounter on a phone, by touch alone', long, async ({ stage, person }) => {
  const context = await stage.red.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['camera'],
    locale: 'en-GB',
  });
  const ann = await Person.inContext(context, stage.server.origin, 'AnnPhone');
  const ben = await person('blue', 'Ben');
  for (const each of [ann, ben]) await each.enter();
  const tap = (name: string) => ann.page.getByRole('button', { name, exact: true }).tap();
  await tap('Connect');
  await tap('I understand, continue');
  await ann.is('waiting');
  await ben.connect();
  await ann.is('preparing', 20_000);
  await tap('Start');
  await ben.start();
  await ann.is('connected');
  await ann.sees('blue');
  // A touch shows the controls; the button to end is within reach of a thumb.
  await ann.page.touchscreen.tap(200, 300);
  const box = await ann.page.getByRole('button', { name: 'End connection' }).boundingBox();
  expect(box?.y).toBeGreaterThan(844 / 2);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await tap('End connection');
  await ann.is('digesting');
  await tap('Not now');
  await ann.is('present');
  await context.close();
});
