import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { startOf } from '../platform/zones.ts';
import { instantsOf, type OpenDate, regularRow } from './regular.ts';
import type { GatheringRow } from './store.ts';
import { Upkeep } from './upkeep.ts';

const zone = 'Europe/Berlin';
const regular = { time: '20:00', zone, length: 900_000 };
const now = startOf('2026-06-10', '12:00', zone);
const today = regularRow({ zone, date: '2026-06-10' }, regular, 500);

async function swept(rows: readonly GatheringRow[], settings = regular, open: readonly OpenDate[] = []) {
  const changes: Partial<GatheringRow>[] = [];
  const upkeep = new Upkeep({
    store: {
      ahead: async () => [...rows],
      transaction: (run) => run({} as never),
      lock: async (_, id) => rows.find((row) => row.id === id),
      update: async (_, id, values) => {
        changes.push({ id, ...values });
      },
    },
    ...{ clock: new StandingClock(now), regular: settings, openDates: async () => open },
  });
  await upkeep.sweep();
  return changes;
}

test('[GAT-15] what is in step stays as it is', async () => {
  const special = {
    ...today,
    id: 'special-1',
    isRegular: false,
    time: '21:30',
    ...instantsOf({ ...today, time: '21:30', length: 900_000 }),
  };
  expect(await swept([today, special])).toEqual([]);
});

test('[GAT-15] another time or length in the settings moves a regular gathering, with one revision', async () => {
  const moved = { ...regular, time: '19:00', length: 1_200_000 };
  expect(await swept([{ ...today, revision: 3 }], moved)).toEqual([
    {
      ...{ id: today.id, time: '19:00', lengthMs: 1_200_000, revision: 4, changedAt: new Date(now) },
      ...instantsOf({ zone, date: '2026-06-10', time: '19:00', length: 1_200_000 }),
    },
  ]);
});

test('[GAT-15] data of the zone that see its wall time otherwise move a special gathering; its wall time stays', async () => {
  const special: GatheringRow = { ...today, id: 'special-1', isRegular: false };
  const seen = {
    ...special,
    startsAt: new Date(special.startsAt.getTime() + 3_600_000),
    endsAt: new Date(special.endsAt.getTime() + 3_600_000),
  };
  expect(await swept([seen])).toMatchObject([{ time: '20:00', startsAt: special.startsAt, endsAt: special.endsAt, revision: 1 }]);
});

test('[GAT-15] a regular gathering of a zone that is none any more is cancelled; of an open further zone it stays', async () => {
  const tokyo = { zone: 'Asia/Tokyo', date: '2026-06-10' };
  const row = regularRow(tokyo, regular, 500);
  expect(await swept([row], regular, [tokyo])).toEqual([]);
  expect(await swept([row], regular, [{ ...tokyo, date: '2026-06-11' }])).toMatchObject([{ state: 'cancelled', revision: 1 }]);
});
