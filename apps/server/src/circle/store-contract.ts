import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CircleStore } from './store.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

/** What every store of circles must do. Each test uses new accounts, so that all can share a database. */
export function circleStoreContract(name: string, store: () => CircleStore): void {
  const row = (adder: string, added: string, when = at(1)) => ({ adder, added, friendId: randomUUID(), at: when });

  test(`${name}: [CIR-1] a match is both adds, with the time of the later one`, async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    await store().add(row(ann, ben, at(1)));
    expect(await store().matches(ann)).toEqual([]);
    expect(await store().matches(ben)).toEqual([]);
    await store().add(row(ben, ann, at(2)));
    for (const [one, other] of [
      [ann, ben],
      [ben, ann],
    ])
      expect(await store().matches(one as string)).toMatchObject([{ own: { adder: one, added: other }, since: at(2) }]);
  });

  test(`${name}: [CIR-2] adding again changes nothing, removing ends the match for both, and both are idempotent`, async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    const first = row(ann, ben);
    await store().add(first);
    await store().add(row(ann, ben, at(9)));
    await store().add(row(ben, ann));
    expect((await store().matches(ann))[0]?.own.friendId).toBe(first.friendId);
    for (let i = 0; i < 2; i++) await store().remove(ann, ben);
    expect(await store().matches(ann)).toEqual([]);
    expect(await store().matches(ben)).toEqual([]);
    expect(await store().between(ann, ben)).toMatchObject([{ adder: ben, added: ann }]);
  });

  test(`${name}: a note belongs to the entry of its writer`, async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    const mine = row(ann, ben);
    await store().add(mine);
    expect(await store().note(ben, mine.friendId, 'not mine')).toBe(false);
    expect(await store().note(ann, mine.friendId, 'kind eyes')).toBe(true);
    expect(await store().byFriendId(ann, mine.friendId)).toMatchObject({ added: ben, note: 'kind eyes' });
    expect(await store().byFriendId(ben, mine.friendId)).toBeUndefined();
  });
}
