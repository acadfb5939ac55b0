import AxeBuilder from '@axe-core/playwright';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, connectionDuration: 40_000, peerNotReadyTimeout: 20_000 });

/** Opens the choices of preparing, and makes these. */
async function choose(person: Person, ...labels: string[]): Promise<void> {
  await person.page.getByText('More choices').click();
  for (const label of labels) await person.page.getByLabel(label).check();
}

/** Brings two people into the minute, with what they do before Start. */
async function meetAfter(first: Person, second: Person, before: () => Promise<void>): Promise<void> {
  await first.connect();
  await first.is('waiting');
  await second.connect();
  await Promise.all([first.is('preparing', 20_000), second.is('preparing', 20_000)]);
  await before();
  await Promise.all([first.start(), second.start()]);
  await Promise.all([first.is('connected'), second.is('connected')]);
}

const lines = async (person: Person): Promise<number> => (await person.sizeOf('partner'))[1];

story('[WEB-227] soft pictures arrive with few lines, until both have asked to see clearly', async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await meetAfter(ann, ben, async () => {
    await choose(ann, 'Begin softly');
    await expect(ann.page.getByTestId('self')).toHaveCSS('filter', /blur/);
  });
  for (const each of [ann, ben]) {
    await expect(each.page.getByText('You see each other softly.')).toBeVisible();
    await expect(each.page.getByTestId('partner')).toHaveCSS('filter', /blur/);
    await expect.poll(() => lines(each)).toBeLessThanOrEqual(90);
  }
  await ben.press('See clearly');
  await expect(ann.page.getByText('The other person would like to see clearly.')).toBeVisible();
  await expect(ben.page.getByText('The other person has not yet.')).toBeVisible();
  await ann.page.waitForTimeout(1_500);
  for (const each of [ann, ben]) expect(await lines(each)).toBeLessThanOrEqual(90);
  // Whoever has asked stays so when the page is reloaded, and learns again what the other wishes.
  await ben.page.reload();
  await ben.is('connected');
  await ben.sees('red');
  await expect(ben.page.getByText('The other person has not yet.')).toBeVisible();
  expect(await lines(ben)).toBeLessThanOrEqual(90);
  await ann.press('See clearly');
  for (const each of [ann, ben]) {
    await expect.poll(() => lines(each)).toBeGreaterThan(90);
    await expect(each.page.getByTestId('partner')).toHaveCSS('filter', 'none');
    await expect(each.page.getByRole('button', { name: 'See clearly' })).toBeHidden();
  }
  await ann.press('End connection');
});

story(
  '[WEB-228] who wishes says that it is their first minute, or that they do not see; their own picture can be hidden',
  async ({ person }) => {
    const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
    for (const each of [ann, ben]) await each.enter();
    await meetAfter(ann, ben, async () => {
      await choose(ann, 'Say that it is my first minute', 'Say that I do not see', 'Hide my own picture');
      await expect(ann.page.getByTestId('self')).toBeVisible();
      const found = await new AxeBuilder({ page: ann.page }).analyze();
      expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    });
    for (const sign of ['This is my first minute.', 'I do not see you; I hear that you are there.']) {
      await expect(ben.page.getByText(sign)).toBeVisible();
      await expect(ann.page.getByText(sign)).toBeHidden();
    }
    await expect(ann.page.getByTestId('self')).toBeHidden();
    await expect(ben.page.getByTestId('self')).toBeVisible();
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await ben.page.reload();
    await ben.is('connected');
    await expect(ben.page.getByText('This is my first minute.')).toBeVisible();
    await ann.press('End connection');
  },
);

story('[WEB-228] nothing is said of somebody who wishes nothing', async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await meet(ann, ben);
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  for (const each of [ann, ben]) {
    await expect(each.page.getByText('This is my first minute.')).toBeHidden();
    expect(await lines(each)).toBeGreaterThan(90);
  }
  await ann.press('End connection');
});
