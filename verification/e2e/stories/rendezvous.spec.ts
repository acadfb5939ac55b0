import { quarter } from '@unspoken/contract/rendezvous';
import { bringForward } from '@unspoken/testing/data-folder/rendezvous';
import { long } from '../src/long.ts';
import { accessibilityFindings, overflow } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { regularIn } from '../src/regular-gathering.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const minute = 60_000;
/** Nobody is called by the bell while a gathering takes place. */
const noGathering = async () => ({ environment: regularIn(3 * 3_600_000), close: async () => {} });
const story = storiesWith(
  { ...shortDurations, pairingTimeout: 2_000, keepWaiting: 60_000, rendezvousSweep: 300, ringAcknowledgement: 500 },
  noGathering,
);

interface Listed {
  readonly rendezvous: { readonly startsAt: number; readonly others: number }[];
  readonly most: number;
}

/** What the server says of a person's rendezvous. */
const listOf = ({ page }: Person): Promise<Listed> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/v1/rendezvous', {
      headers: { authorization: `Bearer ${localStorage.getItem('unspoken.token')}` },
    });
    return answer.json();
  });

/** When the next gathering begins, as a clock where this person is shows it; its own zone is another one. */
const nextGathering = ({ page }: Person): Promise<string> =>
  page.evaluate(async () => {
    const { gatherings } = await (await fetch('/api/v1/gatherings')).json();
    const startsAt = Math.min(...gatherings.map((each: { startTimeMillSec: number }) => each.startTimeMillSec));
    return new Date(startsAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  });

/** Waits in vain, and takes the first of the times that are offered then. Returns the words on it. */
async function chooseATime(person: Person): Promise<string> {
  const { page } = person;
  await person.connect();
  const offers = page
    .locator('p', { hasText: /^Or choose a time/ })
    .locator('+ div')
    .getByRole('button');
  await expect(offers).toHaveCount(3, { timeout: 20_000 });
  await expect(page.getByText(/^The next gathering: /)).toContainText(await nextGathering(person));
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  const withOthers = offers.filter({ hasText: 'with' });
  const chosen = (await withOthers.count()) > 0 ? withOthers.first() : offers.last();
  const words = (await chosen.textContent()) ?? '';
  await chosen.click();
  await person.is('present');
  await expect(page.getByText(/^You chose /)).toBeInViewport();
  return words;
}

story(
  '[WEB-176] two who found nobody take the same time, are called when it comes, and meet',
  async ({ couple: [ann, ben], stage }) => {
    for (const each of [ann, ben]) await each.context.grantPermissions(['camera', 'notifications'], { origin: each.origin });
    const time = await chooseATime(ann);
    await expect(ann.page.getByText(`You chose ${time}. Nobody else has so far.`)).toBeVisible();
    expect(await accessibilityFindings(ann.page)).toEqual([]);
    expect(await chooseATime(ben)).toBe(`${time} with 1 other`);
    await expect(ben.page.getByText(`You chose ${time}. 1 other person is coming too.`)).toBeVisible();
    const [own] = (await listOf(ben)).rendezvous;
    expect((own?.startsAt ?? 1) % quarter).toBe(0);
    await ben.page.goto(`${ben.origin}/about`);
    await bringForward(stage.server.environment, { startsAt: own?.startsAt ?? 0, startsIn: 1.5 * minute });
    for (const { page } of [ann, ben]) await expect(page.getByText(/^It’s time: (tomorrow, )?\d\d?:\d\d$/)).toBeVisible();
    expect(await accessibilityFindings(ben.page)).toEqual([]);
    for (const { page } of [ann, ben])
      await page
        .getByRole('status')
        .filter({ hasText: /^It’s time/ })
        .getByRole('button', { name: 'Connect' })
        .click();
    await Promise.all([ann.is('preparing', 30_000), ben.is('preparing', 30_000)]);
    expect((await listOf(ann)).rendezvous).toEqual([]);
  },
);

story(
  '[WEB-176] a member who would be alone is shown where others are, and moves there; a time that was missed is no longer shown',
  long,
  async ({ person, stage }) => {
    const [ann, ben] = [await person('red', 'Ann', { member: true }), await person('blue', 'Ben', { member: true })];
    for (const each of [ann, ben]) await each.context.grantPermissions(['camera', 'notifications'], { origin: each.origin });
    await chooseATime(ann);
    const [own] = (await listOf(ann)).rendezvous;
    // Out of the way of the offers to Ben.
    await bringForward(stage.server.environment, { startsAt: own?.startsAt ?? 0, startsIn: 20 * minute });
    await chooseATime(ben);
    const [others] = (await listOf(ben)).rendezvous;
    const [alone] = (await listOf(ann)).rendezvous;
    await bringForward(stage.server.environment, { startsAt: alone?.startsAt ?? 0, startsIn: 10 * minute });
    const news = ann.page.getByRole('status').filter({ hasText: 'Nobody else chose' });
    await expect(news).toContainText(/1 other person chose (tomorrow, )?\d\d?:\d\d\./);
    expect(await accessibilityFindings(ann.page)).toEqual([]);
    await news.getByRole('button', { name: /^Move to/ }).click();
    await expect(news).toBeHidden();
    await expect(ann.page.getByText(/^You chose .* 1 other person is coming too\./)).toBeVisible();
    const moved = await listOf(ann);
    expect(moved.rendezvous).toMatchObject([{ startsAt: others?.startsAt, others: 1 }]);

    await bringForward(stage.server.environment, { startsAt: others?.startsAt ?? 0, startsIn: -3 * minute + 25_000 });
    await ann.page.reload();
    await expect(ann.page.getByText(/^It’s time/)).toBeVisible();
    // Her page is called, too; the lobby says so already.
    await ann.page.waitForTimeout(1_500);
    await expect(ann.page.getByText(/^(It’s time|You chose)/)).toHaveCount(1);
    await expect(ann.page.getByText(/^(It’s time|You chose)/)).toHaveCount(0, { timeout: 40_000 });
    await ben.page.reload();
    await expect(ben.page.getByRole('button', { name: 'Connect' })).toBeEnabled();
    await expect(ben.page.getByText(/^(It’s time|You chose)/)).toHaveCount(0);
  },
);
