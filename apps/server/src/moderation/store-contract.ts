import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ModerationStore } from './store.ts';

/** What every record of reports must do. Accounts are fresh in each test, so that a shared database serves them all. */
export function moderationStoreContract(name: string, store: () => ModerationStore): void {
  const report = (reporter: string, reported: string, roomID: string, explanation = '') =>
    store().transaction((tx) =>
      store().report(
        tx,
        {
          id: randomUUID(),
          roomID,
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

  // Each pair is stored once, under the lower id: whichever of the two wishes it, and whichever wishes it first.
  const inOrder = () => [randomUUID(), randomUUID(), randomUUID()].sort() as [string, string, string];
  const separate = (by: string, other: string, at = 1) =>
    store().transaction((tx) => store().separate(tx, by, other, new Date(at)));
  const apart = (who: string) => store().separatedFrom(who);
  const wished = (who: string) => store().separatedBy(who);

  test.each(['the lower', 'the higher'] as const)(
    `${name}: [MOD-2] a separation that %s id wishes holds both ways`,
    async (which) => {
      const [low, high, third] = inOrder();
      const [by, other] = which === 'the lower' ? [low, high] : [high, low];
      await separate(by, other);
      expect([await apart(by), await apart(other), await apart(third)]).toEqual([[other], [by], []]);
      // Only whoever wished it is told so.
      expect([await wished(by), await wished(other)]).toEqual([[other], []]);
      // Wished by the other as well, and once more by the first, it is still one.
      await separate(other, by);
      await separate(by, other);
      expect([await apart(by), await apart(other)]).toEqual([[other], [by]]);
      expect([await wished(by), await wished(other)]).toEqual([[other], [by]]);
    },
  );

  test.each([0, 1, 2])(
    `${name}: [MOD-2] somebody is kept apart from several, whatever the order of their ids (%i)`,
    async (nth) => {
      const people = inOrder();
      const middle = people[nth] as string;
      const others = people.filter((each) => each !== middle);
      await separate(middle, others[0] as string);
      await separate(others[1] as string, middle);
      expect((await apart(middle)).sort()).toEqual(others);
      expect([await apart(others[0] as string), await apart(others[1] as string)]).toEqual([[middle], [middle]]);
      expect(await wished(middle)).toEqual([others[0]]);
    },
  );

  const leaves = (who: string, hashes: readonly string[], at = 1_000) =>
    store().transaction((tx) => store().erase(tx, who, hashes, new Date(at)));
  const comes = (who: string, hashes: readonly string[], since = 0) =>
    store().transaction((tx) => store().recognise(tx, who, hashes, new Date(since), new Date(9_000)));
  const isApart = async (one: string, other: string) => [
    (await store().separatedFrom(one)).includes(other) && (await store().separatedFrom(other)).includes(one),
    (await store().separatedBy(one)).includes(other),
    (await store().separatedBy(other)).includes(one),
  ];
  const fresh = () => [randomUUID(), randomUUID(), randomUUID()] as const;

  test(`${name}: [MOD-31] whoever left is known again by any of their hashes, and who wished it is known as well`, async () => {
    const [ann, ben, cay] = fresh();
    const [mail, face] = fresh();
    await separate(ben, ann);
    await separate(ann, cay);
    expect((await leaves(ann, [mail, face])).toSorted()).toEqual([ben, cay].toSorted());
    expect([await store().separatedFrom(ben), await store().separatedFrom(cay)]).toEqual([[], []]);
    for (const hashes of [[mail], [face], [face, mail]]) {
      const again = randomUUID();
      await comes(again, hashes);
      expect(await isApart(again, ben)).toEqual([true, false, true]);
      expect(await isApart(again, cay)).toEqual([true, true, false]);
      // And once more, when the address is confirmed.
      await comes(again, hashes);
      expect((await store().separatedFrom(again)).length).toBe(2);
    }
    const another = randomUUID();
    await comes(another, [randomUUID()]);
    await comes(another, []);
    expect(await store().separatedFrom(another)).toEqual([]);
  });

  test(`${name}: [MOD-31] nobody is separated from themselves, and what is known already stays known`, async () => {
    const [ann, ben] = fresh();
    const [mail] = fresh();
    await separate(ann, ben);
    await leaves(ann, [mail]);
    await comes(ben, [mail]);
    expect(await store().separatedFrom(ben)).toEqual([]);
    const again = randomUUID();
    await separate(ben, again);
    await comes(again, [mail]);
    expect(await isApart(again, ben)).toEqual([true, true, true]);
  });

  test(`${name}: [MOD-32] what is kept goes with the other, whoever leaves first, and after its time`, async () => {
    const [ann, ben, cay] = fresh();
    const [mail, others] = fresh();
    await separate(ann, ben);
    await separate(ann, cay);
    await leaves(ann, [mail], 5_000);
    await leaves(ben, [others], 6_000);
    const again = randomUUID();
    await comes(again, [mail], 4_999);
    expect(await store().separatedFrom(again)).toEqual([cay]);
    await comes(ben, [others]);
    expect(await store().separatedFrom(ben)).toEqual([]);
    // From either side of the limit.
    const [early, late] = fresh();
    await comes(early, [mail], 5_000);
    expect(await store().separatedFrom(early)).toEqual([]);
    await store().forget(new Date(4_999));
    await comes(early, [mail]);
    expect(await store().separatedFrom(early)).toEqual([cay]);
    await store().forget(new Date(5_000));
    await comes(late, [mail]);
    expect(await store().separatedFrom(late)).toEqual([]);
  });

  test(`${name}: what somebody wrote is erased with them, and that there was a report is not`, async () => {
    const [ann, ben, room] = [randomUUID(), randomUUID(), `oneminute:${randomUUID()}`];
    await report(ann, ben, room, 'private words');
    await store().transaction((tx) => store().erase(tx, ann, [], new Date(1)));
    expect(await store().by(ann)).toEqual([{ at: new Date(1_000), reasons: ['written signs'], explanation: null }]);
  });
}
