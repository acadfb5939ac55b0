import type { Locator, Page } from '@playwright/test';
import type { Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** Long enough to look at each screen at several sizes. */
const story = storiesWith({
  ...shortDurations,
  peerNotReadyTimeout: 30_000,
  startWarning: 1_000,
  controlsAtStart: 30_000,
  controlsOnMove: 1_200,
  connectionDuration: 40_000,
  guidanceDelay: 3_000,
});

const sizes = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const boxOf = async (element: Locator): Promise<Box> => (await element.boundingBox()) as Box;
const touch = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** The boxes of an element at each size of the window. */
async function atEachSize(page: Page, element: Locator): Promise<Box[]> {
  const boxes: Box[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    boxes.push(await boxOf(element));
  }
  return boxes;
}

const fills = (page: Page, testId: string) =>
  expect
    .poll(async () => {
      const { x, y, width, height } = await boxOf(page.getByTestId(testId));
      return [x, y, width, height];
    })
    .toEqual([0, 0, page.viewportSize()?.width, page.viewportSize()?.height]);

story(
  '[WEB-99] [WEB-100] [WEB-101] somebody is getting ready; Start is explained; and the minute is eye to eye, with nothing in the way',
  async ({ couple: [ann, ben] }) => {
    // Ben reads; Ann, who waits, sees that somebody is getting ready.
    await ann.connect();
    await ann.is('waiting');
    await ben.press('Connect');
    await ben.is('firstTimeGuidance');
    await expect(ann.page.getByText('Somebody is getting ready')).toBeVisible();
    // Nobody is locked in: Escape and Close leave at once, and record no answer.
    const declined: string[] = [];
    ben.page.on('request', (request) => request.url().includes('rejectedguidance') && declined.push(request.url()));
    await ben.page.keyboard.press('Escape');
    await ben.is('present');
    await expect(ann.page.getByText('Somebody is getting ready')).toBeHidden();
    await ben.press('Connect');
    await expect(ben.page.getByRole('button', { name: 'I understand, continue' })).toBeDisabled();
    await ben.page.getByRole('button', { name: 'Close' }).click();
    await ben.is('present');
    expect(declined).toEqual([]);
    await ben.connect();

    await Promise.all([ann, ben].map((each) => each.is('preparing', 20_000)));
    const { page } = ann;
    const start = page.getByRole('button', { name: 'Start', exact: true });
    await expect(start).toBeVisible();
    await expect(page.getByText('Start: then you both see each other.')).toBeVisible();
    await expect(page.getByText(/^Camera: /)).toBeVisible();
    const starts = await atEachSize(page, start);
    await fills(page, 'self');
    await ann.press('Start');
    const cancels = await atEachSize(page, page.getByRole('button', { name: 'Cancel' }));
    await ben.start();
    await Promise.all([ann, ben].map((each) => each.is('connected')));

    await fills(page, 'partner');
    const end = page.getByRole('button', { name: 'End connection' });
    const ends = await atEachSize(page, end);
    for (const [i, place] of starts.entries())
      expect([touch(place, ends[i] as Box), touch(place, cancels[i] as Box)], `${sizes[i]?.width} px`).toEqual([false, false]);
    const self = await boxOf(page.getByTestId('self'));
    expect(Math.abs(self.x + self.width / 2 - 1_920 / 2)).toBeLessThan(2);
    expect(self.y).toBeLessThan(40);
    await restsUnlit(ann, end);
  },
);

/** A pointer that rests on End keeps nothing lit, and the own picture is gone; a movement brings both back. */
async function restsUnlit({ page }: Person, end: Locator): Promise<void> {
  const seen = (element: Locator) =>
    element.evaluate((each) => {
      let opacity = 1;
      for (let box = each.parentElement; box; box = box.parentElement) opacity *= Number(getComputedStyle(box).opacity);
      return opacity;
    });
  await end.hover();
  await expect.poll(() => seen(end)).toBe(1);
  await expect.poll(() => seen(end)).toBeLessThan(0.5);
  await expect.poll(() => seen(page.getByTestId('self'))).toBe(0);
  await page.mouse.move(200, 200);
  await expect.poll(() => seen(end)).toBe(1);
  await expect.poll(() => seen(page.getByTestId('self'))).toBe(1);
}
