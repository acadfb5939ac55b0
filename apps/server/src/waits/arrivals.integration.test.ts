import { randomUUID } from 'node:crypto';
import { onEachDatabase } from '@unspoken/testing/databases';
import { beforeEach, expect, test } from 'vitest';
import { usualArrivals } from './arrivals.ts';
import { waitStore } from './store.ts';

const day = 86_400_000;
const now = Date.parse('2026-06-20T12:00:00Z');

onEachDatabase((name, database) => {
  beforeEach(async () => void (await database().pool.query('delete from wait')));
  const store = () => waitStore(database().db);
  const add = (at: string, pool = 'oneminute:anyone:open') =>
    store().add([{ id: randomUUID(), pool, minute: new Date(at), waitedMs: 1_000, outcome: 'gave_up' }]);

  test(`${name}: [WAI-8] what is usual around a quarter is the mean of the last 14 days, within three minutes of it`, async () => {
    for (const at of ['2026-06-10T20:12:00Z', '2026-06-11T20:15:00Z', '2026-06-12T20:18:00Z', '2026-06-12T23:58:00Z'])
      await add(at);
    for (const at of ['2026-06-12T20:11:00Z', '2026-06-12T20:19:00Z', '2026-06-05T20:15:00Z']) await add(at);
    await add('2026-06-12T20:15:00Z', 'oneminute:myCircle:open');
    await add('2026-06-12T20:15:00Z', 'another:anyone:open');
    const usual = await usualArrivals(store())(now);
    expect(usual).toHaveLength(96);
    expect(usual[81]).toBeCloseTo(3 / 14);
    expect(usual[0]).toBeCloseTo(1 / 14);
    expect(usual.filter((each) => each > 0)).toHaveLength(2);
  });

  test(`${name}: [WAI-8] it is read at most every quarter of an hour, and again after a failure`, async () => {
    let reads = 0;
    let isAway = true;
    const read = usualArrivals({
      byQuarter: async () => {
        reads++;
        if (isAway) throw new Error('away');
        return [];
      },
    });
    await expect(read(now)).rejects.toThrow('away');
    isAway = false;
    await read(now);
    await read(now + 899_999);
    expect(reads).toBe(2);
    await read(now + 900_000 + day);
    expect(reads).toBe(3);
  });
});
