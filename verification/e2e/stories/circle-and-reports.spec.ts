import { accessibilityFindings } from '../src/obstacles.ts';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith, story } from '../src/stage.ts';

const toDigesting = (people: readonly Person[]) =>
  Promise.all(
    people.map(async (each) => {
      await expect(each.page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 15_000 });
      // It goes on by itself after a moment.
      await expect(async () => {
        const state = await each.page.locator('body').getAttribute('data-user-state');
        if (state !== 'digesting') await each.page.getByRole('button', { name: 'Continue' }).click({ timeout: 1_000 });
        await expect(each.page.locator('body')).toHaveAttribute('data-user-state', 'digesting', { timeout: 1_000 });
      }).toPass({ timeout: 20_000 });
    }),
  );

story(
  '[CIR-1] [CIR-2] [CIR-4] [WEB-15] [WEB-91] [WEB-103] two people add each other, meet again in the circle’s pool, and remove each other',
  async ({ couple }) => {
    const [ann, ben] = couple;
    await meet(ann, ben);
    await toDigesting(couple);
    for (const each of couple) await each.press('Not now');
    await ann.press('Add to my circle');
    await expect(ann.page.getByText('You have added them.')).toBeVisible();
    await expect(ann.page.getByRole('button', { name: 'Remove from my circle' })).toBeFocused();
    await expect(ben.page.getByText('They would like to meet you again.')).toBeVisible();
    await ben.press('Add to my circle');
    for (const each of couple) await expect(each.page.getByText('You are in each other’s circle.')).toBeVisible();
    // Only now does each learn the other's first name.
    await expect(ann.page.getByRole('heading', { name: ben.name })).toBeVisible();
    await expect(ben.page.getByRole('heading', { name: ann.name })).toBeVisible();
    await ann.page.getByText('More', { exact: true }).click();
    await ann.press('Remove from my circle');
    await expect(ann.page.getByRole('button', { name: 'Add to my circle' })).toBeVisible();
    await ann.press('Add to my circle');
    await expect(ann.page.getByText('You are in each other’s circle.')).toBeVisible();
    for (const each of couple) {
      await each.moveOn();
      await each.is('present');
      await expect(each.page.getByTestId('presence')).toContainText('1 from your circle');
    }

    await ann.page.getByRole('link', { name: 'My circle' }).click();
    await expect(ann.page.getByRole('heading', { name: ben.name })).toBeVisible();
    await expect(ann.page.getByText('here now')).toBeVisible();
    await ann.page.getByLabel(`Private note on ${ben.name}`).fill('Kind eyes');
    await ann.page.getByRole('button', { name: `Save the note on ${ben.name}` }).click();
    await expect(ann.page.getByText('Saved.')).toBeVisible();
    await ann.page.reload();
    await expect(ann.page.getByLabel(`Private note on ${ben.name}`)).toHaveValue('Kind eyes');
    await ann.goto('/');

    for (const each of couple) await each.page.getByLabel('My circle').check();
    await meet(ann, ben);
    await ann.press('End connection');
    await ann.press('Thank them, or add them to your circle');
    await ann.press('Say thank you');
    await expect(ann.page.getByText('You are in each other’s circle.')).toBeVisible();
    await expect(ann.page.getByRole('heading', { name: ben.name })).toBeVisible();
    for (const each of couple) await each.moveOn();

    // Ann asks Ben for a minute; he declines without sending a reply, and the second time accepts.
    const askBen = async () => {
      await ann.page.getByRole('link', { name: 'My circle' }).click();
      await ann.page.getByRole('button', { name: `Ask for a minute: ${ben.name}` }).click();
      await expect(ann.page.getByRole('heading', { name: `Waiting for ${ben.name}` })).toBeVisible();
    };
    const asked = ben.page.getByText(`${ann.name} would like to share a minute with you.`);
    await askBen();
    await expect(asked).toBeVisible();
    expect(await accessibilityFindings(ben.page)).toEqual([]);
    await ben.page.reload();
    await ben.press('Not now');
    await expect(asked).toBeHidden();
    await ben.page.reload();
    await ben.is('present');
    await expect(asked).toBeHidden();
    await ann.press('Stop waiting');
    await ann.is('present');
    await askBen();
    await ben.press('Meet them');
    await Promise.all(couple.map((each) => each.is('preparing', 20_000)));
    await ann.press('Cancel');
    await Promise.all(couple.map((each) => each.is('present')));
    await ben.page.getByRole('link', { name: 'My circle' }).click();
    await ben.page.getByRole('button', { name: `Remove ${ann.name}` }).click();
    await ben.press('Remove');
    await expect(ben.page.getByText('There is no one in your circle yet.')).toBeVisible();
    await ann.page.getByLabel('My circle').check();
    await ann.press('Connect');
    await expect(ann.page.getByRole('heading', { name: 'There is no one in your circle' })).toBeVisible();
  },
);

