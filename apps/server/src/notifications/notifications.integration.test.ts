import type { Ring } from '@unspoken/contract/notifications';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const hour = 3_600_000;
let world: World;
let nextGathering: number;
beforeAll(async () => {
  // The next gathering is between half an hour and an hour and a half away.
  const gathering = new Date(Math.round((Date.now() + hour) / hour) * hour);
  world = await startWorld({
    ...{ DURATIONS: JSON.stringify({ firstRing: 200, nextRing: 400 }), GATHERING_ANCHORS: 'none' },
    ...{ GATHERING_ZONE: 'Etc/UTC', GATHERING_TIME: gathering.toISOString().slice(11, 16) },
  });
  nextGathering = gathering.getTime();
});
afterAll(() => world.close());

const path = '/api/v1/notifications';
type Caller = { readonly token: string };
const post = ({ token }: Caller, call: string, body: Record<string, unknown>) =>
  world.call(`${path}/${call}`, { token, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const settings = async ({ token }: Caller) => (await world.call(`${path}/settings`, { token })).body;
/** At all hours. */
const always = { quietFrom: 0, quietTo: 0, dailyCap: 3 };

test('[NOT-1] [NOT-6] [NOT-3] a member who has asked for it is called while somebody waits, and meets them by answering', async () => {
  const [ann, ben] = [await world.member('Ann'), await world.member('Ben')];
  await post(ann, 'requests', { experienceTypes: ['oneminute'] });
  await post(ann, 'settings', always);
  await post(ben, 'requests', { experienceTypes: ['oneminute'] });
  await post(ben, 'settings', always);
  const [page, waiting] = [await ann.socket(), await ben.socket()];
  page.raw.on('ring', (_, acknowledge) => acknowledge({}));
  await waiting.emit('connectClick', { clickID: 'ben' });
  const { ringID, pool } = await page.hears<Ring>('ring');
  expect(pool).toEqual({ experienceType: 'oneminute', poolType: 'anyone' });
  expect(await waiting.hears('calling')).toEqual({ clickID: 'ben' });
  expect(page.count('calling')).toBe(0);
  await page.emit('connectClick', { clickID: 'ann', ringID });
  await page.hears('matchmakerEvent', ({ roomID }: { roomID?: string }) => roomID !== undefined);
  await expect
    .poll(async () => (await world.query('select answered_at is not null as answered from ring'))[0])
    .toEqual({ answered: true });
  const rung = await world.query('select account_id from ring');
  expect(rung).toEqual([{ account_id: ann.userId }]);
});

test('[NOT-10] switches and settings hold as a whole, and bad ones change nothing', async () => {
  const cay = await world.member('Cay');
  const usual = { quietFrom: 22, quietTo: 8, dailyCap: 3, isSeldomCalled: false, callMe: null };
  expect(await settings(cay)).toMatchObject(usual);
  expect((await post(cay, 'requests', { experienceTypes: ['oneminute:myCircle', 'oneminute', 'oneminute'] })).body).toEqual({
    experienceTypes: ['oneminute', 'oneminute:myCircle'],
  });
  expect((await post(cay, 'requests', { experienceTypes: ['oneminute', 'nosuchtype'] })).body.error).toBe('experience_unknown');
  expect((await world.call(`${path}/requests`, { token: cay.token })).body).toEqual({
    experienceTypes: ['oneminute', 'oneminute:myCircle'],
  });
  for (const bad of [{ quietFrom: 24 }, { quietTo: -1 }, { dailyCap: 0 }, { dailyCap: 11 }, { quietFrom: 'late' }])
    expect((await post(cay, 'settings', { ...always, ...bad })).status, JSON.stringify(bad)).toBe(422);
  expect(await settings(cay)).toMatchObject(usual);
  for (const good of [{ quietFrom: 23 }, { dailyCap: 1 }, { dailyCap: 10 }])
    expect((await post(cay, 'settings', { ...always, ...good })).status).toBe(200);
  expect((await post(cay, 'requests', { experienceTypes: [] })).body).toEqual({ experienceTypes: [] });
});

test('[NOT-4] once a member has chosen another time zone, calls that quiet hours put off are decided again; the hour between two calls stays', async () => {
  const eli = await world.member('Eli');
  await post(eli, 'settings', always);
  const putOff = async (lastRungAt: Date | null) => {
    const [row] = await world.query(
      "update bell_setting set last_rung_at = $2, not_before = now() + interval '8 hours' where account_id = $1 returning not_before",
      [eli.userId, lastRungAt],
    );
    expect(row?.not_before).toBeTruthy();
    await world.call('/api/v1/userpreferences/timezone', { token: eli.token, body: { timeZone: 'Asia/Tokyo' } });
    return (await world.query('select not_before from bell_setting where account_id = $1', [eli.userId]))[0]?.not_before;
  };
  expect(await putOff(null)).toBeNull();
  const called = world.now();
  expect(await putOff(called)).toEqual(new Date(called.getTime() + 3_600_000));
});

test('[NOT-7] a single call lapses when the next gathering begins within two hours, and can be taken back', async () => {
  const dee = await world.member('Dee');
  const asked = (await post(dee, 'callme', {})).body as { callMe: { until: number; experienceType: string } };
  expect(asked.callMe.experienceType).toBe('oneminute');
  expect(asked.callMe.until).toBe(nextGathering);
  expect((await post(dee, 'callme', { off: true })).body).toMatchObject({ callMe: null });
  // The instant stays: a call that is on its way and reaches nobody does not bring the wish back.
  const [taken] = await world.query('select call_type, call_until is not null as ended from bell_setting where account_id = $1', [
    dee.userId,
  ]);
  expect(taken).toEqual({ call_type: null, ended: true });
  expect((await post(dee, 'callme', { experienceType: 'nosuchtype' })).body.error).toBe('experience_unknown');
});
