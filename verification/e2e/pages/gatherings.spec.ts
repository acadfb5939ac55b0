import type { Locator, Page } from '@playwright/test';
import type { Gathering } from '@unspoken/contract/gatherings';
import { readCalendar } from '@unspoken/testing/calendar/reader';
import { endGathering, insertGathering } from '@unspoken/testing/data-folder/gathering';
import { accessibilityFindings, layoutShift, overflow } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { regularIn } from '../src/regular-gathering.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const hour = 3_600_000;
/** The server sees soon what is written beside it. */
const durations = { ...shortDurations, settingsCheck: 300 };
const story = storiesWith(durations, async () => ({ environment: regularIn(3 * hour), close: async () => {} }));
/** On this server the daily gathering has begun a minute ago. */
const running = storiesWith(durations, async () => ({ environment: regularIn(-60_000), close: async () => {} }));

const noticeOf = (page: Page): Locator => page.getByRole('region', { name: 'Gatherings' });

/** What a calendar program reads in somebody's mails: of each file the method, the gathering, the sequence and the start. */
async function calendarsOf({ page, origin, email }: Person): Promise<string[]> {
  const answer = await page.request.get(`${origin}/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const mails = (await answer.json()) as { readonly calendar: string | null }[];
  return mails
    .flatMap(({ calendar }) => (calendar ? [readCalendar(calendar)] : []))
    .flatMap(({ method, events }) =>
      events.map(({ uid, sequence, start }) => [method, uid.split('@')[0], sequence, start].join(' ')),
    )
    .toSorted();
}

story(
  '[WEB-140] a member registers, changes and unregisters in the lobby, by keyboard, and so in their calendar',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    const notice = noticeOf(page);
    await expect(notice).toContainText(/Daily gathering.*in 3 hours, .*\d\d:\d\d your time/);
    const explanation = notice.getByText('At a gathering many people are here');
    await notice.getByRole('button', { name: 'What are gatherings?' }).press('Enter');
    await expect(explanation).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(explanation).toBeHidden();

    await notice.getByRole('button', { name: 'Register: Daily gathering' }).press('Enter');
    await expect(notice.getByText(/^You are registered\. A calendar file/)).toBeFocused();
    const file = await notice.getByRole('link', { name: 'Calendar: Daily gathering' }).getAttribute('href');
    expect(await (await page.request.get(`${ann.origin}${file}`)).text()).toContain('BEGIN:VEVENT');
    await notice.getByRole('button', { name: 'Change: Daily gathering' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Which one instead?' });
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Daily gathering' }).press('Enter');
    await expect(notice.getByText(/^You are registered for this one now/)).toBeFocused();
    await expect(dialog).toBeHidden();
    await expect(notice).toContainText('in 27 hours');
    await page.reload();
    await expect(notice).toContainText('in 27 hours');
    await expect(notice).toContainText('You are registered');
    await notice.getByRole('button', { name: 'Unregister: Daily gathering' }).press('Enter');
    await expect(notice.getByText('You are no longer registered.')).toBeFocused();
    await expect(notice).toContainText('in 3 hours');
    await expect(notice.getByRole('button', { name: 'Register: Daily gathering' })).toBeEnabled();

    const { gatherings } = await (await page.request.get(`${ann.origin}/api/v1/gatherings`)).json();
    const [first, second] = (gatherings as Gathering[]).filter((each) => each.startTimeMillSec > Date.now());
    const files = [first, second].flatMap((each) =>
      ['REQUEST 0', 'CANCEL 1'].map((file) => {
        const [method, sequence] = file.split(' ');
        return `${method} ${each?.gatheringID} ${sequence} ${each?.startTimeMillSec}`;
      }),
    );
    await expect.poll(() => calendarsOf(ann), { timeout: 15_000 }).toEqual(files.toSorted());
  },
);

story('[WEB-141] the notice moves nothing and covers nothing, whatever the width', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  for (const [width, height] of [
    [320, 640],
    [360, 640],
    [390, 844],
    [1_280, 800],
    [1_920, 1_080],
  ] as const) {
    await page.setViewportSize({ width, height });
    let show = () => {};
    const held = new Promise<void>((resolve) => {
      show = resolve;
    });
    await page.route('**/api/v1/gatherings', (route) => held.then(() => route.continue()));
    await page.reload();
    await expect(page.getByTestId('presence')).toContainText('here');
    const before = await layoutShift(page);
    show();
    await expect(noticeOf(page)).toContainText('Daily gathering');
    expect((await layoutShift(page)) - before, `${width} px`).toBe(0);
    await page.unroute('**/api/v1/gatherings');
    expect(await overflow(page), `${width} px`).toBe(0);
    const [above, below] = [await noticeOf(page).boundingBox(), await connect.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0), `${width} px`).toBeLessThanOrEqual(below?.y ?? 0);
    // Connect is seen without scrolling, except on the smallest phone.
    if (width > 320) expect((below?.y ?? 0) + (below?.height ?? 0), `${width} px`).toBeLessThanOrEqual(height);
  }
});

running('[WEB-140] while the daily gathering takes place, the notice has Connect', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const notice = noticeOf(ann.page);
  await expect(notice).toContainText(/Now, until \d\d:\d\d/);
  expect(await accessibilityFindings(ann.page)).toEqual([]);
  await notice.getByRole('button', { name: 'Connect: Daily gathering' }).click();
  await ann.is('firstTimeGuidance');
});

story(
  '[WEB-142] [WEB-144] [WEB-165] the lobby leads to a private space once, and afterwards to the survey',
  async ({ person, stage }) => {
    const { environment } = stage.server;
    const [ann, ben] = await Promise.all([person('red', 'Ann', { member: true }), person('blue', 'Ben', { member: true })]);
    const { page } = ann;
    const { id, groupID } = await insertGathering(environment, { name: 'A quiet hour', startsIn: 4_000, length: hour });
    const headers = { authorization: `Bearer ${ann.token}` };
    const post = (action: string, form: Record<string, string>) =>
      page.request.post(`${ann.origin}/api/v1/gatherings/${action}`, { headers, form });
    await expect.poll(async () => (await post('register', { groupID })).status()).toBe(200);
    await ann.goto('/');
    const notice = noticeOf(page);
    await expect(page).toHaveURL(`${ann.origin}/groupspace/${groupID}`, { timeout: 15_000 });
    await page.goBack();
    await expect(page).toHaveURL(`${ann.origin}/`);
    await expect(notice).toContainText('Now, until');
    await page.reload();
    await expect(notice.getByRole('link', { name: 'Go in' })).toHaveAttribute('href', `/groupspace/${groupID}`);
    await expect(page).toHaveURL(`${ann.origin}/`);

    const welcome = page.getByRole('heading', { level: 1, name: 'A quiet hour' });
    await notice.getByRole('link', { name: 'Go in' }).click();
    await expect(welcome).toBeVisible();
    await page.getByRole('link', { name: 'Back to the lobby' }).click();
    await post('unregister', { gatheringID: id });
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'You are no longer in this gathering' })).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await ann.press('Register again');
    await expect(welcome).toBeVisible();
    await page.getByRole('link', { name: 'Back to the lobby' }).click();

    await endGathering(environment, id, 1_000);
    await page.reload();
    await expect(notice).toContainText('Thank you for being there', { timeout: 15_000 });
    await expect(notice).toContainText('Closes in 10 minutes');
    expect(await accessibilityFindings(page)).toEqual([]);
    await notice.getByRole('link', { name: 'Tell us how it was' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
    await expect(page.getByText('We may write to you')).toBeVisible();
    await ann.press('Change my answer');
    const answered = page.waitForRequest('**/surveyanswer');
    await page.getByRole('button', { name: 'No' }).click();
    expect((await answered).postData()).toBe(new URLSearchParams({ experiment: id, response: 'no' }).toString());
    await expect(page.getByText('We have your answer.')).toBeVisible();
    await expect(page.getByText('We may write to you')).toHaveCount(0);

    await ben.goto(`/survey/${id}/yes`);
    await ben.page.getByRole('button', { name: 'Yes' }).click();
    await expect(ben.page.getByText('This question is for the people who registered or came.')).toBeVisible();
  },
);

story('[WEB-144] a survey’s link sends nothing; signed out it asks to sign in, or takes the mailed link', async ({ person }) => {
  const eve = await person('red', 'Eve');
  const { page } = eve;
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && request.url().includes('survey') && sent.push(request.url()));
  await eve.goto('/survey/regular-europe-berlin-2026-01-01/yes');
  await expect(page.getByText('Please sign in to answer')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await eve.goto('/survey/regular-europe-berlin-2026-01-01/yes?t=invented');
  await expect(page.getByText('The link you followed says “Yes”.')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'This survey is closed.' })).toBeFocused();
  expect(sent).toHaveLength(1);
  await page.getByRole('main').getByRole('link', { name: 'To the lobby' }).click();
  await expect(page).toHaveURL(`${eve.origin}/`);
});

story('[WEB-143] everybody reads the gatherings by day, and one of them; a member registers there', async ({ person }) => {
  const eve = await person('red', 'Eve');
  const { page } = eve;
  await page.locator('summary').click();
  await page.getByRole('navigation').getByRole('link', { name: 'Gatherings' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Daily gathering' })).toHaveCount(3);
  await expect(main.getByRole('region', { name: 'Just over' })).toContainText('Over');
  await expect(main.getByRole('button')).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await main.getByRole('link', { name: 'Daily gathering' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Daily gathering' })).toBeVisible();
  await expect(page).toHaveTitle(/^Daily gathering · /);
  await expect(main).toContainText('in 3 hours');
  expect(await accessibilityFindings(page)).toEqual([]);
  const path = new URL(page.url()).pathname;
  await main.getByRole('link', { name: 'Create an account to take part' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create account' })).toBeVisible();
  await eve.goto('/gathering/none');
  await expect(page.getByRole('heading', { name: 'There is no such gathering.' })).toBeVisible();

  const ann = await person('blue', 'Ann', { member: true });
  await ann.goto(path);
  await ann.page.getByRole('button', { name: 'Register: Daily gathering' }).click();
  await expect(ann.page.getByText(/^You are registered\. A calendar file/)).toBeFocused();
  await ann.goto('/gatherings');
  await expect(ann.page.getByRole('button', { name: 'Unregister: Daily gathering' })).toHaveCount(1);
  await ann.press('Add all my gatherings to my calendar');
  const address = await ann.page.getByLabel('Private address').inputValue();
  await expect(ann.page.getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
    'href',
    address.replace(/^http:/, 'webcal:'),
  );
  expect(await (await ann.page.request.get(address)).text()).toContain('BEGIN:VEVENT');
  expect(await accessibilityFindings(ann.page)).toEqual([]);
  await ann.press('Revoke the address');
  await expect(ann.page.getByText('Your calendar can no longer read anything here.')).toBeVisible();
  expect((await ann.page.request.get(address)).status()).toBe(404);
});

story('[WEB-140] a visitor’s lobby tells of the next gathering once it is in the window', async ({ person }) => {
  const eve = await person('red', 'Eve');
  const { page } = eve;
  await expect(noticeOf(page)).toHaveCount(0);
  await page.getByRole('heading', { name: 'Relate to others' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, -400);
  await expect(noticeOf(page)).toContainText('in 3 hours');
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  expect(await accessibilityFindings(page)).toEqual([]);
  await noticeOf(page).getByRole('link', { name: 'Create an account to take part' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create account' })).toBeVisible();
});
