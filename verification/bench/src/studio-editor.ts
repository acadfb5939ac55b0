import type { Page } from '@playwright/test';
import type { Script } from '@unspoken/contract/scripts';
import { launchWithoutCamera } from '@unspoken/e2e/browsers';
import { becomeFacilitator } from '@unspoken/e2e/moderator';
import { Person } from '@unspoken/e2e/person';
import { startServer } from '@unspoken/e2e/server';
import { median } from '../../../tools/figures.ts';

/**
 * How long the studio's editor takes from a key to the next picture (Interaction to Next Paint, web.dev/inp), with 300 items beside 10 in the
 * same run, and what its code weighs. Source: requirements/studio 7.8. `--runs`: how many.
 */
const runs = Number(process.argv[process.argv.indexOf('--runs') + 1] || 5) || 5;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A draft with this many texts, all of which keep the rules. */
const draftOf = (draft: Script, items: number): Script => ({
  ...draft,
  ...{ introDuration: 20_000, connectionDuration: 1_200_000 },
  textInstructions: Array.from({ length: items }, (_, i) => {
    const words = { en: `Look at the other person, and breathe. ${i}` };
    return { time: i * 5_000, user1Instruction: words, user2Instruction: words };
  }),
});

/** The longest of the interactions since the page was opened, ms, in steps of 8 ms. */
const longest = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { longest: number }).longest);

async function work(page: Page): Promise<number> {
  await page.evaluate(() => {
    Object.assign(window, { longest: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { interactionId: number; duration: number }[])
        if (entry.interactionId > 0) {
          const all = window as unknown as { longest: number };
          all.longest = Math.max(all.longest, entry.duration);
        }
    }).observe({ type: 'event', durationThreshold: 16 } as object);
  });
  const field = page.getByLabel(/^Person 1 reads at 0:10$/);
  await field.click();
  await page.keyboard.type(' And now, slowly.', { delay: 60 });
  await page.getByLabel('Time of the text').nth(2).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp', { delay: 60 });
  await page.getByRole('checkbox', { name: 'Moving something' }).check();
  await page.getByLabel('Time of the text').nth(1).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp', { delay: 60 });
  for (let i = 0; i < 6; i++) await page.keyboard.press('Control+z', { delay: 60 });
  await page.waitForTimeout(500);
  return longest(page);
}

const server = await startServer({});
const browser = await launchWithoutCamera();
try {
  const ada = await Person.arrive(browser, server.origin, 'Ada', { camera: false });
  await becomeFacilitator(ada, server);
  const { page } = ada;
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('unspoken.token'))}` };
  const api = async (path: string, data?: object) => {
    const url = `${ada.origin}/api/v1/studio/${path}`;
    return (await (data ? page.request.post(url, { headers, data }) : page.request.get(url, { headers }))).json();
  };
  const { categories } = await api('list');
  for (const [type, items] of [
    ['few', 10],
    ['many', 300],
  ] as const) {
    const { draft } = await api('create', { type, categoryID: categories[0].categoryID, name: type, language: 'en' });
    await api('draft', { type, revision: 0, script: draftOf(draft.script, items) });
  }
  const figures: Record<string, number[]> = { few: [], many: [] };
  for (let run = 0; run < runs; run++)
    for (const type of ['few', 'many']) {
      await ada.goto(`/studio/experience/${type}`);
      await page.getByLabel(/^Person 1 reads at 0:10$/).waitFor();
      figures[type]?.push(await work(page));
    }
  for (const [type, all] of Object.entries(figures))
    print(
      `${type === 'few' ? '10 items ' : '300 items'}  longest interaction: median ${median(all)} ms, most ${Math.max(...all)} ms`,
    );
  await ada.goto('/studio');
  await page.getByRole('heading', { name: 'Studio' }).waitFor();
  const scripts = (): Promise<Record<string, number>> =>
    page.evaluate(() =>
      Object.fromEntries(
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ name, encodedBodySize }) => [name, encodedBodySize]),
      ),
    );
  const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((all, each) => all + each, 0);
  await ada.goto('/');
  await page.getByRole('main').waitFor();
  const lobby = await scripts();
  await ada.goto('/studio/experience/many');
  await page.getByLabel(/^Person 1 reads at 0:10$/).waitFor();
  const editor = await scripts();
  const own = sum(Object.fromEntries(Object.entries(editor).filter(([name]) => !(name in lobby))));
  print(
    `scripts of the editor that the lobby does not have: ${(own / 1_000).toFixed(1)} kB (all of its page: ${(sum(editor) / 1_000).toFixed(1)} kB)`,
  );
} finally {
  await browser.close();
  await server.stop();
}
