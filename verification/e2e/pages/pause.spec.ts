import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(shortDurations, async () => ({ environment: { PAUSE: 'paused' }, close: async () => {} }));

story('[WEB-35] while the platform is paused everybody sees a notice, and nobody can connect', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const notice = ann.page.getByRole('status').filter({ hasText: 'is paused for a while' });
  await expect(notice).toBeVisible();
  await ann.enter();
  await expect(notice).toContainText('@');
  await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  expect(ann.problems).toEqual([]);
});
