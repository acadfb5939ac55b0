import { long } from '../src/long.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, personalInviteTimeout: 4_000, pairingTimeout: 4_000 });

story('[WEB-60] when an invitation expires, the host creates another with one click', long, async ({ couple: [ann, ben] }) => {
  const first = await ann.invite({ membersOnly: true });
  await ann.is('present');
  await expect(ann.page.getByText('Nobody has joined through your link')).toBeVisible();
  await ann.press('Create another invitation');
  await ann.is('waiting');
  const second = await ann.page.getByLabel('Invitation link').inputValue();
  expect(second).not.toBe(first);
  await expect(ann.page.getByText('Only somebody with an account can use it.')).toBeVisible();
  await ben.page.goto(second);
  await ben.connect();
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('connected'), ben.is('connected')]);
});

story('[WEB-61] a guest whose host is not there sees it, and can keep waiting', long, async ({ couple: [ann, ben] }) => {
  const link = await ann.invite();
  await ann.page.close();
  await ben.page.goto(link);
  await ben.connect();
  await expect(ben.page.getByText('Your host is not here yet.')).toBeVisible({ timeout: 20_000 });
  await ben.press('Keep waiting');
  await ben.is('waiting');
});
