import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { languages } from '@unspoken/contract/languages';
import { longIf } from '../src/long.ts';
import { obstacles, publicPaths as paths } from '../src/obstacles.ts';
import { expect, type Stage, story } from '../src/stage.ts';

/** All except the page that consists only of a switch. */
const rendered = paths.filter((path) => path !== '/privacychoices');

/** A visitor's browser, with the errors and warnings of its console. */
async function visitor(
  stage: Stage,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await stage.red.newContext({ baseURL: stage.server.origin, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', ({ message }) => problems.push(message));
  return { page, context, problems };
}

/** Waits until the application has taken over the prerendered page. */
const alive = (page: Page) => page.locator('html[data-alive]').waitFor();

/** What a page says before any script has run, as its HTML has it. */
const textOf = (html: string): string => (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll(/<[^>]*>/g, '');

story('[WEB-26] every public page can be read in every language without scripts', async ({ stage }) => {
  for (const language of languages)
    for (const path of rendered) {
      const html = await (await fetch(`${stage.server.origin}${path}?lang=${language}`)).text();
      expect(/<html[^>]* lang="(\w+)"/.exec(html)?.[1], path).toBe(language);
      expect(textOf(html).length, `${path} in ${language}`).toBeGreaterThan(200);
      expect(html.split('<h1').length - 1, path).toBe(1);
      expect(html, path).not.toMatch(/\[\[|\{\{|\{product\}/);
    }
  const { page, context } = await visitor(stage, { javaScriptEnabled: false });
  await page.goto('/?lang=fr');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(200);
  await context.close();
});

story(
  '[WEB-102] the headline has one sentence on each line, and Connect is seen without scrolling, in every language',
  async ({ stage }) => {
    const { page, context } = await visitor(stage, { reducedMotion: 'reduce' });
    for (const viewport of [
      { width: 360, height: 640 },
      { width: 1_280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      for (const language of languages) {
        await page.goto(`/?lang=${language}`);
        await page.locator('html[data-fonts]').waitFor();
        const heights = await page
          .locator('h1 span')
          .evaluateAll((sentences) => sentences.map((each) => Math.round(each.getBoundingClientRect().height)));
        expect(heights.length, language).toBe(3);
        expect(new Set(heights).size, `${language} at ${viewport.width} px: each sentence on one line`).toBe(1);
        const connect = await page.getByRole('main').locator('a[href="/?auth=register"]').first().boundingBox();
        expect((connect?.y ?? 0) + (connect?.height ?? 0), `${language} at ${viewport.width} px`).toBeLessThanOrEqual(
          viewport.height,
        );
      }
    }
    await context.close();
  },
);

story('[WEB-26] the application takes over the prerendered page without replacing it', async ({ stage }) => {
  const { page, context, problems } = await visitor(stage, { locale: 'fr-FR' });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { first: document.querySelector('h1') });
    });
  });
  for (const path of rendered) {
    await page.goto(path);
    await alive(page);
    await page.getByRole('navigation').locator('summary').click();
    // The heading is still the element that the server sent.
    expect(await page.evaluate(() => (window as unknown as { first: Node }).first === document.querySelector('h1')), path).toBe(
      true,
    );
  }
  await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
  await expect(page.locator('h1')).toContainText('Conditions');
  expect(problems).toEqual([]);
  await context.close();
});

story(
  '[WEB-27] no page requests anything from another host; scripts are light, and load after the first paint',
  async ({ stage }) => {
    const { page, context } = await visitor(stage);
    const foreign: string[] = [];
    const scripts = new Map<string, number>();
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== stage.server.origin) foreign.push(request.url());
    });
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script')
        scripts.set(response.url(), (await response.request().sizes()).responseBodySize);
    });
    await page.goto('/');
    await alive(page);
    const timing = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      begun: performance
        .getEntriesByType('resource')
        .flatMap(({ name, startTime }) => (/\/assets\/.*\.js$/.test(name) ? [{ name, startTime }] : [])),
    }));
    const early = timing.begun.filter(({ startTime }) => startTime < timing.painted);
    // The loader, which waits for the first paint.
    expect(early.length).toBe(1);
    expect(scripts.get(early[0]?.name ?? '')).toBeLessThan(2_000);
    const weight = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    expect(weight).toBeGreaterThan(50_000);
    expect(weight).toBeLessThanOrEqual(125_000);
    for (const path of [
      ...paths,
      '/testing/testrtc',
      '/camerafailure',
      '/requestrecoverpassword',
      '/resendemail',
      '/?auth=register',
    ]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    expect(foreign).toEqual([]);
    await context.close();
  },
);

