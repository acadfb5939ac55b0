import { randomUUID } from 'node:crypto';
import { createDatabase } from '@unspoken/testing/postgres';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { anchorStore } from './anchor-store.ts';
import { Anchors } from './anchors.ts';

const day = 24 * 3_600_000;
/** In Tokyo it is 20:00 on 4 November, and 13 November is nine days away. */
const now = Date.UTC(2026, 10, 4, 11);
const tokyo = { zone: 'Asia/Tokyo', date: '2026-11-08' };
const startsAt = Date.UTC(2026, 10, 8, 11);

let database: OpenDatabase;
let drop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  const server = process.env.WORLD_POSTGRES;
  const created = server ? await createDatabase(server) : undefined;
  drop = created?.drop;
  database = await openDatabase({ url: created?.url, dataDir: undefined, fault: () => {} });
});
afterAll(async () => {
  await database.close();
  await drop?.();
});
beforeEach(async () => {
  for (const table of ['anchor', 'gathering', 'encounter', 'account']) await run(`delete from ${table}`);
});
const run = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(text, values)).rows;

const anchorsWith = (zones: readonly string[] = [tokyo.zone], clock = new StandingClock(now)) => {
  let changes = 0;
  const anchors = new Anchors({
    ...{ store: anchorStore(database.db), clock, zones, time: '20:00' },
    changed: async () => void changes++,
  });
  return { anchors, clock, changes: () => changes };
};
const anchor = async ({ zone, date } = tokyo) =>
  (await run('select * from anchor where zone = $1 and date = $2', [zone, date]))[0];

/** A member whose newest browser is in this zone. */
const member = async (zone: string | null, role = 'member'): Promise<string> => {
  const id = randomUUID();
  await run(`insert into account (id, email, email_key, name, role, created_at) values ($1, $2, $2, 'A', $3, now())`, [
    id,
    id,
    role,
  ]);
  await session(id, zone, now - day);
  return id;
};
const session = (id: string, zone: string | null, at: number) =>
  run('insert into session (id, account_id, created_at, last_used_at, time_zone) values ($1, $2, $3, $3, $4)', [
    ...[randomUUID(), id, new Date(at), zone],
  ]);
/** Records encounters of a member, each so many days before now. */
const active = async (id: string, days: readonly number[], side: 'a' | 'b' = 'a') => {
  const [one, other] = side === 'a' ? ['$1', 'gen_random_uuid()'] : ['gen_random_uuid()', '$1'];
  await run(
    `insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at)
     select gen_random_uuid(), ${one}, ${other}, 'oneminute', 'anyone', 'open', at from unnest($2::timestamptz[]) as at`,
    [id, days.map((ago) => new Date(now - ago * day))],
  );
};
const daily = (count = 28) => Array.from({ length: count }, (_, i) => i + 0.5);
/** As many members as are expected in full, each active every day. */
const crowd = async (people: number, zone = tokyo.zone) => {
  for (let i = 0; i < people; i++) await active(await member(zone), daily());
};
/** A regular gathering with people who have registered, of whom some have left again, and some came. */
const regular = async (
  { zone, date, at }: { zone: string; date: string; at: number },
  { registered, left = 0, came = 0 }: { registered: number; left?: number; came?: number },
) => {
  const id = `regular-${randomUUID()}`;
  await run(
    `insert into gathering (id, is_regular, name, date, time, zone, length_ms, starts_at, ends_at, welcome_statement, state,
       capacity, listed, created_at, changed_at)
     values ($1, true, '', $2, '20:00', $3, 900000, $4, $5, '', 'approved', 500, true, $4, $4)`,
    [id, date, zone, new Date(at), new Date(at + 900_000)],
  );
  for (let i = 0; i < registered; i++) {
    const who = await member(null);
    await run(
      `insert into gathering_registration (gathering_id, account_id, registered_at, left_at, sequence, told_revision)
       values ($1, $2, $3, $4, 0, 0)`,
      [id, who, new Date(now), i < left ? new Date(now) : null],
    );
    if (i >= left && i < left + came) await run('insert into gathering_attendance values ($1, $2, $3)', [id, who, new Date(at)]);
  }
  return id;
};

