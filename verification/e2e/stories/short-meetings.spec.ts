import { long } from '../src/long.ts';
import { axeFinds } from '../src/obstacles.ts';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const [shortMeeting, mediumMeeting] = [14_000, 17_000];
const story = storiesWith({ ...shortDurations, connectionDuration: 40_000, shortMeeting, mediumMeeting, endQuiet: 0 });

const begin = 'Would you rather begin shorter?';
const agree = 'Also meet newcomers who begin with 14 or 17 seconds';
const accessible = async ({ page }: Person) => {
  expect(await axeFinds(page)).toEqual([]);
};

story('[WEB-232] a first meeting of a few seconds pairs people who agree to it, and counts for neither', async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await ann.page.getByText(begin).click();
  await ann.page.getByRole('radio', { name: '14 seconds' }).check();
  await expect(ann.page.getByText('First meetings of 14 seconds at most')).toBeVisible();
  await expect(ann.page.getByLabel(agree)).toBeHidden();
  await accessible(ann);
  await ann.press('Connect');
  await expect(ann.page.getByText('You will look at another person for 14 seconds')).toBeVisible();
  await ann.press('I understand, continue');
  await ann.is('waiting');
  // Ben has not agreed to anything: the two wait side by side.
  await ben.connect();
  await ben.is('waiting');
  await ben.page.waitForTimeout(2_000);
  for (const each of [ann, ben]) await each.is('waiting');
  await ben.press('Cancel');
  await ben.is('present');
  await ben.page.getByLabel(agree).check();
  await ben.press('Connect');
  await Promise.all([ann.is('preparing', 20_000), ben.is('preparing', 20_000)]);
  for (const each of [ann, ben]) await expect(each.page.getByText('You look at each other for 14 seconds.')).toBeVisible();
  await accessible(ann);
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('connected'), ben.is('connected')]);
  const began = Date.now();
  await ann.page.waitForTimeout(1_500);
  await ann.page.reload();
  await ann.is('connected');
  await ann.sees('blue');
  await Promise.all([ann.is('disconnected'), ben.is('disconnected')]);
  expect(Date.now() - began).toBeLessThan(shortMeeting + 5_000);
  await Promise.all([ann.is('digesting'), ben.is('digesting')]);
  for (const each of [ann, ben]) await expect(each.page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  for (const each of [ann, ben]) expect(await each.counters()).toMatchObject({ completedMinutes: 0 });
  for (const each of [ann, ben]) expect(each.problems).toEqual([]);
});

story('[WEB-232] a user who has chosen nothing is asked nothing, and what was chosen stays', long, async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await expect(ann.page.getByRole('radio', { name: '14 seconds' })).toBeHidden();
  await expect(ann.page.getByLabel(agree)).not.toBeChecked();
  await ann.page.getByLabel(agree).check();
  await ann.page.reload();
  await expect(ann.page.getByLabel(agree)).toBeChecked();
  // It has no place among friends.
  await ann.page.getByRole('radio', { name: 'My circle' }).check();
  await expect(ann.page.getByLabel(agree)).toBeHidden();
  await ann.page.getByRole('radio', { name: 'Anyone' }).check();
  await meet(ann, ben);
  await expect(ann.page.getByText('You look at each other for')).toBeHidden();
  await ann.page.waitForTimeout(mediumMeeting);
  await ann.is('connected');
});
