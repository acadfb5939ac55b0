import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateIn, startOf } from '../platform/zones.ts';

const zone = 'Europe/Berlin';
const [minute, hour] = [60_000, 3_600_000];
let world: World;
let start: number;
let gatheringID: string;
beforeAll(async () => {
  world = await startWorld({ GATHERING_TIME: '20:00', DURATIONS: JSON.stringify({ gatheringSweep: 50 }) });
  const date = dateIn(zone, world.now().getTime() + 24 * hour);
  start = startOf(date, '20:00', zone);
  gatheringID = `regular-europe-berlin-${date}`;
  // 23 hours before tomorrow's, so that the reminder a day before has passed for those who register now.
  to(start - 23 * hour);
});
afterAll(() => world.close());

const to = (instant: number) => world.advance(instant - world.now().getTime());
const register = (token: string, id = gatheringID) =>
  world.call('/api/v1/gatherings/register', { token, body: { gatheringID: id } });
/** The subjects of the mails about gatherings, oldest first, as soon as there are this many. */
async function subjects(email: string, atLeast: number): Promise<string[]> {
  const read = async () =>
    (await world.mails(email)).map(({ subject }) => subject).filter((each) => each.includes('Daily gathering'));
  await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(atLeast);
  return (await read()).toReversed();
}
/** Waits until the sweep has run twice more. */
const swept = () => new Promise((resolve) => setTimeout(resolve, 400));

test('[GAT-8] [GAT-9] reminders, a move and a cancellation reach everybody once', async () => {
  const ann = await world.member('Ann');
  await register(ann.token);
  await swept();
  expect(await subjects(ann.email, 1)).toEqual(['You are registered: Daily gathering – Unspoken']);
  to(start - 15 * minute - 5_000);
  await swept();
  expect(await subjects(ann.email, 1)).toHaveLength(1);
  to(start - 15 * minute);
  await world.mailContaining(ann.email, 'about to begin');
  await swept();
  expect(await subjects(ann.email, 2)).toEqual([
    'You are registered: Daily gathering – Unspoken',
    'It begins in a few minutes: Daily gathering – Unspoken',
  ]);
  await world.query(
    `update gathering set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour', time = '21:00',
    revision = revision + 1 where id = $1`,
    [gatheringID],
  );
  expect((await subjects(ann.email, 3))[2]).toBe('A gathering has changed: Daily gathering – Unspoken');
  await swept();
  expect(await subjects(ann.email, 3)).toHaveLength(3);
  await world.query(`update gathering set state = 'cancelled', revision = revision + 1 where id = $1`, [gatheringID]);
  await world.mailContaining(ann.email, 'does not take place');
  await swept();
  const all = await subjects(ann.email, 4);
  expect(all.filter((each) => each.startsWith('Cancelled'))).toHaveLength(1);
  const files = await world.query('select calendar from mailbox_message where "to" = $1 and calendar is not null order by at', [
    ann.email,
  ]);
  expect(String(files.at(-1)?.calendar)).toContain('METHOD:CANCEL');
});

test('[GAT-8] a day before the start, and not earlier, those are mailed who had registered by then', async () => {
  const ben = await world.member('Ben');
  const date = dateIn(zone, start + 24 * hour);
  const next = startOf(date, '20:00', zone);
  to(next - 24 * hour - 10 * minute);
  // It comes into being with its day.
  await expect.poll(async () => (await register(ben.token, `regular-europe-berlin-${date}`)).status).toBe(200);
  to(next - 24 * hour - 5_000);
  await swept();
  expect(await subjects(ben.email, 1)).toEqual(['You are registered: Daily gathering – Unspoken']);
  to(next - 24 * hour);
  await world.mailContaining(ben.email, 'only a day away');
  await swept();
  expect((await subjects(ben.email, 2))[1]).toBe('Soon: Daily gathering – Unspoken');
  expect(await subjects(ben.email, 2)).toHaveLength(2);
});
