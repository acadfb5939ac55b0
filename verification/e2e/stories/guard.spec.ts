import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Request } from '@playwright/test';
import { launchWithPicture } from '../src/browsers.ts';
import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { meet, Person } from '../src/person.ts';
import type { CameraPicture } from '../src/pictures.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith, story as storyByDefault } from '../src/stage.ts';

const durations = { ...shortDurations, connectionDuration: 70_000 };
const ADDITIONS = 'window,veil,soft,guard';
const story = storiesWith(durations, async () => ({ environment: { ADDITIONS }, close: async () => {} }));

/** An installation whose operator has put a detector into the folder. */
const storiesWithDetector = (detector: () => Promise<string> | string) =>
  storiesWith(durations, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unspoken-guard-'));
    await writeFile(join(folder, 'detector.js'), await detector());
    return { environment: { ADDITIONS, GUARD_DIR: folder }, close: () => rm(folder, { recursive: true }) };
  });

/** The detector of the documentation: it asks when the picture is very red. */
const storyWithDetector = storiesWithDetector(async () => {
  const documented = await readFile(join(import.meta.dirname, '..', '..', '..', 'brand', 'guard', 'README.md'), 'utf8');
  return /```js\n([\s\S]*?)```/.exec(documented)?.[1] ?? '';
});

/** Detectors that are dropped: one never returns, one throws at its first picture, one promises an answer and gives none. */
const faulty = {
  hangs: '() => { for (;;); }',
  throws: "() => { throw new Error('no model'); }",
  'does not answer': '() => new Promise(() => {})',
};

const question = (person: Person) => person.page.getByRole('group', { name: 'Is this all right?' });
const isAsked = (person: Person, timeout: number) => expect(question(person)).toBeVisible({ timeout });
const answer = (person: Person, name: string) => question(person).getByRole('button', { name }).click();

/** Whether a request is for a part of the guard. */
const isOfGuard = (request: Request) => /\/(guard-|detector-worker|parts-)[\w-]*\.(js|css)$|\/guard\//.test(request.url());

let meetings = 0;

/** Brings Ben into the minute with somebody whose camera shows this, and notes what his page requests. */
async function benMeets(
  shown: CameraPicture,
  { origin, person }: { origin: string; person: (browser: 'blue', name: string) => Promise<Person> },
  act: (ben: Person, ann: Person, requests: readonly Request[]) => Promise<void>,
): Promise<void> {
  const browser: Browser = await launchWithPicture(shown);
  try {
    const ben = await person('blue', 'Ben');
    const requests: Request[] = [];
    ben.page.on('request', (request) => requests.push(request));
    const ann = await Person.arrive(browser, origin, `Ann${shown}${++meetings}`, { member: true });
    await ben.enter();
    await meet(ann, ben);
    await act(ben, ann, requests);
  } finally {
    await browser.close();
  }
}

story(
  '[WEB-241] nothing to see is asked about; the answer silences it, and the partner learns nothing',
  async ({ person, stage }) => {
    await benMeets('black', { origin: stage.server.origin, person }, async (ben, ann, requests) => {
      // The focus stays where it is.
      const focused = () => ben.page.evaluate(() => document.activeElement?.outerHTML);
      const before = await focused();
      const sent = () => ann.wire.heard.filter(({ text }) => text.includes('room:')).length;
      await isAsked(ben, 15_000);
      expect(await focused()).toBe(before);
      expect(await accessibilityFindings(ben.page)).toEqual([]);
      await expect(ben.page.getByTestId('partner')).toBeVisible();
      const [requested, heard] = [requests.length, sent()];
      await answer(ben, 'Yes, go on');
      await expect(question(ben)).toBeHidden();
      await ben.page.waitForTimeout(8_000);
      await expect(question(ben)).toBeHidden();
      await ben.is('connected');
      // Ann's picture of Ben is the usual one, and nobody asks her; nothing has been sent, and nothing requested.
      await expect(question(ann)).toBeHidden();
      expect(sent()).toBe(heard);
      expect(requests.slice(requested).map((request) => request.url())).toEqual([]);
      await ben.press('End connection');
    });
  },
);

