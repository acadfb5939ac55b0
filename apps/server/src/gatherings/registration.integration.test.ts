import { copiesOf } from '@unspoken/testing/copies';
import { untilAnswered } from '@unspoken/testing/patient';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateIn, startOf } from '../platform/zones.ts';

const zone = 'Europe/Berlin';
const minute = 60_000;
let world: World;
/** Today's gathering in Berlin begins an hour after the world does. */
let today: string;
beforeAll(async () => {
  world = await startWorld({ GATHERING_ZONE: zone, GATHERING_TIME: '20:00' });
  const date = dateIn(zone, world.now().getTime());
  const at = startOf(date, '20:00', zone);
  world.advance(at - 60 * minute - world.now().getTime());
  today = regular(date);
});
afterAll(() => world.close());

const regular = (date: string) => `regular-europe-berlin-${date}`;
const tomorrow = () => regular(addDays(today.slice(-10), 1));
const list = async (token?: string) => (await world.call('/api/v1/gatherings', { token })).body.gatherings;
const post = (path: string, token: string, body: Record<string, string>) =>
  world.call(`/api/v1/gatherings/${path}`, { token, body });
/** The calendar files mailed to an address, by SEQUENCE, as soon as there are this many. */
async function files(email: string, atLeast: number): Promise<string[]> {
  const read = () => world.query('select calendar from mailbox_message where "to" = $1 and calendar is not null', [email]);
  await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(atLeast);
  const sequence = (file: string) => Number(property(file, 'SEQUENCE'));
  return (await read()).map(({ calendar }) => String(calendar)).toSorted((one, other) => sequence(one) - sequence(other));
}
const property = (file: string | undefined, name: string): string | undefined =>
  new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec((file ?? '').replaceAll(/\r\n[ \t]/g, '').replaceAll('\r', ''))?.[1];

test('[GAT-2] a visitor sees the regular gatherings of yesterday, today and tomorrow, by start', async () => {
  const all = await list();
  expect(all.map(({ gatheringID }: { gatheringID: string }) => gatheringID)).toEqual([
    regular(addDays(today.slice(-10), -1)),
    today,
    tomorrow(),
  ]);
  const start = startOf(today.slice(-10), '20:00', zone);
  expect(all[1]).toEqual({
    ...{ gatheringID: today, name: '', startTimeMillSec: start, endTimeMillSec: start + 900_000, zone, isRegular: true },
    ...{ isPrivate: false, groupID: null, welcomeStatement: '', surveyUrl: null, isFull: false, isHost: false },
    ...{ registered: false, standsIn: false },
  });
  expect(await world.query('select 1 from gathering')).toEqual([]);
});

test('[GAT-1] [GAT-4] [GAT-7] registering makes the row and mails a calendar file; again it changes nothing', async () => {
  const ann = await world.member('Ann');
  const first = await post('register', ann.token, { gatheringID: today });
  expect(first.body.gathering).toMatchObject({ gatheringID: today, registered: true });
  const [before] = await world.query('select * from gathering_registration where account_id = $1', [ann.userId]);
  expect((await post('register', ann.token, { gatheringID: today })).body.gathering).toMatchObject({ registered: true });
  expect(await world.query('select * from gathering_registration where account_id = $1', [ann.userId])).toEqual([before]);
  const [file, ...others] = await files(ann.email, 1);
  expect(others).toEqual([]);
  expect([property(file, 'METHOD'), property(file, 'UID'), property(file, 'SEQUENCE')]).toEqual([
    'REQUEST',
    `${today}@localhost`,
    '0',
  ]);
  expect((await list(ann.token))[1]).toMatchObject({ registered: true });
  expect((await list())[1]).toMatchObject({ registered: false });
});

test('[GAT-4] [GAT-7] leaving cancels the calendar entry; registering again has the next SEQUENCE', async () => {
  const ben = await world.member('Ben');
  await post('register', ben.token, { gatheringID: today });
  expect((await post('unregister', ben.token, { gatheringID: today })).body).toEqual({ success: true });
  expect((await post('unregister', ben.token, { gatheringID: today })).body).toEqual({ success: true });
  await post('register', ben.token, { gatheringID: today });
  const all = await files(ben.email, 3);
  expect(all.map((file) => [property(file, 'METHOD'), property(file, 'SEQUENCE')])).toEqual([
    ['REQUEST', '0'],
    ['CANCEL', '1'],
    ['REQUEST', '2'],
  ]);
  expect(new Set(all.map((file) => property(file, 'UID'))).size).toBe(1);
});

