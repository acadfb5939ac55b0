import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({
  ...shortDurations,
  connectionDuration: 15_000,
  afterConnectionDuration: 5_000,
  peerNotReadyTimeout: 20_000,
});

const question = ({ page }: Person) => page.getByRole('dialog', { name: 'Leave this encounter?' });

/** Presses Back, as the key of a phone or the gesture at its edge does. */
async function back(person: Person): Promise<void> {
  await person.page.evaluate(() => history.back());
  await expect(question(person)).toBeVisible();
  await expect(person.page).toHaveURL(`${person.origin}/experience`);
}

story('[WEB-184] Back asks before it leaves an encounter; staying changes nothing', async ({ couple }) => {
  const [ann, ben] = couple;
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await Promise.all(couple.map((each) => each.is('preparing', 30_000)));
  await back(ann);
  await expect(ann.page.getByRole('button', { name: 'Stay' })).toBeFocused();
  expect(await accessibilityFindings(ann.page)).toEqual([]);
  await ann.press('Stay');
  await expect(question(ann)).toBeHidden();
  await ann.is('preparing');
  await Promise.all(couple.map((each) => each.start()));
  await Promise.all(couple.map((each) => each.is('connected')));
  // Escape, which would end the minute, and Back on a phone close the question.
  await back(ann);
  await ann.page.keyboard.press('Escape');
  await expect(question(ann)).toBeHidden();
  await Promise.all([ann.is('connected'), ann.sees('blue'), ben.sees('red')]);
  // It is gone with the minute.
  await back(ann);
  await Promise.all(couple.map((each) => each.is('digesting', 30_000)));
  await expect(question(ann)).toBeHidden();
  // From there Back leads onwards, without a question.
  await ann.page.evaluate(() => history.back());
  await ann.is('present');
  await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect(ann.page).toHaveURL(`${ann.origin}/`);
  await ben.moveOn();
  await meet(ann, ben);
});

story('[WEB-184] leaving by Back ends the connection as End does', async ({ couple: [ann, ben] }) => {
  await meet(ann, ben);
  await back(ann);
  await ann.press('Leave');
  // The question goes together with the screen from which it was asked.
  await expect(ann.page.getByRole('heading', { name: ann.text('encounters:ended.manual_self.title') })).toBeFocused();
  await expect(ben.page.getByRole('heading', { name: ben.text('encounters:ended.manual_other.title') })).toBeVisible();
  await ann.page.evaluate(() => history.back());
  await ann.is('present');
  await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect(ann.page).toHaveURL(`${ann.origin}/`);
  await ben.moveOn();
});

story(
  '[WEB-184] Back from the end of a whole minute leads to the thanks, and from there to the lobby',
  long,
  async ({ couple }) => {
    const [ann] = couple;
    await meet(...couple);
    await ann.is('disconnected', 30_000);
    await ann.page.evaluate(() => history.back());
    await ann.is('digesting');
    await expect(ann.page).toHaveURL(`${ann.origin}/experience`);
    await ann.page.evaluate(() => history.back());
    await ann.is('present');
    await expect(ann.page).toHaveURL(`${ann.origin}/`);
  },
);
