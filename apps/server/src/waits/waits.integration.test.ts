import { confirmed } from '@unspoken/testing/encounter';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('[WAI-1] the waits of two who met and of one who gave up are recorded once each, and name nobody', async () => {
  const [ann, ben, cay] = [await world.member('Ann'), await world.member('Ben'), await world.member('Cay')];
  await confirmed([ann, ben]);
  const alone = await cay.socket();
  await alone.emit('connectClick', { clickID: 'alone' });
  await alone.emit('cancelClick', { clickID: 'alone' });
  const rows = () => world.query('select pool, outcome from wait order by outcome');
  await expect.poll(async () => (await rows()).length, { timeout: 12_000, interval: 250 }).toBe(3);
  const pool = 'oneminute:anyone:open';
  expect(await rows()).toEqual([
    { pool, outcome: 'gave_up' },
    { pool, outcome: 'met' },
    { pool, outcome: 'met' },
  ]);
  expect(JSON.stringify(await world.query('select * from wait'))).not.toMatch(
    new RegExp([ann, ben, cay].map(({ userId }) => userId).join('|')),
  );
});
