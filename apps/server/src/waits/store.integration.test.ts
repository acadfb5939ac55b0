import { randomUUID } from 'node:crypto';
import { onEachDatabase } from '@unspoken/testing/databases';
import { expect, test } from 'vitest';
import { waitStore } from './store.ts';

onEachDatabase((name, database) => {
  test(`${name}: [WAI-3] [WAI-4] a wait that is written twice is there once, until it is erased`, async () => {
    const store = waitStore(database().db);
    const stored = async () => (await database().pool.query('select id from wait')).rows.map(({ id }) => id);
    const row = (minute: number) => ({
      ...{ id: randomUUID(), pool: 'oneminute:anyone:open', minute: new Date(minute), waitedMs: 1, outcome: 'met' as const },
    });
    const [old, young] = [row(60_000), row(120_000)];
    await store.add([old]);
    await store.add([old, young]);
    expect((await stored()).toSorted()).toEqual([old.id, young.id].toSorted());
    await store.eraseBefore(new Date(120_000));
    expect(await stored()).toEqual([young.id]);
  });

  test(`${name}: [WAI-5] waits count that began within half an hour of this time of day, today and on 14 days before`, async () => {
    const store = waitStore(database().db);
    const now = Date.parse('2026-03-29T00:10:00Z');
    const [minute, day] = [60_000, 86_400_000];
    const add = (
      id: number,
      at: number,
      waitedMs: number,
      outcome: 'met' | 'gave_up' | 'lost' | 'refused',
      pool = 'a:anyone:open',
    ) =>
      store.add([{ id: `00000000-0000-4000-8000-${`${id}`.padStart(12, '0')}`, pool, minute: new Date(at), waitedMs, outcome }]);
    await add(1, now, 999, 'met');
    await add(2, now - 30 * minute, 1_000, 'met');
    await add(3, now - 31 * minute, 1, 'met');
    await add(4, now - day - 30 * minute, 61_999, 'gave_up');
    await add(5, now - day + 30 * minute, 61_000, 'lost');
    await add(6, now - day + 31 * minute, 1, 'met');
    await add(7, now - day - 31 * minute, 1, 'met');
    await add(8, now - 14 * day - 30 * minute, 5_000, 'refused');
    await add(9, now - 15 * day + 30 * minute, 1, 'met');
    await add(10, now, 7_000, 'met', 'b:anyone:open');
    await add(11, now, 7_000, 'met', 'another:anyone:open');
    const found = await store.atThisHour(['a:anyone:open', 'b:anyone:open'], new Date(now));
    const of = (pool: string) => (found.get(pool) ?? []).map((row) => Object.values(row).join(' ')).toSorted();
    const row = (seconds: number, met: boolean, yesterday: boolean, count: number) =>
      ['a:anyone:open', seconds, met, yesterday, count].join(' ');
    expect(of('a:anyone:open')).toEqual(
      [row(0, true, false, 1), row(1, true, false, 1), row(61, false, true, 2), row(5, false, false, 1)].toSorted(),
    );
    expect([...found.keys()].toSorted()).toEqual(['a:anyone:open', 'b:anyone:open']);
    await store.eraseBefore(new Date(now + day));
  });
});
