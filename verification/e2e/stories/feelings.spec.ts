import type { BrowserContext } from '@playwright/test';
import { answersCounted } from '@unspoken/testing/data-folder/feelings';
import { long } from '../src/long.ts';
import { axeFinds } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, connectionDuration: 15_000, peerNotReadyTimeout: 20_000 });

const label = 'Help to find out whether it helps';
const before = 'How do you feel at this moment?';
const after = /^And how do you feel now\?/;

/** The die falls on its first face, so that what is sent is the truth. */
const truthful = async (context: BrowserContext) => {
  await context.addInitScript(() => {
    const real = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) =>
      (array instanceof Uint8Array && array.length === 1 ? array.fill(0) : real(array)) as never;
  });
};

const scale = (person: Person, name: string | RegExp) => person.page.getByRole('group', { name });
const tap = (person: Person, name: string | RegExp, step: string) =>
  scale(person, name).getByRole('button', { name: step, exact: true }).click();

const isFine = async ({ page }: Person) => {
  expect(await axeFinds(page)).toEqual([]);
};

/** What a person's page posts as its answers. */
function answersOf({ page }: Person): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/feelings')) sent.push(request.postData() ?? '');
  });
  return sent;
}

async function prepareBoth(first: Person, second: Person): Promise<void> {
  await first.connect();
  await first.is('waiting');
  await second.connect();
  await Promise.all([first.is('preparing', 20_000), second.is('preparing', 20_000)]);
}

async function chooseToHelp({ page }: Person): Promise<void> {
  await page.getByText('More choices').click();
  await page.getByLabel(label).check();
}

story(
  '[WEB-260] [WEB-261] two people tap how they feel before and after their minute; only the change is sent, once, and nobody’s is stored',
  async ({ person, stage }) => {
    const [ann, ben] = [await person('red', 'Ann', { prepare: truthful }), await person('blue', 'Ben', { prepare: truthful })];
    for (const each of [ann, ben]) await each.enter();
    const sent = [answersOf(ann), answersOf(ben)];
    await prepareBoth(ann, ben);
    for (const each of [ann, ben]) {
      await expect(scale(each, before)).toBeHidden();
      await chooseToHelp(each);
      await expect(scale(each, before)).toBeVisible();
    }
    await tap(ann, before, 'low');
    await tap(ben, before, 'very good');
    await tap(ben, before, 'good');
    await expect(scale(ben, before).getByRole('button', { pressed: true })).toHaveText('good');
    await isFine(ann);
    await Promise.all([ann.start(), ben.start()]);
    await Promise.all([ann.is('connected'), ben.is('connected')]);
    await expect(scale(ann, before)).toBeHidden();
    // The first tap survives a reload of the page.
    await ben.page.reload();
    await ben.is('connected');
    await Promise.all([ann.is('digesting', 40_000), ben.is('digesting', 40_000)]);
    for (const each of [ann, ben]) await expect(scale(each, after)).toBeVisible();
    await isFine(ann);
    await tap(ann, after, 'very good');
    await tap(ben, after, 'in between');
    for (const each of [ann, ben]) {
      await expect(each.page.getByText('Your device sends a single word')).toBeVisible();
      await expect(scale(each, after)).toBeHidden();
    }
    await isFine(ben);
    // The words that took the focus do not take it back when something else changes.
    const thanks = ann.page.getByRole('button', { name: 'Say thank you' });
    await thanks.focus();
    await ben.press('Say thank you');
    await expect(ann.page.getByText('You were thanked.')).toBeVisible();
    await expect(thanks).toBeFocused();
    const room = expect.stringMatching(/^[\w-]+:[\w-]+$/);
    await expect
      .poll(
        async () => {
          const { by, ...counts } = await answersCounted(stage.server.environment);
          return [new Set(by).size, counts];
        },
        // The first look at the database loads most of the product.
        { timeout: 40_000 },
      )
      .toEqual([2, { worse: 1, same: 0, better: 1 }]);
    expect(sent.map((all) => all.map((body) => Object.fromEntries(new URLSearchParams(body))))).toEqual([
      [{ roomID: room, change: 'better' }],
      [{ roomID: room, change: 'worse' }],
    ]);
    // It is chosen for the next time, too.
    await ann.page.reload();
    await ann.is('present');
    expect(await ann.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unspoken.feelings')))).toEqual(
      [],
    );
    expect(sent[0]).toHaveLength(1);
  },
);

story('[WEB-260] users who have not chosen to help, or have not tapped before, are asked nothing', long, async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  const sent = [answersOf(ann), answersOf(ben)];
  await prepareBoth(ann, ben);
  await chooseToHelp(ann);
  await expect(scale(ann, before)).toBeVisible();
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('digesting', 40_000), ben.is('digesting', 40_000)]);
  for (const each of [ann, ben]) {
    await expect(each.page.getByRole('button', { name: 'Not now' })).toBeVisible();
    await expect(scale(each, after)).toBeHidden();
  }
  expect(sent).toEqual([[], []]);
  // Nor do they load anything for it.
  const loaded = (each: Person) =>
    each.page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/feelings-/.test(name)));
  expect([await loaded(ann), await loaded(ben)]).toEqual([true, false]);
});

story('[WEB-260] a minute that is ended early is not asked about', long, async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await prepareBoth(ann, ben);
  for (const each of [ann, ben]) {
    await chooseToHelp(each);
    await tap(each, before, 'good');
  }
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('connected'), ben.is('connected')]);
  await ann.press('End connection');
  for (const each of [ann, ben]) {
    await each.press('Thank them, or add them to your circle');
    await expect(each.page.getByRole('button', { name: 'Say thank you' })).toBeVisible();
    await expect(scale(each, after)).toBeHidden();
  }
});

story('[WEB-262] an answer that finds no server arrives after a reload, as it was', long, async ({ person, stage }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  const sent = answersOf(ann);
  await prepareBoth(ann, ben);
  await chooseToHelp(ann);
  await tap(ann, before, 'good');
  await Promise.all([ann.start(), ben.start()]);
  await ann.is('digesting', 40_000);
  await ann.page.route('**/api/v1/feelings', (route) => route.abort());
  await tap(ann, after, 'very good');
  await expect.poll(() => sent.length).toBe(1);
  const { by } = await answersCounted(stage.server.environment);
  await ann.page.unroute('**/api/v1/feelings');
  await ann.page.reload();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toBe(sent[0]);
  await expect.poll(async () => (await answersCounted(stage.server.environment)).by.length).toBe(by.length + 1);
  // A failed request is written to the console by the browser.
  ann.problems.length = 0;
});
