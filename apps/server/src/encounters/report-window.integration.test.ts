import { encountered } from '@unspoken/testing/moderation';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const minute = 60_000;
const window = 72 * 60 * minute;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const report = (roomID: string, token: string, position: '1' | '2') =>
  world.call('/api/v1/userreport', { token, body: { roomID, position, selectedOptions: '["written signs"]' } });
const recent = async (token: string) =>
  (await world.call('/api/v1/encounters/recent', { token })).body.encounters.map(({ roomID }: { roomID: string }) => roomID);

test('[MOD-1] a report is accepted a minute before 72 hours are over, and refused a minute after', async () => {
  const [ann, ben] = [await world.member('Ann'), await world.member('Ben')];
  const roomID = await encountered(world, ann, ben);
  world.advance(window - minute);
  expect(await recent(ann.token)).toEqual([roomID]);
  expect((await report(roomID, ann.token, '1')).body).toEqual({ success: true });
  world.advance(2 * minute);
  expect((await report(roomID, ben.token, '2')).body.error).toBe('report_too_late');
  expect(await recent(ben.token)).toEqual([]);
});
