import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ visitsRetention: 1_000, retentionSweep: 100 }) });
  // A slow machine would erase a visit before it is read.
  world.stopClock();
});
afterAll(() => world.close());

const visit = { event: 'page opened', page: '/faq', language: 'de', by: 'visitor' };

test('[VIS-1] [VIS-2] a visit is counted without identifying the visitor, and erased in time', async () => {
  expect((await world.call('/api/v1/visit', { body: visit })).body).toEqual({ success: true });
  const [row] = await world.query('select * from visit');
  expect(Object.keys(row ?? {}).sort()).toEqual(['at', 'by', 'event', 'id', 'language', 'page']);
  expect(row).toMatchObject(visit);
  world.advance(1_001);
  await expect.poll(() => world.query('select 1 from visit'), { timeout: 5_000 }).toEqual([]);
});

test.each([
  ['/experience', 'page opened'],
  ['/xp-i/abc', 'page opened'],
  ['/account/profile', 'page opened'],
  ['/testing/testrtc', 'page opened'],
  ['/payment/0b5c1d5e-5d0a-4a57-9a0e-0b5c1d5e5d0a', 'page opened'],
  ['/faq', 'looked away'],
])('[VIS-3] on %s "%s" is not counted', async (page, event) => {
  expect((await world.call('/api/v1/visit', { body: { ...visit, page, event } })).status).toBe(422);
  expect(await world.query('select 1 from visit where page = $1', [page === '/faq' ? '' : page])).toEqual([]);
});
