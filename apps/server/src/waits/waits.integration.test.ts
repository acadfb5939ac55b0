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

test('[WAI-5] [WAI-6] a member reads what their wait will be like, a visitor does not', async () => {
  const [dee, eve] = [await world.member('Dee'), await world.member('Eve')];
  const read = async () => (await world.call('/api/v1/waits/promise', { token: dee.token })).body as { promises: object };
  const now = Date.now();
  const add = (i: number, waited: number) =>
    world.query('insert into wait (id, pool, minute, waited_ms, outcome) values ($1, $2, $3, $4, $5)', [
      ...[`00000000-0000-4000-8000-${`${i}`.padStart(12, '0')}`, 'oneminute:myCircle:open'],
      ...[new Date(now - 3 * 86_400_000), waited, 'met'],
    ]);
  for (let i = 0; i < 10; i++) await add(i, 70_000);
  expect((await read()).promises).toMatchObject({ 'oneminute:myCircle': { kind: 'minutes', minutes: 2 } });
  const socket = await eve.socket();
  await socket.emit('connectClick', { clickID: 'eve' });
  await expect.poll(read).toMatchObject({ promises: { 'oneminute:anyone': { kind: 'somebody' } } });
  await socket.emit('cancelClick', { clickID: 'eve' });
  await expect.poll(read).not.toMatchObject({ promises: { 'oneminute:anyone': { kind: 'somebody' } } });
  expect((await world.call('/api/v1/waits/promise')).status).toBe(401);
});
