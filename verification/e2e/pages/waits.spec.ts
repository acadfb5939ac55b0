import { insertWaits } from '@unspoken/testing/data-folder/waits';
import { accessibilityFindings, overflow } from '../src/obstacles.ts';
import { regularIn } from '../src/regular-gathering.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const hour = 3_600_000;
const story = storiesWith(shortDurations, async () => ({ environment: regularIn(3 * hour), close: async () => {} }));

story(
  '[WEB-170] a member reads beside Connect, and while they wait, how long a wait is likely to be',
  async ({ person, stage }) => {
    await insertWaits(stage.server.environment, { pool: 'oneminute:anyone:open', count: 10, daysAgo: 3, waitedMs: 100_000 });
    await insertWaits(stage.server.environment, { pool: 'oneminute:myCircle:open', count: 9, daysAgo: 1, waitedMs: 100_000 });
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    const promise = page.getByTestId('promise');
    await expect(promise).toHaveText('Half of those who wait at this hour meet somebody within 2 minutes.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('radio', { name: 'My circle' }).check();
    await expect(promise).toHaveText('Few come at this hour.');
    expect(await overflow(page)).toBe(0);
    await page.getByRole('radio', { name: 'Anyone' }).check();
    await page.setViewportSize({ width: 375, height: 667 });

    const below = () => page.getByRole('checkbox').first().boundingBox();
    const before = await below();
    const ben = await person('blue', 'Ben', { member: true });
    await ben.connect();
    await ben.is('waiting');
    await expect(ben.page.getByTestId('promise')).toHaveText(
      'Half of those who wait at this hour meet somebody within 2 minutes.',
    );
    await expect(promise).toHaveText('Somebody is waiting now.', { timeout: 20_000 });
    expect(await below()).toEqual(before);
    await ben.press('Cancel');
    await expect(promise).not.toHaveText('Somebody is waiting now.');
  },
);
