import { expect, type Page } from '@playwright/test';
import { meet, type Person, type PersonOptions } from './person.ts';

type Arrive = (browser: 'red' | 'blue', name: string, options?: PersonOptions) => Promise<Person>;
type Look = Pick<PersonOptions, 'viewport' | 'colorScheme' | 'language'>;

/** Takes two people through every screen of an encounter, and calls `show` with each, as one of them sees it. */
export async function walk(person: Arrive, look: Look, show: (page: Page, name: string) => Promise<void>): Promise<void> {
  const ann = await person('red', 'Ann', look);
  const ben = await person('blue', 'Ben', look);
  const { page } = ann;
  const picture = (name: string) => show(page, name);
  const press = (key: string) => ann.press(ann.text(key));
  await picture('visitor');
  await ann.goto('/?auth=register');
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture('register');
  await ann.goto('/mirror');
  await page.getByRole('button', { name: ann.text('encounters:preparing.start'), exact: true }).waitFor();
  await picture('mirror');
  await press('encounters:preparing.start');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: ann.text('mirror:connect'), exact: true }).waitFor();
  await picture('mirror-over');
  await ann.goto('/');
  await ann.enter();
  await ben.enter();
  await picture('lobby');
  await press('lobby:connect.button');
  await picture('guidance');
  await page.getByRole('button', { name: ann.text('encounters:guidance.accept') }).click();
  await ann.is('waiting');
  await picture('waiting');
  await page.getByRole('heading', { name: ann.text('encounters:waiting.nobody') }).waitFor();
  await picture('paused');
  await press('encounters:waiting.keepWaiting');
  await ben.connect();
  await ann.is('enteringRoom');
  await picture('entering');
  await ann.is('preparing');
  await picture('preparing');
  await ann.start();
  await picture('ready');
  await ben.start();
  await ann.is('connected');
  await page.mouse.move(200, 200);
  await picture('minute');
  await ann.is('disconnected');
  await picture('thank-you');
  await ann.is('digesting');
  await picture('afterwards');
  for (const each of [ann, ben]) {
    await each.is('digesting');
    await each.press(each.text('encounters:digesting.notNow'));
  }
  await picture('circle-question');
  for (const each of [ann, ben]) await each.press(each.text('circle:afterwards.add'));
  await page.getByText(ann.text('circle:afterwards.match')).waitFor();
  await picture('match');
  await page.getByText(ann.text('encounters:digesting.more'), { exact: true }).click();
  await press('moderation:report.open');
  await page.getByRole('dialog').waitFor();
  await picture('report');
  await page.keyboard.press('Escape');
  for (const each of [ann, ben]) {
    await each.moveOn();
    await each.is('present');
  }
  await meet(ann, ben);
  await ann.page.keyboard.press('Escape');
  await page.getByRole('heading', { name: ann.text('encounters:ended.manual_self.title') }).waitFor();
  await picture('ended-by-me');
  await ben.page.getByRole('heading', { name: ben.text('encounters:ended.manual_other.title') }).waitFor();
  await show(ben.page, 'ended-by-them');
  await ben.page.getByRole('button', { name: ben.text('encounters:ended.more'), exact: true }).click();
  await show(ben.page, 'afterwards-early');
  await ben.moveOn();
  await press('encounters:ended.notNow');
  await ann.is('present');
  for (const name of ['circle', 'encounters']) {
    await ann.goto(`/account/${name}`);
    await picture(name);
  }
  await ann.goto('/');
  const link = await ann.invite();
  await picture('invitation');
  const guest = await person('blue', 'Guest', look);
  await guest.page.goto(link);
  await expect(guest.page.locator('h1')).toBeVisible();
  await show(guest.page, 'invited');
  await press('experiences:panel.cancel');
  await ann.goto('/testing/testrtc');
  await picture('connection-test');
}
