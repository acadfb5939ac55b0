import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(shortDurations, async () => ({ environment: { ADDITIONS: 'none' }, close: async () => {} }));

story('[WEB-222] an installation without additions offers the specified minute alone', async ({ couple }) => {
  const [ann, ben] = couple;
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await Promise.all([ann.is('preparing', 30_000), ben.is('preparing', 30_000)]);
  await expect(ann.page.getByText('head and shoulders')).toHaveCount(1);
  await expect(ann.page.getByRole('checkbox')).toHaveCount(0);
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('connected'), ben.is('connected')]);
  await ann.sees('blue');
  const size = () =>
    ann.page
      .getByTestId('partner')
      .evaluate((video) => [(video as HTMLVideoElement).videoWidth, (video as HTMLVideoElement).videoHeight]);
  expect(await size()).toEqual([320, 240]);
});
