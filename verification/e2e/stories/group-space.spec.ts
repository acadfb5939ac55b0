import { endGathering, insertGathering } from '@unspoken/testing/data-folder/gathering';
import { long } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({
  ...shortDurations,
  gatheringDoors: 12_000,
  gatheringClosing: 20_000,
  standInAfter: 2_000,
  gatheringRepeatAfter: 1_000,
  gatheringLastAfter: 1_500,
  presenceEmission: 1_000,
  // How soon the server sees what was written beside it.
  settingsCheck: 300,
});

const name = 'A quiet hour';
const heading = ({ page }: Person, title: string) => page.getByRole('heading', { level: 1, name: title });

/** Takes these two from waiting into the running minute. */
async function meets(...two: readonly Person[]): Promise<void> {
  await Promise.all(two.map((person) => person.start()));
  await Promise.all(two.map((person) => person.is('connected')));
}

/** Leaves what follows the minute, back to where Connect was pressed. */
async function comesBack(path: string, ...people: readonly Person[]): Promise<void> {
  for (const person of people) {
    await expect(person.page.locator('body')).toHaveAttribute('data-user-state', /^(disconnected|digesting)$/, {
      timeout: 30_000,
    });
    await person.moveOn();
    await expect(person.page).toHaveURL(person.origin + path);
  }
}

story(
  '[WEB-160] [WEB-161] [WEB-162] three people in a group space, from its shut doors to its closing; one of them stands in',
  async ({ person, stage }) => {
    story.setTimeout(240_000);
    const people = [person('red', 'Ann', { member: true }), person('blue', 'Ben', { member: true })];
    const [ann, ben, cay] = (await Promise.all([...people, person('red', 'Cay', { member: true })])) as [Person, Person, Person];
    const { environment } = stage.server;
    const welcomeStatement = 'Sit down.\n\nBreathe.';
    const { id, groupID } = await insertGathering(environment, { name, welcomeStatement, startsIn: 24_000, length: 600_000 });
    const path = `/groupspace/${groupID}`;

    await ann.goto(path);
    await expect(heading(ann, name)).toBeVisible();
    await expect(ann.page.getByText('The doors open in a few moments')).toBeVisible();
    await expect(ann.page.getByText('You are registered')).toBeVisible();
    await expect(ann.page.getByText('Breathe.', { exact: true })).toBeVisible();
    await Promise.all([ben.goto(path), cay.goto(path)]);
    await expect(cay.page.getByText('It begins in a few moments')).toBeVisible({ timeout: 30_000 });
    await cay.page.getByLabel('I stand in when somebody is left alone').check();
    await expect(cay.page.getByRole('button', { name: 'Connect and stand in' })).toBeDisabled();
    await expect(ann.page.getByTestId('here')).toHaveText('You and 2 others');
    await expect(ann.page.getByText(/^It has begun/)).toBeVisible({ timeout: 40_000 });
    expect(await accessibilityFindings(ann.page)).toEqual([]);
    // Back in the lobby, nobody is led to the space again.
    await ben.page.getByRole('link', { name: 'Back to the lobby' }).click();
    await ben.page.getByRole('link', { name: 'Go in' }).click();
    await expect(ben.page).toHaveURL(ben.origin + path);

    await ann.connect();
    await ben.connect();
    await meets(ann, ben);
    await ann.page.reload();
    await ann.is('connected');
    await comesBack(path, ann, ben);

    await cay.connect('Connect and stand in');
    await cay.is('waiting');
    await cay.page.reload();
    await cay.is('waiting');
    await expect(heading(cay, 'You are standing in')).toBeVisible();
    await ann.connect();
    await meets(ann, cay);
    await comesBack(path, ann, cay);

    await ben.connect();
    await expect(heading(ben, 'You are next')).toBeVisible();
    await endGathering(environment, id, 2_000);
    for (const each of [ann, ben, cay]) await expect(heading(each, 'Thank you')).toBeVisible();
    await ben.is('present');
    await expect(ben.page.getByRole('alert')).toHaveCount(0);
    await expect(ann.page.getByRole('link', { name: 'Yes' })).toHaveAttribute('href', `/survey/${id}/yes`);
    await ann.page.reload();
    await expect(heading(ann, 'Thank you')).toBeVisible();
    for (const each of [ann, ben, cay]) await expect(each.page).toHaveURL(`${each.origin}/`, { timeout: 40_000 });
    await ann.goto(path);
    await expect(heading(ann, 'This space is closed')).toBeVisible();
  },
);

story('[WEB-321] a group space without a connection says so instead of who is here', async ({ person, stage }) => {
  const ann = await person('red', 'Ann', { member: true, camera: false, breakable: true });
  const gathering = { name, startsIn: 1_000, length: 600_000 };
  const { groupID } = await insertGathering(stage.server.environment, gathering);
  await ann.goto(`/groupspace/${groupID}`);
  const here = ann.page.getByTestId('here');
  await expect(here).toHaveText('Nobody else is here yet', { timeout: 20_000 });
  await ann.line.break();
  await expect(here).toHaveText('Connecting to the space');
  ann.line.restore();
  await expect(here).toHaveText('Nobody else is here yet', { timeout: 20_000 });
});

story('[WEB-160] a group space that cannot be entered says why, and where to go instead', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true, camera: false });
  await ann.goto('/groupspace/0123456789abcdef0123456789abcdef');
  await expect(heading(ann, 'There is no such gathering')).toBeVisible();
  expect(await accessibilityFindings(ann.page)).toEqual([]);
  await ann.page.getByRole('link', { name: 'Back to the lobby' }).click();
  await expect(ann.page).toHaveURL(`${ann.origin}/`);
});

const impatient = storiesWith({
  ...shortDurations,
  ...{ pairingTimeout: 1_500, keepWaiting: 60_000, searchLimit: 90_000, settingsCheck: 300 },
  ...{ standInAfter: 1_000, gatheringRepeatAfter: 1_000, gatheringLastAfter: 1_500 },
});

impatient('[WEB-162] after the time-out a gathering asks to try again', long, async ({ person, stage }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { groupID } = await insertGathering(stage.server.environment, { name, startsIn: 0, length: 600_000 });
  await ann.goto(`/groupspace/${groupID}`);
  await ann.connect();
  await expect(heading(ann, 'Please try again')).toBeVisible();
  await expect(ann.page.getByRole('button', { name: 'Invite one person' })).toHaveCount(0);
  await ann.press('Try again');
  await ann.is('waiting');
  await expect(heading(ann, 'Please try again')).toBeVisible();
  await ann.press('Cancel');
  await expect(heading(ann, name)).toBeVisible();
});
