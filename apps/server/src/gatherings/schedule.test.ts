import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { addDays, dateIn, startOf, timeIn } from '../platform/zones.ts';
import { type OpenDate, regularId, regularRow } from './regular.ts';
import { Schedule } from './schedule.ts';
import type { GatheringRow } from './store.ts';

const zone = 'Europe/Berlin';
const regular = { time: '20:00', zone, length: 900_000 };
const hour = 3_600_000;

async function scheduleAt(
  now: number,
  rows: readonly GatheringRow[] = [],
  openDates: readonly OpenDate[] = [],
): Promise<Schedule> {
  const schedule = new Schedule({
    store: {
      between: async () => [...rows],
      byId: async (id) => rows.find((row) => row.id === id),
      byGroup: async (groupId) => rows.find((row) => row.groupId === groupId),
    },
    clock: new StandingClock(now),
    ...{ regular, openDates: async () => openDates, interval: 5_000, fault: () => {} },
  });
  await schedule.refresh();
  return schedule;
}

const row = (values: Partial<GatheringRow>): GatheringRow => ({
  ...regularRow({ zone, date: '2026-06-01' }, regular, 500),
  ...{ isRegular: false, id: 'special-1' },
  ...values,
});

test('[GAT-1] over a year with both changes of the clock, each day has one gathering at 20:00 of Berlin', async () => {
  const starts = new Map<string, number>();
  for (let date = '2026-01-01'; date < '2027-01-01'; date = addDays(date, 1)) {
    const noon = startOf(date, '12:00', zone);
    const all = (await scheduleAt(noon)).listed();
    expect(all.map(({ id }) => id)).toEqual([-1, 0, 1].map((days) => regularId(zone, addDays(date, days))));
    for (const { id, startsAt, endsAt } of all) {
      expect([timeIn(zone, startsAt.getTime()), endsAt.getTime() - startsAt.getTime()]).toEqual(['20:00', 900_000]);
      expect(starts.get(id) ?? startsAt.getTime()).toBe(startsAt.getTime());
      starts.set(id, startsAt.getTime());
    }
  }
  const days = [...starts.values()].toSorted((one, other) => one - other);
  const gaps = days.slice(1).map((each, i) => (each - (days[i] ?? 0)) / hour);
  expect([gaps.filter((gap) => gap === 23).length, gaps.filter((gap) => gap === 25).length]).toEqual([1, 1]);
  expect(gaps.every((gap) => [23, 24, 25].includes(gap))).toBe(true);
});

test('[GAT-1] the dates are those of the zone, also when the server is a day behind or ahead', async () => {
  // 23:30 in Berlin is 22:30 UTC of the same date; 0:30 is 23:30 UTC of the date before.
  const late = startOf('2026-12-01', '00:30', zone);
  expect(dateIn('UTC', late)).toBe('2026-11-30');
  expect((await scheduleAt(late)).listed().map(({ date }) => date)).toEqual(['2026-11-30', '2026-12-01', '2026-12-02']);
});

test('[GAT-2] special gatherings are listed from a day after their end to sixty days before their start, if approved', async () => {
  const now = startOf('2026-06-10', '12:00', zone);
  const at = (startsAt: number, values: Partial<GatheringRow> = {}) =>
    row({ startsAt: new Date(startsAt), endsAt: new Date(startsAt + 900_000), id: `special-${startsAt}`, ...values });
  const past = at(now - 24 * hour - 900_000);
  const recent = at(now - 24 * hour - 899_999);
  const near = at(now + 60 * 24 * hour - 1);
  const far = at(now + 60 * 24 * hour);
  const others = (['proposed', 'refused', 'cancelled'] as const).map((state, i) => at(now + hour + i, { state }));
  const listed = (await scheduleAt(now, [past, recent, near, far, ...others])).listed();
  expect(listed.filter(({ isRegular }) => !isRegular)).toEqual([recent, near]);
  expect(listed).toEqual(
    listed.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || (one.id < other.id ? -1 : 1)),
  );
});

test('[GAT-2] what starts together is listed by id', async () => {
  const now = startOf('2026-06-10', '12:00', zone);
  const [b, a] = ['special-b', 'special-a'].map((id) =>
    row({ id, startsAt: new Date(now + hour), endsAt: new Date(now + 2 * hour) }),
  );
  const listed = (await scheduleAt(now, [b, a] as GatheringRow[])).listed();
  expect(listed.filter(({ isRegular }) => !isRegular).map(({ id }) => id)).toEqual(['special-a', 'special-b']);
});

test('[GAT-1] a row stands for its computed gathering, also when it was moved or cancelled', async () => {
  const now = startOf('2026-06-10', '12:00', zone);
  const id = regularId(zone, '2026-06-10');
  const moved = row({ id, isRegular: true, startsAt: new Date(now + hour), endsAt: new Date(now + 2 * hour) });
  expect((await scheduleAt(now, [moved])).listed().filter((each) => each.id === id)).toEqual([moved]);
  expect((await scheduleAt(now, [{ ...moved, state: 'cancelled' }])).listed().filter((each) => each.id === id)).toEqual([]);
});

test('[GAT-13] the current regular gathering is current from its start until before its end; of several the one that ends first', async () => {
  const start = startOf('2026-06-10', '20:00', zone);
  const berlin = regularId(zone, '2026-06-10');
  const current = async (now: number, open: readonly OpenDate[] = []) =>
    (await scheduleAt(now, [], open)).currentRegular(now)?.id;
  expect(await current(start - 1)).toBeUndefined();
  expect(await current(start)).toBe(berlin);
  expect(await current(start + 899_999)).toBe(berlin);
  expect(await current(start + 900_000)).toBeUndefined();
  // 20:00 in Algiers is an hour later than in Berlin in summer; in Zürich it is the same instant.
  expect(await current(start + hour, [{ zone: 'Africa/Algiers', date: '2026-06-10' }])).toBe(
    regularId('Africa/Algiers', '2026-06-10'),
  );
});
