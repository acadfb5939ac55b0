import type { BrowserContext, Page } from '@playwright/test';
import { launchWithPicture } from '../src/browsers.ts';
import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith, story } from '../src/stage.ts';

interface Sampled {
  frames: number;
  green: number;
  sizes: string[];
}

/** Looks at every frame that a picture shows from now on: how many, how much of them is the green of the walls, and their shapes. */
async function sample(page: Page, picture: 'partner' | 'self'): Promise<() => Promise<Sampled>> {
  await page.getByTestId(picture).evaluate((element, name) => {
    const video = element as HTMLVideoElement;
    const sampled: Sampled = { frames: 0, green: 0, sizes: [] };
    Object.assign(window, { [name]: sampled });
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    const look = () => {
      const { videoWidth: width, videoHeight: height } = video;
      Object.assign(canvas, { width, height });
      pen.drawImage(video, 0, 0);
      const { data } = pen.getImageData(0, 0, width, height);
      for (let i = 0; i < data.length; i += 4) {
        // Colours are sampled coarsely: the last pixels at the edge have something of their neighbours.
        const x = (i / 4) % width;
        if (x < 6 || x >= width - 6) continue;
        if ((data[i + 1] as number) > (data[i] as number) + 50) sampled.green += 1;
      }
      sampled.frames += 1;
      const size = `${width}x${height}`;
      if (!sampled.sizes.includes(size)) sampled.sizes.push(size);
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  }, picture);
  return () => page.evaluate((name) => (window as unknown as Record<string, Sampled>)[name] as Sampled, picture);
}

/** What is in front in the middle of the screen. */
const inFront = (page: Page) =>
  page.evaluate(() => (document.elementFromPoint(innerWidth / 2, innerHeight / 2) as HTMLElement).dataset.testid);

const label = 'Show only head and shoulders';
/** Looking at a page before Start takes longer than Start is waited for in other stories. */
const unhurried = storiesWith({ ...shortDurations, connectionDuration: 15_000, peerNotReadyTimeout: 20_000 });

unhurried(
  '[WEB-220] of two strangers each receives head and shoulders, and no pixel of what is around them, also after a reload; one of them shows more',
  async ({ person, stage }) => {
    const walled = await launchWithPicture('walled');
    const ann = await Person.arrive(walled, stage.server.origin, `Ann${Date.now()}`, { member: true });
    const ben = await person('blue', 'Ben', { member: true });
    // Registering beforehand asks for a session that is not there yet.
    for (const each of [ann, ben]) each.problems.length = 0;
    await ann.connect();
    await ann.is('waiting');
    await ben.connect();
    await Promise.all([ann.is('preparing', 30_000), ben.is('preparing', 30_000)]);

    // What she sees of herself is what would be sent.
    const own = await sample(ann.page, 'self');
    await expect.poll(async () => (await own()).frames).toBeGreaterThan(10);
    expect(await own()).toMatchObject({ green: 0, sizes: ['180x240'] });
    await expect(ann.page.getByLabel(label)).toBeChecked();
    await expect(ann.page.getByText('What is around you stays here')).toBeVisible();
    expect(await accessibilityFindings(ann.page)).toEqual([]);
    await ann.page.getByLabel(label).uncheck();
    await expect.poll(async () => (await own()).sizes).toContain('320x240');
    expect((await own()).green).toBeGreaterThan(10_000);
    await ann.page.getByLabel(label).check();
    await expect.poll(async () => (await ann.sizeOf('self'))[0]).toBe(180);

    await ben.page.getByLabel(label).uncheck();
    await expect.poll(async () => (await ben.sizeOf('self'))[0]).toBe(320);
    const received = await sample(ben.page, 'partner');
    const receivedWhole = await sample(ann.page, 'partner');
    await Promise.all([ann.start(), ben.start()]);
    await Promise.all([ann.is('connected'), ben.is('connected')]);
    await ben.sees('red');
    expect(await inFront(ben.page)).toBe('partner');
    await expect(ann.page.getByLabel(label)).toHaveCount(0);
    await expect.poll(async () => (await received()).frames).toBeGreaterThan(20);
    expect((await receivedWhole()).sizes).toEqual(['320x240']);
    await ann.page.reload();
    await ann.is('connected');
    await expect.poll(async () => (await ben.sizeOf('partner'))[0]).toBe(180);
    const before = (await received()).frames;
    await expect.poll(async () => (await received()).frames).toBeGreaterThan(before + 5);
    const { green, sizes } = await received();
    expect(green).toBe(0);
    expect(
      sizes.every((size) => /^(180x240|135x180|90x120|45x60|60x80)$/.test(size)),
      sizes.join(),
    ).toBe(true);
    expect([...ann.problems, ...ben.problems]).toEqual([]);
    await walled.close();
  },
);

/** Takes from a browser what it cuts pictures with. */
const without = (names: readonly string[]) => async (context: BrowserContext) => {
  await context.addInitScript((missing) => {
    for (const name of missing) {
      if (name === 'captureStream') Reflect.deleteProperty(HTMLCanvasElement.prototype, name);
      else Reflect.deleteProperty(window, name);
    }
  }, names);
};

unhurried(
  '[WEB-221] a browser without streams of frames draws the window; one that cannot do that either says before Start that all is seen',
  async ({ person, stage }) => {
    const walled = await launchWithPicture('walled');
    const draws = { member: true, prepare: without(['MediaStreamTrackProcessor', 'MediaStreamTrackGenerator']) };
    const ann = await Person.arrive(walled, stage.server.origin, `Ann${Date.now()}`, draws);
    const cannot = ['MediaStreamTrackProcessor', 'MediaStreamTrackGenerator', 'captureStream'];
    const ben = await person('blue', 'Ben', { member: true, prepare: without(cannot) });
    await ann.connect();
    await ann.is('waiting');
    await ben.connect();
    await Promise.all([ann.is('preparing', 30_000), ben.is('preparing', 30_000)]);
    await expect(ann.page.getByLabel(label)).toBeChecked();
    await expect(ben.page.getByText('This browser cannot cut your picture')).toBeVisible();
    await expect(ben.page.getByLabel(label)).toHaveCount(0);
    expect(await accessibilityFindings(ben.page)).toEqual([]);
    const received = await sample(ben.page, 'partner');
    const receivedWhole = await sample(ann.page, 'partner');
    await Promise.all([ann.start(), ben.start()]);
    await Promise.all([ann.is('connected'), ben.is('connected')]);
    await ben.sees('red');
    await expect.poll(async () => (await received()).frames).toBeGreaterThan(20);
    expect(await received()).toMatchObject({ green: 0 });
    expect((await received()).sizes).not.toContain('320x240');
    expect((await receivedWhole()).sizes).toEqual(['320x240']);
    await walled.close();
  },
);

story('[WEB-221] a picture that could not be cut is said to be whole, and is sent whole', long, async ({ person }) => {
  const fails = async (context: BrowserContext) => void (await context.route('**/window-worker-*.js', (route) => route.abort()));
  const ann = await person('red', 'Ann', { member: true, prepare: fails });
  const ben = await person('blue', 'Ben', { member: true });
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await Promise.all([ann.is('preparing', 30_000), ben.is('preparing', 30_000)]);
  await expect(ann.page.getByText('This browser cannot cut your picture')).toBeVisible();
  const received = await sample(ben.page, 'partner');
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('connected'), ben.is('connected')]);
  await expect.poll(async () => (await received()).frames).toBeGreaterThan(10);
  expect((await received()).sizes).toEqual(['320x240']);
});
