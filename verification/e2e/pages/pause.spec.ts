import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(shortDurations, async () => ({ environment: { PAUSE: 'paused' }, close: async () => {} }));

story('[WEB-35] while the platform is paused everybody is told so, and nobody connects', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const said = ann.page.getByRole('status').filter({ hasText: 'is paused for a while' });
  await expect(said).toBeVisible();
  await ann.enter();
  await expect(said).toContainText('@');
  await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  expect(ann.problems).toEqual([]);
});