test('[GAT-42] a gathering opens when six are expected, and not before', async () => {
  await crowd(5);
  await active(await member(tokyo.zone), daily(27));
  const { anchors, changes } = anchorsWith();
  await anchors.sweep();
  expect((await anchor())?.expected).toBeCloseTo(5 + 27 / 28, 5);
  expect(await anchors.openDates(now)).toEqual([]);
  expect(changes()).toBe(0);
  await active(await member(tokyo.zone), [1]);
  await anchors.sweep();
  expect(await anchor()).toMatchObject({
    expected: 6,
    opened_at: new Date(now),
    withdrawn_at: null,
    computed_at: new Date(now),
  });
  expect(await anchors.openDates(now)).toContainEqual(tokyo);
  expect(changes()).toBe(1);
  await anchors.sweep();
  expect(changes()).toBe(1);
});

test('[GAT-42] each date that begins in 24 h to seven days is decided about, in the time of its zone', async () => {
  const { anchors, clock } = anchorsWith([tokyo.zone, 'America/New_York']);
  await anchors.sweep();
  const dates = async (zone: string) =>
    (await run('select date from anchor where zone = $1 order by date', [zone])).map(({ date }) => date);
  const between = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => `2026-11-${String(from + i).padStart(2, '0')}`);
  // 5 November begins in Tokyo in exactly 24 h, and 11 November in exactly seven days.
  expect(await dates(tokyo.zone)).toEqual(between(5, 11));
  expect(await dates('America/New_York')).toEqual(between(5, 10));
  await run('delete from anchor');
  await clock.advance(1);
  await anchors.sweep();
  expect(await dates(tokyo.zone)).toEqual(between(6, 11));
});

test('[GAT-42] on the last day nothing opens and nothing is withdrawn', async () => {
  const soon = { zone: tokyo.zone, date: '2026-11-05' };
  const { anchors, clock } = anchorsWith();
  await anchors.sweep();
  await crowd(6);
  await clock.advance(1);
  await anchors.sweep();
  expect([await anchor(soon), await anchor()]).toMatchObject([{ opened_at: null }, { opened_at: new Date(now + 1) }]);
  await run('update anchor set opened_at = $1', [new Date(now)]);
  await run('delete from encounter');
  await anchors.sweep();
  expect([await anchor(soon), await anchor()]).toMatchObject([{ withdrawn_at: null }, { withdrawn_at: new Date(now + 1) }]);
});

test('[GAT-41] a member counts by the days on which they were active, in the zone of their newest browser', async () => {
  const ann = await member(tokyo.zone);
  await active(ann, [0.1, 0.2, 0.9, 1.1]);
  await active(ann, [3.5], 'b');
  // A visit to a gathering counts as well; a second time on the same day does not.
  const id = await regular({ zone: 'Europe/Berlin', date: '2026-10-30', at: now - 5.5 * day }, { registered: 0 });
  await run('insert into gathering_attendance values ($1, $2, $3)', [id, ann, new Date(now - 5.5 * day)]);
  await active(ann, [5.6, 27.9, 28.1]);
  await active(ann, [28.2, -0.1], 'b');
  const old = await regular({ zone: 'Europe/Berlin', date: '2026-10-07', at: now - 28.3 * day }, { registered: 0 });
  await run('insert into gathering_attendance values ($1, $2, $3)', [old, ann, new Date(now - 28.3 * day)]);
  const store = anchorStore(database.db);
  expect(await store.activity(new Date(now))).toEqual([{ zone: tokyo.zone, days: 5 }]);
  await session(ann, 'Europe/Berlin', now);
  await session(ann, null, now + 1);
  const ben = await member('Europe/Berlin');
  await active(ben, [2.5]);
  expect(await store.activity(new Date(now))).toEqual([{ zone: 'Europe/Berlin', days: 6 }]);
});

test('[GAT-41] guests, deleted accounts, and zones that do not exist are not counted', async () => {
  await active(await member(tokyo.zone, 'experienceGuest'), daily());
  await active(await member(null), daily());
  await active(randomUUID(), daily());
  const store = anchorStore(database.db);
  expect(await store.activity(new Date(now))).toEqual([]);
  await active(await member('Mars/Olympus_Mons'), daily());
  await active(await member('Asia/Seoul'), daily(14));
  await anchorsWith().anchors.sweep();
  expect((await anchor())?.expected).toBe(0.5);
});

