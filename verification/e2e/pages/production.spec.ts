import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, type Stage, storiesWith } from '../src/stage.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const captions = (text: string) => `WEBVTT\n\n00:00.000 --> 00:09.000\n${text}\n`;

/** A build with an operator's film, and the settings of a production that serves it. */
async function ownBuild() {
  const folder = await mkdtemp(join(tmpdir(), 'unspoken-own-film-'));
  const [film, web] = [join(folder, 'film'), join(folder, 'web')];
  await mkdir(film);
  await copyFile(join(import.meta.dirname, '..', 'src', 'film.webm'), join(film, 'film.webm'));
  await writeFile(join(film, 'captions.en.vtt'), captions('Two people.'));
  await writeFile(join(film, 'captions.de.vtt'), captions('Zwei Menschen.'));
  const env = { ...process.env, FILM_DIR: film, WEB_DIR: web };
  await promisify(execFile)(process.execPath, [join(repository, 'apps', 'web', 'build.ts')], { env });
  return {
    environment: {
      WEB_DIR: web,
      NODE_ENV: 'production',
      // No mail is sent here.
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET: 'a secret for this production only',
      LIMITS: 'on',
      DURATIONS: '',
    },
    close: () => rm(folder, { recursive: true }),
  };
}

const story = storiesWith({}, ownBuild);

/** Opens pages as a visitor does, until the application has taken them over, and collects errors and warnings. */
async function visitor(stage: Stage, locale = 'en-GB') {
  const context = await stage.red.newContext({ baseURL: stage.server.origin, locale });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', ({ message }) => problems.push(message));
  const open = async (path: string) => {
    await page.goto(path);
    await page.locator('html[data-alive]').waitFor();
  };
  return { context, page, problems, open };
}

const headings = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents();

story(
  '[WEB-93] in production no sample is shown, and no heading without its row; the page that was sent stays',
  async ({ stage }) => {
    const { context, page, problems, open } = await visitor(stage);
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => Object.assign(window, { first: document.querySelector('h1') }));
    });
    for (const path of ['/', '/about', '/imprint']) {
      const sent = await (await page.request.get(path)).text();
      expect(sent, path).not.toMatch(/Samples:|Partner 1|Supported by|What a minute can be|In the media|Follow us/);
      await open(path);
      await expect(page.locator('a[href*="example.org"]')).toHaveCount(0);
      await expect(page.getByText('Samples:')).toHaveCount(0);
      expect(await page.evaluate(() => (window as unknown as { first: Node }).first === document.querySelector('h1'))).toBe(true);
    }
    // Texts of law are shown whatever they are.
    await expect(page.getByText('This page is a sample')).toBeVisible();
    await open('/about');
    expect(await headings(page)).not.toEqual(expect.arrayContaining(['The team']));
    expect((await headings(page)).at(-1)).toBe('Try a minute');
    expect(problems).toEqual([]);
    await context.close();
  },
);

story(
  '[PAY-9] in production without a key, what costs something says that payments are closed, and asks for nothing',
  async ({ stage }) => {
    const { context, page, problems, open } = await visitor(stage);
    for (const path of ['/membership', '/donate']) {
      await open(path);
      await expect(page.getByText('Payments are closed at the moment: nobody can join or give.')).toBeVisible();
      await expect(page.getByRole('main').locator('form, input, a[href*="auth="]')).toHaveCount(0);
      await expect(page.getByText('Rehearsal')).toHaveCount(0);
    }
    expect(problems).toEqual([]);
    await context.close();
  },
);

story(
  '[WEB-92] an own film replaces the drawn one, in production too; it plays, pauses and ends, with captions',
  async ({ stage }) => {
    const { context, page, problems, open } = await visitor(stage, 'de-DE');
    const counted: string[] = [];
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/visit')) counted.push(new URLSearchParams(request.postData() ?? '').get('event') ?? '');
      if (/\.webm$/.test(request.url())) loaded.push(request.url());
    });
    await open('/');
    const film = page.getByRole('region', { name: 'Eine Minute, im Film' });
    const video = film.locator('video');
    await expect(page.getByRole('region', { name: 'Eine Minute, gezeichnet' })).toHaveCount(0);
    expect(loaded).toEqual([]);
    const playing = (act: (element: HTMLVideoElement) => unknown) => video.evaluate(act);
    await playing((element) => element.play());
    const shownCaptions = () =>
      playing((element) =>
        [...element.textTracks].filter(({ mode }) => mode === 'showing').map(({ language, cues }) => [language, cues?.length]),
      );
    await expect.poll(shownCaptions).toEqual([['de', 1]]);
    await playing((element) => element.pause());
    await playing((element) => element.play());
    await expect.poll(() => counted.at(-1)).toBe('film ended');
    expect(counted).toEqual(['page opened', 'film played', 'film paused', 'film played', 'film ended']);
    expect(problems).toEqual([]);
    await context.close();
  },
);

story('[WEB-92] the film is served in parts, kept for a year, and allowed from this host only', async ({ stage }) => {
  const { context, page, open } = await visitor(stage);
  await open('/');
  const src = (await page.locator('video source').getAttribute('src')) ?? '';
  expect(src).toMatch(/^\/assets\/film-[\w-]{7,}\.webm$/);
  const part = await page.request.get(src, { headers: { range: 'bytes=0-3' } });
  expect(part.status()).toBe(206);
  expect(part.headers()).toMatchObject({
    'content-type': 'video/webm',
    'content-range': 'bytes 0-3/877',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await part.body()).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
  const subtitles = await page.request.get((await page.locator('track').first().getAttribute('src')) ?? '');
  expect(subtitles.headers()['content-type']).toMatch(/^text\/vtt/);
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? '';
  expect(policy.split(';')).toContain("media-src 'self'");
  // With the service worker, which keeps files of the application, the film plays as well.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.locator('video').evaluate((element: HTMLVideoElement) => element.play());
  await context.close();
});