for (const colorScheme of ['light', 'dark'] as const)
  story(`[WEB-28] axe finds nothing on any public page, ${colorScheme}`, longIf(colorScheme === 'dark'), async ({ stage }) => {
    const { page, context } = await visitor(stage, { colorScheme, reducedMotion: 'reduce' });
    // Each page in a different language here; every page in every language is tested by the long stories.
    for (const [index, path] of paths.entries())
      expect(await obstacles(page, path, languages[(index + (colorScheme === 'dark' ? 3 : 0)) % languages.length])).toEqual([]);
    await context.close();
  });

story('[WEB-29] without a connection every page shows that it is offline, in the language of the visitor', async ({ stage }) => {
  const { page, context } = await visitor(stage, { locale: 'de-DE' });
  await page.goto('/');
  await alive(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await context.setOffline(true);
  await page.goto('/faq').catch(() => {});
  await expect(page.getByRole('heading', { name: 'Keine Verbindung' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('main').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fragen');
  await context.close();
});

story('[WEB-29] a new version is offered, and loaded when the visitor accepts', async ({ stage }) => {
  const { page, context } = await visitor(stage);
  let version = 1;
  await context.route('**/service-worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n// ${version}` });
  });
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  version = 2;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const offer = page.getByText('There is a new version');
  await expect(offer).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Load it' }).click();
  await reloaded;
  await expect(page.locator('h1')).toBeVisible();
  await expect(offer).toBeHidden();
  await context.close();
});

story('[WEB-30] each page describes itself to search engines and link previews, in its language', async ({ stage }) => {
  const { page, context } = await visitor(stage, { javaScriptEnabled: false });
  const { origin } = stage.server;
  const content = (selector: string) => page.locator(selector).getAttribute(selector.startsWith('link') ? 'href' : 'content');
  const descriptions = new Set<string>();
  for (const path of rendered)
    for (const language of ['en', 'es'] as const) {
      await page.goto(`${path}?lang=${language}`);
      const description = (await content('meta[name="description"]')) ?? '';
      expect(description.length, path).toBeGreaterThan(40);
      expect(await content('meta[property="og:description"]')).toBe(description);
      expect(await content('link[rel="canonical"]')).toBe(`${origin}${path}?lang=${language}`);
      expect(await page.locator('link[rel="alternate"][hreflang]').count()).toBe(languages.length + 1);
      expect(await content('meta[property="og:title"]')).toBe(await page.title());
      descriptions.add(description);
      await page.goto(path);
      expect(await content('link[rel="canonical"]')).toBe(`${origin}${path}`);
    }
  expect(descriptions.size).toBe(rendered.length * 2);
  const picture = await page.request.get((await content('meta[property="og:image"]')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  expect(sitemap.match(/<loc>/g)?.length).toBe(rendered.length * languages.length);
  expect(await (await page.request.get('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok(), src).toBe(true);
  await context.close();
});

story('[WEB-31] the slides can be paused, and stand still with reduced motion', async ({ stage }) => {
  const calm = await visitor(stage, { reducedMotion: 'reduce' });
  await calm.page.goto('/');
  await alive(calm.page);
  const slides = calm.page.getByRole('region', { name: 'How a minute goes' });
  await expect(slides.getByRole('button', { name: 'Play the slides' })).toBeVisible();
  await slides.getByRole('button', { name: 'Next' }).click();
  await expect(slides.getByRole('heading', { name: 'You look at each other' })).toBeInViewport();
  await calm.context.close();
  const { page, context } = await visitor(stage);
  await page.goto('/');
  await alive(page);
  const pause = page.getByRole('button', { name: 'Pause the slides' });
  await pause.click();
  await expect(pause).toBeHidden();
  await context.close();
});

/** The drawn minute on the first page. */
const filmOn = (page: Page) => page.getByRole('region', { name: 'A minute, drawn' });

const durationOf = (page: Page) =>
  filmOn(page).evaluate((film) => film.querySelector('[data-part="one"]')?.getAnimations()[0]?.effect?.getTiming().duration);

/** Moves the drawn minute, whether it plays or not, to a moment (ms), and returns how its parts look there. */
const lookAt = (page: Page, moment: number) =>
  filmOn(page).evaluate((film, at) => {
    const parts = [...film.querySelectorAll('[data-part]')];
    for (const animation of parts.flatMap((part) => part.getAnimations())) animation.currentTime = at;
    return parts.map((part) => [getComputedStyle(part).transform, getComputedStyle(part).opacity]);
  }, moment);

story(
  '[WEB-31] [WEB-92] with reduced motion the captions and the time go on, and the drawing fades from still to still',
  async ({ stage }) => {
    const { page, context } = await visitor(stage, { reducedMotion: 'reduce' });
    await page.goto('/');
    await alive(page);
    const film = filmOn(page);
    await film.getByRole('button', { name: 'Play' }).click();
    await expect(film.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.poll(() => durationOf(page)).toBe(60_000);
    const still = await lookAt(page, 18_000);
    expect(await lookAt(page, 24_000)).toEqual(still);
    await expect(film.getByText('At first neither knows where to look.')).toBeVisible();
    const [[, opacity] = []] = await lookAt(page, 25_000);
    expect(Number(opacity)).toBeLessThan(0.1);
    expect(await lookAt(page, 28_000)).not.toEqual(still);
    await expect(film.getByText('A smile comes, and is returned.')).toBeVisible();
    await context.close();
  },
);

story(
  '[WEB-31] [WEB-32] [WEB-92] the drawn minute lasts a minute, pauses and ends; this is counted, except for visitors who declined',
  async ({ stage }) => {
    const { page, context } = await visitor(stage);
    const counted: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/visit')) counted.push(new URLSearchParams(request.postData() ?? '').get('event') ?? '');
    });
    await page.goto('/');
    await alive(page);
    const film = filmOn(page);
    expect(await film.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
    await film.getByRole('button', { name: 'Play' }).click();
    await expect(film.getByText('Two people who do not know each other')).toBeVisible();
    // Its animation loads when it is first played.
    await expect.poll(() => durationOf(page)).toBe(60_000);
    const first = await lookAt(page, 20_000);
    expect(await lookAt(page, 21_000)).not.toEqual(first);
    await expect(film.getByText('At first neither knows where to look.')).toBeVisible();
    await expect(film.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '35');
    await film.getByRole('button', { name: 'Pause' }).click();
    await film.getByRole('button', { name: 'Play' }).click();
    // To just before the end, which comes by itself.
    await lookAt(page, 59_900);
    await expect(film.getByText('That was one minute.')).toBeVisible();
    const again = film.getByRole('button', { name: 'Play again' });
    await expect(again).toBeVisible();
    expect(counted).toEqual(['page opened', 'film played', 'film paused', 'film played', 'film ended']);
    await again.click();
    await expect(film.getByText('Two people who do not know each other')).toBeVisible();
    await film.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('contentinfo').locator('a[href="/privacychoices"]').click();
    await page.getByRole('checkbox').uncheck();
    await expect(page.getByRole('status').filter({ hasText: 'Your choice is kept' })).toBeVisible();
    const before = counted.length;
    await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
    await expect(page.locator('h1')).toContainText('Terms');
    await page.reload();
    await expect(page.locator('h1')).toContainText('Terms');
    expect(counted.length).toBe(before);
    await context.close();
  },
);

story(
  '[WEB-93] a visitor who registers from the page about us is welcomed there; its rows, with six team entries that open, are marked as samples once',
  async ({ stage }) => {
    const { page, context } = await visitor(stage);
    await page.goto('/about');
    await alive(page);
    const team = page.getByRole('button', { name: /More about/ });
    await expect(team).toHaveCount(6);
    await expect(async () => {
      // The prerendered page reacts once its own script has loaded.
      await team.nth(1).click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Care for the community' })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(team.nth(1)).toBeFocused();
    // Press, team and partners.
    await expect(page.getByRole('main').getByText('Samples: replace them in brand/')).toHaveCount(3);
    await expect(page.getByRole('contentinfo').getByText('Samples: replace them in brand/')).toHaveCount(1);
    await expect(page.getByRole('listitem').filter({ hasText: 'Samples' })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Reader');
    await form.getByLabel('Email', { exact: true }).fill('reader-of-about@example.org');
    await form.getByLabel('Password').fill('a quiet long sentence');
    for (const box of await form.getByRole('checkbox').all()) await box.check();
    await form
      .getByRole('button', { name: /create|register|sign up/i })
      .last()
      .click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByRole('status').filter({ hasText: /welcome/i })).toBeVisible();
    await context.close();
  },
);
