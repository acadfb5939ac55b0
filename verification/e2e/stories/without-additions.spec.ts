import { expect, storyAsSpecified } from '../src/stage.ts';

storyAsSpecified('[WEB-222] an installation without additions offers the specified minute alone', async ({ couple }) => {
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
  expect(await ann.sizeOf('partner')).toEqual([320, 240]);
});
