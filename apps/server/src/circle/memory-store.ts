import type { CircleAdd, CircleStore } from './store.ts';

/** Circles in memory, for the simulation. */
export class MemoryCircleStore implements CircleStore {
  readonly rows = new Map<string, CircleAdd>();

  async add({ adder, added, friendId, at, note = '' }: Parameters<CircleStore['add']>[0]): Promise<void> {
    const key = keyOf(adder, added);
    if (!this.rows.has(key)) this.rows.set(key, { adder, added, friendId, at, note });
  }

  async remove(adder: string, added: string): Promise<void> {
    this.rows.delete(keyOf(adder, added));
  }

  async between(one: string, other: string): Promise<CircleAdd[]> {
    return [this.rows.get(keyOf(one, other)), this.rows.get(keyOf(other, one))].filter((row) => row !== undefined);
  }

  async matches(accountId: string): Promise<{ own: CircleAdd; since: Date }[]> {
    return (await this.by(accountId)).flatMap((own) => {
      const theirs = this.rows.get(keyOf(own.added, accountId));
      return theirs ? [{ own, since: theirs.at > own.at ? theirs.at : own.at }] : [];
    });
  }

  async byFriendId(adder: string, friendId: string): Promise<CircleAdd | undefined> {
    return [...this.rows.values()].find((row) => row.adder === adder && row.friendId === friendId);
  }

  async note(adder: string, friendId: string, note: string): Promise<boolean> {
    const row = await this.byFriendId(adder, friendId);
    if (row) this.rows.set(keyOf(adder, row.added), { ...row, note });
    return row !== undefined;
  }

  async by(accountId: string): Promise<CircleAdd[]> {
    return [...this.rows.values()].filter((row) => row.adder === accountId);
  }

  async erase(_: unknown, accountId: string): Promise<{ other: string; match: boolean }[]> {
    const others: string[] = [];
    for (const [key, { adder, added }] of this.rows) {
      if (adder !== accountId && added !== accountId) continue;
      this.rows.delete(key);
      others.push(adder === accountId ? added : adder);
    }
    return [...new Set(others)].map((other) => ({ other, match: others.indexOf(other) !== others.lastIndexOf(other) }));
  }
}

const keyOf = (adder: string, added: string): string => `${adder} ${added}`;
