import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ModerationStore } from './store.ts';

/** What every record of reports must do. Accounts are fresh in each test, so that a shared database serves them all. */
export function moderationStoreContract(name: string, store: () => ModerationStore): void {
  const report = (reporter: string, reported: string, roomId: string, explanation = '') =>
    store().transaction((tx) =>
      store().report(
        tx,
        {
          id: randomUUID(),
          roomId,
          reporter,
          reported,
          reasons: ['written signs'],
          noRepeat: true,
          at: new Date(1_000),
          caseId: randomUUID(),
        },
        explanation,
      ),
    );

  test(`${name}: [MOD-1] a side reports once; the first report stands`, async () => {
    const [ann, ben, room] = [randomUUID(), randomUUID(), `oneminute:${randomUUID()}`];
    expect(await report(ann, ben, room, 'first')).toBe(true);
    expect(await report(ann, ben, room, 'second')).toBe(false);
    expect(await report(ben, ann, room)).toBe(true);
    const has = (who: string) => store().transaction((tx) => store().hasReported(tx, room, who));
    expect([await has(ann), await has(ben), await has(randomUUID())]).toEqual([true, true, false]);
    expect(await store().by(ann)).toEqual([{ at: new Date(1_000), reasons: ['written signs'], explanation: 'first' }]);
    expect(await store().reportedRooms(ann, [room, 'oneminute:another'])).toEqual([room]);
    expect(await store().reportedRooms(ann, [])).toEqual([]);
  });

  test(`${name}: [MOD-2] a separation holds both ways, however often it is made`, async () => {
    const [ann, ben, cay] = [randomUUID(), randomUUID(), randomUUID()];
    const separate = (one: string, other: string) => store().transaction((tx) => store().separate(tx, one, other, new Date(1)));
    await separate(ann, ben);
    await separate(ben, ann);
    await separate(cay, ann);
    expect((await store().separatedFrom(ann)).sort()).toEqual([ben, cay].sort());
    expect(await store().separatedFrom(ben)).toEqual([ann]);
    expect(await store().separatedFrom(cay)).toEqual([ann]);
    // Only whoever wished it is told so.
    const wished = await Promise.all([ann, ben, cay].map((each) => store().separatedBy(each)));
    expect(wished).toEqual([[ben], [ann], [ann]]);
    const dan = randomUUID();
    await separate(dan, ann);
    expect(await store().separatedBy(ann)).toEqual([ben]);
  });

  test(`${name}: what somebody wrote is erased with them, and that there was a report is not`, async () => {
    const [ann, ben, room] = [randomUUID(), randomUUID(), `oneminute:${randomUUID()}`];
    await report(ann, ben, room, 'private words');
    await store().transaction((tx) => store().erase(tx, ann));
    expect(await store().by(ann)).toEqual([{ at: new Date(1_000), reasons: ['written signs'], explanation: null }]);
  });
}
