import { randomUUID } from 'node:crypto';
import { onEachDatabase } from '@unspoken/testing/databases';
import { expect, test } from 'vitest';
import { countInSpace } from './space-store.ts';
import { SqlEncounterStore } from './store.ts';

onEachDatabase((name, database) => {
  test(`${name}: [GAT-51] rooms that run and completed minutes of a space are counted, those of other spaces, pools and times are not`, async () => {
    const { db } = database();
    const store = new SqlEncounterStore(db);
    const [groupSpace, other] = [randomUUID(), randomUUID()];
    const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace } as const;
    const open = async (pairedAt: number, of: Partial<typeof pool | { poolType: 'myCircle' }> | { groupSpace: string } = {}) => {
      const roomID = `oneminute:${randomUUID()}`;
      await store.open({ roomID, a: randomUUID(), b: randomUUID(), pool: { ...pool, ...of }, pairedAt, waited: 0 });
      return roomID;
    };
    const confirmed = async (...where: Parameters<typeof open>) => {
      const roomID = await open(...where);
      await store.confirmed(roomID, where[0] + 1);
      return roomID;
    };
    const end = (roomID: string, completed: boolean) =>
      store.ended(roomID, { endedAt: 9_000, reasonA: 'natural', reasonB: 'natural', completed, duration: 1 });
    const count = () => countInSpace(db, { groupSpace, from: new Date(1_000), to: new Date(5_000) });
    expect(await count()).toEqual({ running: 0, completed: 0 });
    for (const pairedAt of [1_000, 4_999]) await confirmed(pairedAt);
    // Before and after the period, elsewhere, for friends, and not greeted yet.
    for (const pairedAt of [999, 5_000]) await confirmed(pairedAt);
    await confirmed(2_000, { groupSpace: other });
    await confirmed(2_000, { poolType: 'myCircle' });
    await open(2_000);
    expect(await count()).toEqual({ running: 2, completed: 0 });
    for (const completed of [true, true, true, false]) await end(await confirmed(2_000), completed);
    await end(await confirmed(5_000), true);
    expect(await count()).toEqual({ running: 2, completed: 3 });
  });
});
