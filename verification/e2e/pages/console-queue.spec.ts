import type { Locator } from '@playwright/test';
import { becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { admin, shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

// On a server of its own, because the order of the queue depends on which other people were reported.
const story = storiesWith(shortDurations);

story(
  '[WEB-96] [WEB-97] a moderator works through the queue by keyboard: facts first, nothing preselected, urgent decisions asked once more',
  async ({ person, stage }) => {
    await admin(stage.server, 'sample');
    const mo = await person('red', 'Mo', { camera: false });
    await becomeModerator(mo, stage.server);
    const { page } = mo;
    const keys = page.keyboard;
    const focused = (target: Locator) => expect(target).toBeFocused();
    const tabTo = async (target: Locator) => {
      const isFocused = () => target.evaluate((element) => element === document.activeElement);
      for (let presses = 0; presses < 40 && !(await isFocused()); presses++) await keys.press('Tab');
      await focused(target);
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const heading = page.getByRole('heading', { level: 1 });
    const decision = page.getByLabel('Decision', { exact: true });
    const choose = async (words: string) => {
      await tabTo(decision);
      await keys.type(words);
      await tabTo(button('Decide'));
      await keys.press('Enter');
    };
    const opensNext = async () => {
      await keys.press('Enter');
      await focused(heading);
      await expect(heading).toHaveText('Reports');
    };

    // The most urgent case: a report of a new account that holds nobody by itself.
    await mo.goto('/admin');
    await tabTo(button('Take the next case'));
    await opensNext();
    expect(await page.locator('main h2').allTextContents()).toEqual([
      'The person',
      'What was reported',
      'History',
      'Your decision',
    ]);
    await expect(page.getByText('Most urgent')).toBeVisible();
    await expect(page.getByText(/saw each other for 21 seconds\. The person who reported ended it\.$/)).toBeVisible();
    await expect(page.locator('main')).not.toContainText(/manual|_self|_other/);
    const boxes = async () => {
      const [facts, form] = await Promise.all(
        ['History', 'Your decision'].map((name) => page.getByRole('heading', { name }).boundingBox()),
      );
      if (!facts || !form) throw new Error('a heading is not shown');
      return { facts, form };
    };
    const wide = await boxes();
    expect(wide.facts.x).toBeLessThan(wide.form.x);
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = await boxes();
    expect(narrow.facts.y).toBeLessThan(narrow.form.y);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1_280, height: 800 });

    // Sent without a choice, the form names and focuses what is missing.
    await expect(decision).toHaveValue('');
    await tabTo(button('Decide'));
    await keys.press('Enter');
    await expect(page.getByText('Please choose a decision')).toBeVisible();
    await focused(decision);

    // An urgent case: even a dismissal is asked once more, and the way back is focused.
    await choose('Dismiss');
    const question = page.getByRole('dialog', { name: 'Dismiss this urgent case?' });
    await expect(question).toContainText('Those who reported are told that no rule was broken.');
    await focused(button('Go back').last());
    expect(await accessibilityFindings(page)).toEqual([]);
    await keys.press('Enter');
    await expect(question).toBeHidden();
    await focused(button('Decide'));
    await keys.press('Enter');
    await expect(question).toBeVisible();
    await keys.press('Escape');
    await focused(button('Decide'));
    await keys.press('Enter');
    await tabTo(button('Yes, decide this'));
    await keys.press('Enter');
    await expect(page.getByText('Your decision has been saved.')).toBeVisible();
    await focused(button('Take the next case'));

    // An ordinary one is decided at once.
    await opensNext();
    await choose('Dismiss');
    await focused(button('Take the next case'));
    await expect(page.getByText('Your decision has been saved.')).toBeVisible();

    // A ban is asked once more in any case, in the words of what happens next.
    await opensNext();
    await choose('Ban');
    await focused(page.getByLabel('Which rule was broken?'));
    await keys.type('You are kind');
    await keys.press('Tab');
    await keys.type('You asked for a telephone number.');
    await tabTo(button('Decide'));
    await keys.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Ban this person?' })).toContainText('A second person has to confirm');
    await tabTo(button('Yes, decide this'));
    await keys.press('Enter');
    await expect(page.getByText('A second person now decides on the ban.')).toBeVisible();
    await focused(button('Take the next case'));
  },
);
