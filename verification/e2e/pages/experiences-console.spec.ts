import type { Locator, Page } from '@playwright/test';
import { becomeFacilitator, becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

story(
  '[WEB-199] an administrator decides about what was submitted, takes an experience down, puts it back, and offers an earlier version',
  async ({ person, stage }) => {
    const [ada, fay, ben] = [
      await person('red', 'Ada', { camera: false }),
      await person('red', 'Fay', { camera: false }),
      await person('blue', 'Ben', { member: true, camera: false }),
    ];
    await becomeModerator(ada, stage.server, 'admin');
    await becomeFacilitator(fay, stage.server);
    const { page } = ada;
    const token = await fay.page.evaluate(() => localStorage.getItem('unspoken.token'));
    const studio = async (path: string, data: object) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await page.request.post(`${ada.origin}/api/v1/studio/${path}`, { headers, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return answer.json();
    };
    const isFree = async () => {
      for (const width of [320, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await accessibilityFindings(page)).toEqual([]);
      }
    };
    const offered = async (name: string, times: number) => {
      await ben.goto('/');
      await expect(ben.page.getByRole('article').first()).toBeVisible();
      await expect(ben.page.getByRole('heading', { name, exact: true })).toHaveCount(times);
    };

    await ada.goto('/admin/experiences');
    const quiet = cardOf(page, 'Five Quiet Minutes');
    await expect(quiet.getByText('version 1 for everybody')).toBeVisible();
    await isFree();
    await quiet.getByText('Change what is offered').click();
    await quiet.getByRole('button', { name: 'Take down' }).click();
    await expect(quiet.getByText('Please give the reason')).toBeVisible();
    await quiet.getByLabel('Reason: it is recorded').fill('It has to be looked at.');
    await isFree();
    await quiet.getByRole('button', { name: 'Take down' }).click();
    await expect(quiet.getByText('· taken down ·')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await offered('Five Quiet Minutes', 0);
    await quiet.getByLabel('Reason: it is recorded').fill('It is fine.');
    await quiet.getByRole('button', { name: 'Put back' }).click();
    await expect(quiet.getByText('offered to everybody')).toBeVisible();
    await offered('Five Quiet Minutes', 1);

    const ownPage = { slug: 'mara', name: 'M. Example', title: {}, bio: {}, pronouns: null, image: null, outboundLink: null };
    await studio('profile', { ...ownPage, published: true });
    const made = await studio('create', {
      type: 'fewbreaths',
      categoryID: await categoryOf(fay, token),
      name: 'Few Breaths',
      language: 'en',
    });
    const said = { time: 1_000, user1Instruction: { en: 'Breathe in.' }, user2Instruction: { en: 'Breathe out.' } };
    const first = { ...made.draft.script, description: { en: 'Breathe together.' }, introTextInstructions: [said] };
    await studio('draft', { type: 'fewbreaths', revision: 0, script: first });
    const submit = (revision: number) => studio('submit', { type: 'fewbreaths', revision, rights: true, noPromotion: true });
    await submit(1);
    await page.reload();
    const breaths = cardOf(page, 'Few Breaths');
    await expect(breaths.getByText('Version 1 has waited for a decision since')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Few Breaths');
    await breaths.getByText('The whole script').click();
    await expect(breaths.getByText('Breathe together.')).toBeVisible();
    await isFree();
    await breaths.getByRole('button', { name: 'Approve for everybody' }).click();
    await expect(breaths.getByText('Please give the reason')).toBeVisible();
    await breaths.getByLabel('Reason').first().fill('Short and clear.');
    await breaths.getByRole('button', { name: 'Approve for everybody' }).click();
    await expect(breaths.getByText('version 1 for everybody')).toBeVisible();
    await offered('Few Breaths', 1);

    await studio('draft', { type: 'fewbreaths', revision: 1, script: { ...first, name: { en: 'Three Breaths' } } });
    await submit(2);
    await page.reload();
    const later = cardOf(page, 'Three Breaths');
    await later.getByText('1 difference from version 1, which is offered').click();
    await expect(later.getByText('until now: Few Breaths')).toBeVisible();
    await isFree();
    await later.getByLabel('Reason').first().fill('Better.');
    await later.getByRole('button', { name: 'Approve for everybody' }).click();
    await expect(later.getByText('version 2 for everybody')).toBeVisible();
    await offered('Three Breaths', 1);
    await later.getByText('Change what is offered').click();
    await later.getByLabel('Reason').fill('The first was better.');
    await later.getByRole('button', { name: 'Offer version 1 to everybody' }).click();
    await expect(later.getByText('version 1 for everybody')).toBeVisible();
    await offered('Few Breaths', 1);

    await ada.goto('/admin/ledger');
    for (const act of ['Experience taken down', 'Experience put back', 'Experience published'])
      await expect(page.getByText(act).first()).toBeVisible();
  },
);

/** The id of the first category of the catalogue. */
async function categoryOf({ page, origin }: Person, token: string | null): Promise<string> {
  const answer = await page.request.get(`${origin}/api/v1/studio/list`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).categories[0].categoryID;
}