story(
  '[MOD-2] [MOD-3] [MOD-33] [WEB-16] [WEB-94] a member reports during the minute, and the two are not paired again',
  async ({ couple }) => {
    const [ann, ben] = couple;
    await meet(ann, ben);
    await ann.page.mouse.move(200, 200);
    await ann.press('Report');
    const form = ann.page.getByRole('dialog');
    const boxes = form.getByRole('checkbox');
    // The gravest reasons first; that they cancelled comes last, before "something else".
    await expect(boxes).toHaveCount(13);
    const names = await form.locator('label:has(input[type="checkbox"])').allTextContents();
    expect([names[0], names[11], names[12]]).toEqual(['Seems under 18', 'They cancelled the connection', 'Something else']);
    await boxes.nth(5).focus();
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(form.getByRole('alert')).toHaveText('Your report has not been sent yet. Please choose what happened.');
    await expect(form.getByText('Please choose what happened', { exact: true })).toBeVisible();
    await expect(boxes.first()).toBeFocused();
    await expect(boxes.first()).toHaveAccessibleDescription('Please choose what happened');
    // A description alone is not a reason; that the two are not paired again is stated, not asked.
    await form.getByLabel(/What should we know/).fill('They held up a number');
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(boxes.first()).toBeFocused();
    await form.getByLabel(/What should we know/).fill('');
    await expect(form.getByText('you two will not be paired again')).toBeVisible();
    await expect(form.getByRole('checkbox', { name: /meet this person again/ })).toHaveCount(0);
    await form.getByRole('checkbox', { name: 'Something else' }).check();
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(form.getByRole('alert')).toHaveText('Your report has not been sent yet. Please describe what happened.');
    await expect(form.getByLabel(/What should we know/)).toBeFocused();
    await expect(form.getByLabel(/What should we know/)).toHaveAccessibleDescription('Please describe what happened');
    await form.getByLabel('Many gestures').check();
    await form.getByRole('checkbox', { name: 'Something else' }).uncheck();
    await expect(form.getByRole('alert')).toBeHidden();
    await form.getByLabel('Offensive behaviour').check();
    await ann.page.route('**/api/v1/userreport', (route) => route.abort(), { times: 1 });
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(form.getByText('Your report could not be sent.')).toBeVisible();
    await expect(form.getByLabel('Many gestures')).toBeChecked();
    await form.getByRole('button', { name: 'Send report' }).click();
    // One screen, and nothing else: neither picture is on the page any more.
    await expect(ann.page.getByRole('heading', { name: 'You two are separated for good' })).toBeFocused();
    await expect(ann.page.locator('video, dialog, nav, footer')).toHaveCount(0);
    expect(await accessibilityFindings(ann.page)).toEqual([]);
    await ann.is('present');
    await ben.is('digesting');
    await expect(ben.page.getByText('report', { exact: false })).toHaveCount(1);
    await ben.moveOn();
    // Escape leaves for the lobby, where nothing is left of it; Back does not lead to it again.
    await ann.page.keyboard.press('Escape');
    await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await expect(ann.page).toHaveURL(`${ann.origin}/`);
    await expect(ann.page.getByText(/report|separated|Thank you(?!, aloud)/i)).toHaveText(['Report a problem']);
    await ann.page.goBack();
    await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await expect(ann.page.getByRole('heading', { name: 'You two are separated for good' })).toBeHidden();
    for (const each of couple) {
      await each.connect();
      await each.is('waiting');
    }
    await ann.page.waitForTimeout(1_000);
    for (const each of couple) {
      await each.is('waiting');
      await each.press('Cancel');
      await each.is('present');
    }

    await ben.goto('/account/encounters');
    await expect(ben.page.getByText('seconds together').or(ben.page.getByText('second together')).first()).toBeVisible();
    await ben.page.getByRole('button', { name: /Report the encounter of/ }).click();
    await ben.page.getByRole('dialog').getByLabel('Written signs').check();
    await ben.page.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
    await expect(ben.page.getByRole('heading', { name: 'You two are separated for good' })).toBeFocused();
    await ben.press('To my encounters');
    await expect(ben.page.getByText('Reported', { exact: true })).toBeVisible();
    await expect(ben.page.getByText('Received', { exact: true })).toBeVisible();
  },
);

const slowly = storiesWith({ ...shortDurations, afterConnectionDuration: 30_000, peerNotReadyTimeout: 30_000 });
slowly(
  '[MOD-34] [WEB-94] an encounter that ended before its minute can be reported by both sides on the ending screen',
  async ({ couple }) => {
    const [ann, ben] = couple;
    for (const each of couple) await each.connect();
    for (const each of couple) await each.is('preparing');
    await ann.press('Cancel');
    for (const each of couple) {
      await each.is('disconnected');
      await each.press('Report');
      const form = each.page.getByRole('dialog');
      await form.getByLabel('They cancelled the connection').check();
      await form.getByRole('button', { name: 'Send report' }).click();
      await expect(each.page.getByRole('link', { name: '112' })).toHaveAttribute('href', 'tel:112');
      // A reload does not bring the screen back.
      if (each === ben) await each.page.reload();
      else await each.press('Leave now');
      await expect(each.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
      await each.is('present');
      await each.goto('/account/encounters');
      await expect(each.page.getByText('Reported', { exact: true })).toBeVisible();
    }
  },
);
