import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ModerationStore } from './store.ts';

/** The contract of every store of reports and separations. Each test uses new accounts, so that all can share a database. */
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
    const hasReported = (reporter: string) => store().transaction((tx) => store().hasReported(tx, room, reporter));
    expect([await hasReported(ann), await hasReported(ben), await hasReported(randomUUID())]).toEqual([true, true, false]);
    expect(await store().by(ann)).toEqual([{ at: new Date(1_000), reasons: ['written signs'], explanation: 'first' }]);
    expect(await store().reportedRooms(ann, [room, 'oneminute:another'])).toEqual([room]);
    expect(await store().reportedRooms(ann, [])).toEqual([]);
  });

  // Each pair is stored once, under the lower id, whichever of the two asks for the separation, and whichever asks first.
  const inOrder = () => [randomUUID(), randomUUID(), randomUUID()].sort() as [string, string, string];
  const separate = (by: string, other: string, at = 1) =>
    store().transaction((tx) => store().separate(tx, by, other, new Date(at)));
  const separatedFrom = (accountId: string) => store().separatedFrom(accountId);
  const separatedBy = (accountId: string) => store().separatedBy(accountId);

  test.each(['the lower', 'the higher'] as const)(
    `${name}: [MOD-2] a separation that %s id asks for applies in both directions`,
    async (which) => {
      const [low, high, third] = inOrder();
      const [by, other] = which === 'the lower' ? [low, high] : [high, low];
      await separate(by, other);
      expect([await separatedFrom(by), await separatedFrom(other), await separatedFrom(third)]).toEqual([[other], [by], []]);
      // Only the side that asked for it can see it.
      expect([await separatedBy(by), await separatedBy(other)]).toEqual([[other], []]);
      // When the other asks for it as well, and the first asks again, it is still one separation.
      await separate(other, by);
      await separate(by, other);
      expect([await separatedFrom(by), await separatedFrom(other)]).toEqual([[other], [by]]);
      expect([await separatedBy(by), await separatedBy(other)]).toEqual([[other], [by]]);
    },
  );

  test.each([0, 1, 2])(
    `${name}: [MOD-2] one account is separated from several, whatever the order of their ids (%i)`,
    async (index) => {
      const people = inOrder();
      const subject = people[index] as string;
      const others = people.filter((each) => each !== subject);
      await separate(subject, others[0] as string);
      await separate(others[1] as string, subject);
      expect((await separatedFrom(subject)).sort()).toEqual(others);
      expect([await separatedFrom(others[0] as string), await separatedFrom(others[1] as string)]).toEqual([
        [subject],
        [subject],
      ]);
      expect(await separatedBy(subject)).toEqual([others[0]]);
    },
  );

  const erase = (accountId: string, hashes: readonly string[], at = 1_000) =>
    store().transaction((tx) => store().erase(tx, accountId, hashes, new Date(at)));
  const recognise = (accountId: string, hashes: readonly string[], since = 0) =>
    store().transaction((tx) => store().recognise(tx, accountId, hashes, new Date(since), new Date(9_000)));
  /** Whether two accounts are separated, and which of the two asked for it. */
  const separationOf = async (one: string, other: string) => [
    (await store().separatedFrom(one)).includes(other) && (await store().separatedFrom(other)).includes(one),
    (await store().separatedBy(one)).includes(other),
    (await store().separatedBy(other)).includes(one),
  ];
  const fresh = () => [randomUUID(), randomUUID(), randomUUID()] as const;

  test(`${name}: [MOD-31] a deleted account is recognised by any of its hashes, with who asked for each separation`, async () => {
    const [ann, ben, cay] = fresh();
    const [mail, face] = fresh();
    await separate(ben, ann);
    await separate(ann, cay);
    expect((await erase(ann, [mail, face])).toSorted()).toEqual([ben, cay].toSorted());
    expect([await store().separatedFrom(ben), await store().separatedFrom(cay)]).toEqual([[], []]);
    for (const hashes of [[mail], [face], [face, mail]]) {
      const again = randomUUID();
      await recognise(again, hashes);
      expect(await separationOf(again, ben)).toEqual([true, false, true]);
      expect(await separationOf(again, cay)).toEqual([true, true, false]);
      // Again, when the address is confirmed.
      await recognise(again, hashes);
      expect((await store().separatedFrom(again)).length).toBe(2);
    }
    const another = randomUUID();
    await recognise(another, [randomUUID()]);
    await recognise(another, []);
    expect(await store().separatedFrom(another)).toEqual([]);
  });

  test(`${name}: [MOD-31] nobody is separated from themselves, and an existing separation keeps who asked for it`, async () => {
    const [ann, ben] = fresh();
    const [mail] = fresh();
    await separate(ann, ben);
    await erase(ann, [mail]);
    await recognise(ben, [mail]);
    expect(await store().separatedFrom(ben)).toEqual([]);
    const again = randomUUID();
    await separate(ben, again);
    await recognise(again, [mail]);
    expect(await separationOf(again, ben)).toEqual([true, true, true]);
  });

  test(`${name}: [MOD-32] a kept separation is deleted with the other account, and after its retention period`, async () => {
    const [ann, ben, cay] = fresh();
    const [mail, mailOfBen] = fresh();
    await separate(ann, ben);
    await separate(ann, cay);
    await erase(ann, [mail], 5_000);
    await erase(ben, [mailOfBen], 6_000);
    const again = randomUUID();
    await recognise(again, [mail], 4_999);
    expect(await store().separatedFrom(again)).toEqual([cay]);
    await recognise(ben, [mailOfBen]);
    expect(await store().separatedFrom(ben)).toEqual([]);
    // Both sides of the limit.
    const [early, late] = fresh();
    await recognise(early, [mail], 5_000);
    expect(await store().separatedFrom(early)).toEqual([]);
    await store().forget(new Date(4_999));
    await recognise(early, [mail]);
    expect(await store().separatedFrom(early)).toEqual([cay]);
    await store().forget(new Date(5_000));
    await recognise(late, [mail]);
    expect(await store().separatedFrom(late)).toEqual([]);
  });

  test(`${name}: an explanation is erased with its writer's account, and the report stays`, async () => {
    const [ann, ben, room] = [randomUUID(), randomUUID(), `oneminute:${randomUUID()}`];
    await report(ann, ben, room, 'private words');
    await store().transaction((tx) => store().erase(tx, ann, [], new Date(1)));
    expect(await store().by(ann)).toEqual([{ at: new Date(1_000), reasons: ['written signs'], explanation: null }]);
  });
}