test('[GAT-6] a change moves the registration; to a gathering that does not exist, it leaves it where it was', async () => {
  const cay = await world.member('Cay');
  await post('register', cay.token, { gatheringID: today });
  const failed = await post('change', cay.token, { fromID: today, toID: 'regular-europe-berlin-2020-01-01' });
  expect([failed.status, failed.body.error]).toEqual([404, 'gathering_not_found']);
  const names = async () =>
    (await list(cay.token))
      .filter(({ registered }: { registered: boolean }) => registered)
      .map(({ gatheringID }: { gatheringID: string }) => gatheringID);
  expect(await names()).toEqual([today]);
  expect((await post('change', cay.token, { fromID: today, toID: tomorrow() })).body.gathering).toMatchObject({
    gatheringID: tomorrow(),
  });
  expect(await names()).toEqual([tomorrow()]);
});

test('[GAT-5] 200 people register at once for the last 20 seats, and 20 get them', async () => {
  const members = await copiesOf(world, await world.member('Many'), 201);
  const [first] = members;
  await post('register', first?.token ?? '', { gatheringID: tomorrow() });
  await world.query(
    `update gathering g set capacity = 20 + (select count(*) from gathering_registration r where r.gathering_id = g.id and left_at is null) where id = $1`,
    [tomorrow()],
  );
  const register = ({ token }: { readonly token: string }) =>
    untilAnswered(() => post('register', token, { gatheringID: tomorrow() }));
  const answers = await Promise.all(members.slice(1).map(register));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
    new Set(['gathering_full']),
  );
  const winner = members[1 + answers.findIndex(({ status }) => status === 200)];
  await post('unregister', winner?.token ?? '', { gatheringID: tomorrow() });
  const loser = members[1 + answers.findIndex(({ status }) => status !== 200)];
  expect((await post('register', loser?.token ?? '', { gatheringID: tomorrow() })).status).toBe(200);
});

test('[GAT-4] after the end nothing can be registered, changed or left', async () => {
  const yesterday = regular(addDays(today.slice(-10), -1));
  const dan = await world.member('Dan');
  for (const [path, body] of [
    ['register', { gatheringID: yesterday }],
    ['unregister', { gatheringID: yesterday }],
    ['change', { fromID: yesterday, toID: today }],
  ] as const)
    expect((await post(path, dan.token, body)).body.error).toBe('gathering_over');
  expect((await post('register', dan.token, { gatheringID: 'regular-mars-2026-01-01' })).body.error).toBe('gathering_not_found');
  expect((await post('register', dan.token, {})).status).toBe(422);
  expect(await world.query('select 1 from gathering_registration where account_id = $1', [dan.userId])).toEqual([]);
});

test('[GAT-10] a feed has the times of its owner only, and a new address or Revoke ends it', async () => {
  const [eve, fay] = [await world.member('Eve'), await world.member('Fay')];
  await post('register', eve.token, { gatheringID: today });
  await post('register', fay.token, { gatheringID: tomorrow() });
  const create = async () => String((await world.call('/api/v1/calendar/feed', { token: eve.token, body: {} })).body.url);
  const path = (url: string) => new URL(url).pathname;
  const get = (url: string, headers = {}) => fetch(`${world.origin}${path(url)}`, { headers });
  const url = await create();
  const answer = await get(url);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(text.match(/^UID:.*$/gm)?.map((each) => each.trim())).toEqual([`UID:${today}@localhost`]);
  expect((await get(url, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
  const token = path(url).split('/').at(-1)?.replace('.ics', '') ?? '';
  expect(await world.query('select 1 from calendar_feed where token_hash like $1', [`%${token}%`])).toEqual([]);
  expect(world.log()).not.toContain(token);
  const other = await create();
  expect([(await get(url)).status, (await get(other)).status]).toEqual([404, 200]);
  await world.call('/api/v1/calendar/revoke', { token: eve.token, body: {} });
  expect((await get(other)).status).toBe(404);
});

test('[GAT-3] [GAT-7] the public file of a gathering is for anybody, and names no private space', async () => {
  const answer = await fetch(`${world.origin}/api/v1/gatherings/${today}.ics`);
  const text = await answer.text();
  expect(property(text, 'METHOD')).toBe('PUBLISH');
  expect(text).not.toContain('groupspace');
  expect((await fetch(`${world.origin}/api/v1/gatherings/nothing.ics`)).status).toBe(404);
});

test('[GAT-16] a listed gathering has a share card in the language asked for, and any other name has none', async () => {
  const card = async (id: string, lang: string) => {
    const answer = await fetch(`${world.origin}/api/v1/gatherings/${id}/card.png?lang=${lang}`);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const [english, german] = [await card(today, 'en'), await card(today, 'de')];
  expect(english.bytes.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
  expect([english.bytes.readUInt32BE(16), english.bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  expect(german.bytes.equals(english.bytes)).toBe(false);
  expect((await card('special-nothing', 'en')).status).toBe(404);
});