story(
  '[WEB-241] the veil of the question veils both pictures; under it nothing is asked, and after it once more',
  long,
  async ({ person, stage }) => {
    await benMeets('still', { origin: stage.server.origin, person }, async (ben, ann) => {
      await isAsked(ben, 25_000);
      await answer(ben, 'A moment, please');
      for (const each of [ann, ben]) {
        await expect(each.page.getByTestId('veil')).toBeVisible();
        await expect(each.page.getByTestId('partner')).toBeHidden();
        await expect(question(each)).toBeHidden();
      }
      for (const each of [ann, ben]) await each.press('Lift');
      await isAsked(ben, 25_000);
      await answer(ben, 'Report');
      await expect(ben.page.getByRole('dialog')).toBeVisible();
      await ben.page.keyboard.press('Escape');
      await ben.is('connected');
      await answer(ben, 'End connection');
      await ann.is('disconnected');
    });
  },
);

story('[WEB-241] a film in a loop is asked about', long, async ({ person, stage }) => {
  story.setTimeout(180_000);
  await benMeets('loop', { origin: stage.server.origin, person }, async (ben) => {
    await isAsked(ben, 45_000);
    await answer(ben, 'End connection');
  });
});

for (const span of [16, 60])
  story(
    `[WEB-242] nobody is asked about a usual picture for ${span} s, and nothing is requested meanwhile`,
    long,
    async ({ person }) => {
      story.setTimeout(180_000);
      const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
      for (const each of [ann, ben]) await each.enter();
      const workers: string[] = [];
      ben.page.on('worker', (worker) => workers.push(worker.url()));
      await meet(ann, ben);
      await expect.poll(() => workers.some((url) => url.includes('guard-worker'))).toBe(true);
      await ben.page.waitForTimeout(2_000);
      const requests: string[] = [];
      for (const each of [ann, ben]) each.page.on('request', (request) => requests.push(request.url()));
      const stored = () => ben.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
      const before = await stored();
      for (let second = 0; second < span; second += 4) {
        await ben.page.waitForTimeout(4_000);
        for (const each of [ann, ben]) await expect(question(each)).toHaveCount(0);
      }
      await Promise.all([ann.is('connected'), ben.is('connected')]);
      expect(requests).toEqual([]);
      expect(await stored()).toBe(before);
    },
  );

storyWithDetector(
  '[WEB-243] a detector of the operator asks, in a worker that reaches nothing but its folder',
  async ({ person }) => {
    const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
    for (const each of [ann, ben]) await each.enter();
    await meet(ann, ben);
    await isAsked(ben, 15_000);
    await expect(question(ann)).toHaveCount(0);
    const [worker] = ben.page.workers().filter((each) => each.url().includes('detector-worker'));
    const reaches = (path: string) =>
      worker?.evaluate(
        (address) =>
          fetch(new URL(address, location.href)).then(
            ({ status }) => status,
            () => 'nothing',
          ),
        path,
      );
    expect([await reaches('/guard/detector.js'), await reaches('/api/v1/configuration'), await reaches('/robots.txt')]).toEqual([
      200,
      'nothing',
      'nothing',
    ]);
    ben.problems.length = 0;
    await answer(ben, 'Yes, go on');
    await ben.page.waitForTimeout(3_000);
    await expect(question(ben)).toHaveCount(0);
    await ben.press('End connection');
  },
);

for (const [fault, look] of Object.entries(faulty))
  storiesWithDetector(() => `export const createDetector = () => ({ look: ${look} });`)(
    `[WEB-243] a detector that ${fault} is dropped; the minute and the guard itself go on`,
    long,
    async ({ person, stage }) => {
      await benMeets('black', { origin: stage.server.origin, person }, async (ben, ann, requests) => {
        // By its request: one that throws may be gone before its worker is seen.
        const isDetector = (each: { url(): string }) => each.url().includes('detector-worker');
        await expect.poll(() => requests.some(isDetector)).toBe(true);
        await expect.poll(() => ben.page.workers().filter(isDetector).length, { timeout: 10_000 }).toBe(0);
        ben.problems.length = 0;
        await isAsked(ben, 15_000);
        await Promise.all([ann.is('connected'), ben.is('connected')]);
        await answer(ben, 'End connection');
        await ann.is('disconnected');
      });
    },
  );

storyByDefault('[WEB-240] an installation that does not name the guard loads nothing of it', long, async ({ couple }) => {
  const [ann, ben] = couple;
  const requests: Request[] = [];
  ben.page.on('request', (request) => requests.push(request));
  await meet(ann, ben);
  await ben.sees('red');
  expect(requests.filter(isOfGuard)).toEqual([]);
  expect(ben.page.workers().filter((each) => /guard|detector/.test(each.url()))).toEqual([]);
});
