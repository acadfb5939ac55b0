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
});
