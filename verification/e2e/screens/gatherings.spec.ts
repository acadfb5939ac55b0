import { endGathering, insertGathering } from '@unspoken/testing/data-folder/gathering';
import { signInAgain } from '../src/moderator.ts';
import { regularIn } from '../src/regular-gathering.ts';
import { looks, screensOf } from '../src/screens-of.ts';
import { admin, shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const hour = 3_600_000;
/**
 * Part of `npm run screens`: the screens of gatherings, from the notice in the lobby to the end of a group space, and the page of a host;
 * written to docs/screens, with a sheet of them in docs/pictures.
 */
const story = storiesWith(
  { ...shortDurations, gatheringDoors: 8_000, gatheringClosing: 6_000, settingsCheck: 300 },
  async () => ({ environment: regularIn(3 * hour), close: async () => {} }),
);

for (const look of looks)
  story(`screens of gatherings at ${look.viewport.width} px, ${look.colorScheme}`, async ({ person, stage }) => {
    story.setTimeout(200_000);
    const screens = await screensOf('gatherings', look);
    const { environment } = stage.server;
    const ann = await person('red', 'Ann', { ...look, member: true, camera: false });
    const { page } = ann;
    const show = (screen: string) => screens.show(page, screen);
    const notice = page.getByRole('region', { name: 'Gatherings' });
    await expect(notice).toContainText('in 3 hours');
    await show('notice');
    await notice.getByRole('button', { name: 'Register' }).first().click();
    await expect(notice.getByText('You are registered', { exact: false }).first()).toBeVisible();
    await show('registered');
    await ann.goto('/gatherings');
    await show('gatherings');
    await page.getByRole('link', { name: 'Daily gathering' }).first().click();
    await show('gathering');

    const welcomeStatement = 'Sit down where nobody disturbs you.\n\nBreathe three times before you press Connect.';
    const space = await insertGathering(environment, {
      ...{ name: 'A quiet hour', welcomeStatement },
      ...{ startsIn: 20_000, length: 600_000 },
    });
    await ann.goto(`/groupspace/${space.groupID}`);
    await show('space-shut');
    await expect(page.getByText(/^It begins/)).toBeVisible({ timeout: 20_000 });
    await show('space-doors');
    await expect(page.getByText(/^It has begun/)).toBeVisible({ timeout: 20_000 });
    await show('space-open');
    await endGathering(environment, space.id, 1_000);
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0, { timeout: 15_000 });
    await show('space-ended');

    await ann.goto('/host');
    await show('host-early');
    await admin(stage.server, 'grant', ann.email, 'facilitator');
    await signInAgain(ann);
    await ann.is('present');
    await ann.goto('/host');
    await page.getByRole('button', { name: 'Propose a gathering' }).click();
    await show('host-form');
    await page.getByLabel('Name', { exact: true }).fill('A quiet hour');
    await page.getByLabel('Date').fill(new Date(Date.now() + 72 * hour).toISOString().slice(0, 10));
    await page.getByLabel('Time', { exact: true }).fill('20:00');
    await ann.press('Send the proposal');
    await expect(page.getByText('Your proposal has been sent.')).toBeVisible();
    await show('host-proposed');
    await screens.sheet(stage.red);
  });
