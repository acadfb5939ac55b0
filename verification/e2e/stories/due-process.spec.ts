import { long } from '../src/long.ts';
import { becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { meet, type Person, password } from '../src/person.ts';
import { admin, shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

// On a server of its own, because the next case depends on which other people were reported.
const story = storiesWith(shortDurations);

/** Asserts that no accessibility problem can be found automatically on this page. */
const fine = async ({ page }: Person): Promise<void> => expect(await accessibilityFindings(page)).toEqual([]);

const takeNext = async (moderator: Person, heading: string) => {
  await moderator.goto('/admin');
  await moderator.press('Take the next case');
  await expect(moderator.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
};

story(
  '[MOD-5] [MOD-7] [MOD-10] [MOD-15] [MOD-17] [WEB-36] [WEB-95] [WEB-96] a report leads to a decision, an appeal and a reversal, and moderators see no names',
  async ({ couple, person, stage }) => {
    // The longest story: five people, two decisions and an appeal.
    story.setTimeout(180_000);
    const [ann, ben] = couple;
    await meet(ann, ben);
    await ann.page.mouse.move(200, 200);
    await ann.press('Report');
    const form = ann.page.getByRole('dialog');
    await form.getByLabel('Hate or harassment').check();
    await form.getByLabel(/What should we know/).fill('They held up an insult');
    await form.getByRole('button', { name: 'Send report' }).click();
    await ben.is('digesting');
    await ann.press('To my encounters');
    await expect(ann.page.getByText('You will not meet again')).toBeVisible();
    await expect(ann.page.getByText('Received', { exact: true })).toBeVisible();
    await fine(ann);

    // A moderator's shift.
    const mo = await person('red', 'Mo', { camera: false });
    await becomeModerator(mo, stage.server);
    await fine(mo);
    await takeNext(mo, 'Reports');
    await expect(mo.page.getByText('They held up an insult')).toBeVisible();
    await expect(mo.page.locator('main')).not.toContainText(ann.name);
    await expect(mo.page.locator('main')).not.toContainText(ben.name);
    await mo.page.getByLabel('Note for colleagues').fill('Clear to me');
    await mo.press('Save note');
    await expect(mo.page.getByText('Clear to me').last()).toBeVisible();
    await mo.page.getByLabel('Decision', { exact: true }).selectOption('Suspend');
    await mo.press('Decide');
    await expect(mo.page.getByText('Please choose the rule')).toBeVisible();
    await mo.page.getByLabel('For how many days?').fill('7');
    await mo.page.getByLabel('Which rule was broken?').selectOption('You are kind');
    await mo.page.getByLabel('What happened, in words the person will read').fill('You held up an insult.');
    await fine(mo);
    await mo.press('Preview the email');
    await expect(mo.page.getByRole('dialog')).toContainText('You held up an insult.');
    await mo.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await mo.press('Decide');
    await expect(mo.page.getByRole('heading', { name: 'Cases' })).toBeVisible();
    await ann.page.reload();
    await expect(ann.page.getByText('We have acted')).toBeVisible();

    // The suspended person sees the reasons everywhere, and can appeal.
    expect(await ben.mailed('account')).toContain('/account/standing');
    await ben.moveOn();
    const panel = ben.page.getByRole('alert');
    await expect(panel).toContainText('Your account has been suspended');
    await expect(panel).toContainText('The suspension ends on');
    await expect(panel).toContainText('The rule: You are kind');
    await expect(ben.page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
    await fine(ben);
    await ben.page.getByRole('link', { name: 'Read the reasons' }).click();
    await expect(ben.page.getByText('You held up an insult.')).toBeVisible();
    await fine(ben);
    await ben.press('Appeal this decision');
    await ben.press('Send the appeal');
    await expect(ben.page.getByText('Please say why you think the decision is wrong')).toBeVisible();
    await ben.page.getByLabel('Why is the decision wrong?').fill('It was a shopping list');
    await ben.press('Send the appeal');
    await expect(ben.page.getByText('Somebody else is going to look at it.')).toBeVisible();

    // The first moderator cannot decide on the appeal; another reverses the decision.
    await mo.goto('/admin');
    await mo.press('Take the next case');
    await expect(mo.page.getByText('There is no case for you right now')).toBeVisible();
    await expect(mo.page.getByRole('button', { name: 'Take the next case' })).toBeFocused();
    const ma = await person('red', 'Ma', { camera: false });
    await becomeModerator(ma, stage.server);
    await takeNext(ma, 'Appeal');
    await expect(ma.page.getByText('It was a shopping list').first()).toBeVisible();
    await fine(ma);
    await ma.press('Decide');
    await expect(ma.page.getByText('Please choose a decision')).toBeVisible();
    await expect(ma.page.getByLabel('Decision', { exact: true })).toBeFocused();
    await ma.page.getByLabel('Decision', { exact: true }).selectOption('The decision was wrong: take it back');
    await ma.page.getByLabel('What happened, in words the person will read').fill('A list, and no insult.');
    await ma.press('Decide');
    await expect(ma.page.getByText('Take the decision back?')).toBeVisible();
    await ma.press('Yes, decide this');
    await expect(ma.page.getByText('There are no open cases right now.')).toBeVisible();
    // The open page is updated without a reload.
    await expect(ben.page.getByText('Your account is in good standing.')).toBeVisible();
    await expect(ben.page.getByText('reversed the decision')).toBeVisible();
    await ben.page.getByRole('link', { name: 'Unspoken' }).first().click();
    await ben.connect();
    await ben.is('waiting');
  },
);

story('[MOD-2] [WEB-36] Escape leaves at once; a member can block a person without a report', long, async ({ couple }) => {
  const [ann, ben] = couple;
  await meet(ann, ben);
  await ann.page.keyboard.press('Escape');
  await ann.is('digesting');
  await ben.is('digesting');
  await ann.goto('/account/encounters');
  await ann.page.getByRole('button', { name: /^Never again: the person/ }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Never again' }).click();
  await expect(ann.page.getByText('You will not meet again')).toBeVisible();
  await expect(ann.page.getByText('Your reports')).toHaveCount(0);
});

story(
  '[WEB-37] an admin can show the minute full screen, and other members are not offered it',
  long,
  async ({ couple, stage }) => {
    const [ada, ben] = couple;
    await admin(stage.server, 'grant', ada.email, 'admin');
    await ada.page.evaluate(() => localStorage.clear());
    await ada.signIn(ada.email, password);
    await ada.is('present');
    await meet(ada, ben);
    const full = () => ada.page.evaluate(() => document.fullscreenElement !== null);
    await ada.page.mouse.move(200, 200);
    await ada.press('Full screen');
    await expect.poll(full).toBe(true);
    await ada.page.mouse.move(220, 220);
    await ada.press('Full screen');
    await expect.poll(full).toBe(false);
    await expect(ben.page.getByRole('button', { name: 'Full screen' })).toHaveCount(0);
  },
);