test('[GAT-41] only members for whom it is evening at the start are expected', async () => {
  // When it is 20:00 in Tokyo, it is 19:00 in Manila, 16:30 in Kolkata, 12:00 in Berlin and midnight in Auckland.
  for (const zone of [tokyo.zone, 'Asia/Manila', 'Asia/Kolkata', 'Europe/Berlin', 'Pacific/Auckland'])
    await active(await member(zone), daily());
  await anchorsWith().anchors.sweep();
  expect((await anchor())?.expected).toBe(2);
});

test('[GAT-41] registrations count with the share of past registrations whose people came', async () => {
  await regular({ zone: 'Europe/Berlin', date: '2026-10-30', at: now - 5 * day }, { registered: 12, left: 2, came: 4 });
  // Of one that is still running, or of a special one, nothing follows.
  await regular({ zone: 'Europe/Berlin', date: '2026-11-04', at: now - 900_000 + 1 }, { registered: 3 });
  await regular({ ...tokyo, at: startsAt }, { registered: 4, left: 1 });
  for (const [date, at] of [
    ['2026-10-29', now - 6 * day],
    [tokyo.date, startsAt],
  ] as const) {
    const special = await regular({ zone: tokyo.zone, date, at }, { registered: 3 });
    await run('update gathering set is_regular = false where id = $1', [special]);
  }
  await anchorsWith().anchors.sweep();
  expect((await anchor())?.expected).toBeCloseTo(3 * ((6 + 4) / (10 + 10)), 5);
});

test('[GAT-43] an open gathering is withdrawn when nobody has registered and fewer than four are expected', async () => {
  await crowd(6);
  const { anchors, changes } = anchorsWith();
  await anchors.sweep();
  const keep = (days: number) =>
    run('delete from encounter where room_id not in (select room_id from encounter order by room_id limit $1)', [days]);
  await keep(4 * 28);
  await anchors.sweep();
  expect(await anchor()).toMatchObject({ expected: 4, withdrawn_at: null });
  await keep(4 * 28 - 1);
  await anchors.sweep();
  expect(await anchor()).toMatchObject({ opened_at: new Date(now), withdrawn_at: new Date(now) });
  expect(await anchors.openDates(now)).toEqual([]);
  expect(changes()).toBe(2);
  // It opens again with six, as any other.
  await crowd(2);
  await anchors.sweep();
  expect((await anchor())?.withdrawn_at).toEqual(new Date(now));
  await crowd(1);
  await anchors.sweep();
  expect(await anchor()).toMatchObject({ withdrawn_at: null });
});

test('[GAT-43] a registration keeps a gathering open; when all have left, its row is cancelled with it', async () => {
  await crowd(6);
  const { anchors } = anchorsWith();
  await anchors.sweep();
  await run('delete from encounter');
  const id = await regular({ ...tokyo, at: startsAt }, { registered: 1 });
  const state = async () => (await run('select state, revision from gathering where id = $1', [id]))[0];
  await anchors.sweep();
  expect(await anchors.openDates(now)).toEqual([tokyo]);
  expect(await state()).toEqual({ state: 'approved', revision: 0 });
  await run('update gathering_registration set left_at = now()');
  await anchors.sweep();
  expect(await anchors.openDates(now)).toEqual([]);
  expect(await state()).toEqual({ state: 'cancelled', revision: 1 });
  await anchors.sweep();
  expect(await state()).toEqual({ state: 'cancelled', revision: 1 });
  await crowd(6);
  await anchors.sweep();
  expect(await state()).toEqual({ state: 'approved', revision: 2 });
});

test('[GAT-43] a registration that crossed the withdrawal opens the gathering again, and moves nobody', async () => {
  const { anchors } = anchorsWith();
  await run('insert into anchor values ($1, $2, 1, $3, $3, $3)', [tokyo.zone, tokyo.date, new Date(now)]);
  const id = await regular({ ...tokyo, at: startsAt }, { registered: 1 });
  await anchors.sweep();
  expect(await anchors.openDates(now)).toEqual([tokyo]);
  expect(await run('select state, revision from gathering where id = $1', [id])).toEqual([{ state: 'approved', revision: 0 }]);
});

test('[GAT-44] two processes that decide at once come to one decision', async () => {
  const [one, other] = [anchorsWith(), anchorsWith()];
  await one.anchors.sweep();
  await crowd(6);
  await Promise.all([one.anchors.sweep(), other.anchors.sweep()]);
  expect(one.changes() + other.changes()).toBe(1);
  expect(await one.anchors.openDates(now)).toHaveLength(7);
});

test('[GAT-44] a process decides only after another one that has begun to', async () => {
  const { anchors, changes } = anchorsWith();
  await anchors.sweep();
  await crowd(6);
  const other = await database.pool.connect();
  await other.query('begin');
  await other.query('select 1 from anchor for update');
  const sweep = anchors.sweep();
  await new Promise((resume) => setTimeout(resume, 200));
  await other.query('update anchor set opened_at = computed_at');
  await other.query('commit');
  other.release();
  await sweep;
  expect(changes()).toBe(0);
});

test('[GAT-44] open dates are those of the zones that are set, from two days ago on', async () => {
  for (const [zone, date] of [
    ['Asia/Tokyo', '2026-11-01'],
    ['Asia/Tokyo', '2026-11-02'],
    ['Pacific/Auckland', '2026-11-03'],
    ['America/New_York', '2026-11-03'],
  ])
    await run('insert into anchor (zone, date, expected, computed_at, opened_at) values ($1, $2, 7, now(), now())', [zone, date]);
  const { anchors } = anchorsWith(['Asia/Tokyo', 'Pacific/Auckland']);
  expect(await anchors.openDates(now)).toEqual([
    { zone: 'Asia/Tokyo', date: '2026-11-02' },
    { zone: 'Pacific/Auckland', date: '2026-11-03' },
  ]);
  const none = anchorsWith([]).anchors;
  expect(await none.openDates(now)).toEqual([]);
  await none.sweep();
});

const decidedZones = async (world: World) =>
  (await world.query('select distinct zone from anchor order by zone')).map(({ zone }) => zone);

test('[GAT-44] anchors are decided about at the start of a process', async () => {
  const world = await startWorld();
  await expect.poll(() => decidedZones(world)).toEqual([...readConfig({}).gatherings.anchors].toSorted());
  await world.close();
});

test('[GAT-44] anchors are decided about again and again, and what opens is listed', async () => {
  const world = await startWorld({ GATHERING_TIME: '20:00', DURATIONS: JSON.stringify({ anchorSweep: 50 }) });
  // Auckland is never more than an hour from Kamchatka: who is there has an evening when Auckland has.
  const ids = Array.from({ length: 6 }, () => randomUUID());
  for (const id of ids) {
    await world.query(`insert into account (id, email, email_key, name, created_at) values ($1, $2, $2, 'A', now())`, [id, id]);
    await world.query(
      `insert into session (id, account_id, created_at, last_used_at, time_zone) values ($1, $1, now(), now(), 'Asia/Kamchatka')`,
      [id],
    );
    await world.query(
      `insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'oneminute', 'anyone', 'open', $2::timestamptz - day * interval '24 hours'
       from generate_series(0, 27) as day`,
      [id, world.now()],
    );
  }
  const listed = async () => (await world.call('/api/v1/gatherings')).body.gatherings.map(({ zone }: { zone: string }) => zone);
  await expect.poll(listed).toContain('Pacific/Auckland');
  await world.close();
});

test('[GAT-45] nothing but numbers of people is stored, and old rows are deleted', async () => {
  await crowd(6);
  const { anchors } = anchorsWith();
  await anchors.sweep();
  expect(Object.keys((await anchor()) ?? {}).toSorted()).toEqual(
    ['computed_at', 'date', 'expected', 'opened_at', 'withdrawn_at', 'zone'].toSorted(),
  );
  // 11 November in Tokyo begins before the end of that date in UTC; it is kept for two days more at most.
  await anchors.forget(new Date(Date.UTC(2026, 10, 12, 23, 59)));
  expect(await run('select date from anchor order by date')).toEqual([{ date: '2026-11-11' }]);
  await anchors.forget(new Date(Date.UTC(2026, 10, 13)));
  expect(await run('select date from anchor')).toEqual([]);
});
