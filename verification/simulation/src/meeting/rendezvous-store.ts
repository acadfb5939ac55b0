import { claimBatch, type RendezvousRow, type RendezvousStore } from '@unspoken/server/rendezvous/store';

const byStart = (one: RendezvousRow, other: RendezvousRow): number => one.startsAt.getTime() - other.startsAt.getTime();

/** Rendezvous in memory: found, claimed and stamped as by the statements of the database. */
export class MemoryRendezvousStore implements RendezvousStore {
  readonly #rows = new Map<string, RendezvousRow>();

  of: RendezvousStore['of'] = async (accountId, { after }) =>
    this.#found((row) => row.accountId === accountId && row.startsAt > after).sort(byStart);

  chosen: RendezvousStore['chosen'] = async ({ from, to }, { poolType, except, among }) => {
    const counted = new Map<number, number>();
    for (const { startsAt, accountId, poolType: pool, cameAt } of this.#rows.values()) {
      if (pool !== poolType || cameAt !== null || except.includes(accountId) || startsAt < from || startsAt > to) continue;
      if (among && !among.includes(accountId)) continue;
      counted.set(startsAt.getTime(), (counted.get(startsAt.getTime()) ?? 0) + 1);
    }
    return counted;
  };

  add: RendezvousStore['add'] = async (_, { checkedAt = null, calledAt = null, cameAt = null, ...row }) => {
    if (this.#at(row.accountId, row.startsAt)) return;
    this.#rows.set(row.id, { ...row, checkedAt, calledAt, cameAt });
  };

  move: RendezvousStore['move'] = async (_, id, startsAt, chosenAt) => {
    const row = this.#rows.get(id);
    if (!row) return;
    if (this.#at(row.accountId, startsAt)) throw new Error('the member has another rendezvous in this quarter');
    this.#rows.set(id, { ...row, startsAt, chosenAt, checkedAt: null, calledAt: null });
  };

  release: RendezvousStore['release'] = async (id, startsAt, what) => {
    const row = this.#rows.get(id);
    if (row?.startsAt.getTime() === startsAt.getTime()) this.#rows.set(id, { ...row, [what]: null });
  };

  isStillDue: RendezvousStore['isStillDue'] = async (id, startsAt) => {
    const row = this.#rows.get(id);
    return row !== undefined && row.startsAt.getTime() === startsAt.getTime() && row.cameAt === null;
  };

  remove: RendezvousStore['remove'] = async (accountId, id, { after }) => {
    const row = this.#rows.get(id);
    if (row?.accountId === accountId && row.startsAt > after) this.#rows.delete(id);
  };

  removeAll: RendezvousStore['removeAll'] = async (accountId, { after }) => {
    for (const row of this.#found((each) => each.accountId === accountId && each.startsAt > after)) this.#rows.delete(row.id);
  };

  came: RendezvousStore['came'] = async ({ accountId, poolType, from, to, at }) => {
    const isMeant = (row: RendezvousRow) =>
      row.accountId === accountId &&
      row.poolType === poolType &&
      row.cameAt === null &&
      row.startsAt.getTime() >= from &&
      row.startsAt.getTime() <= to;
    for (const row of this.#found(isMeant)) this.#rows.set(row.id, { ...row, cameAt: new Date(at) });
  };

  claim: RendezvousStore['claim'] = async (what, { after, until }, at) => {
    const isDue = (row: RendezvousRow) =>
      row[what] === null && row.cameAt === null && row.startsAt > after && row.startsAt <= until;
    const claimed = this.#found(isDue)
      .slice(0, claimBatch)
      .map((row) => ({ ...row, [what]: at }));
    for (const row of claimed) this.#rows.set(row.id, row);
    return claimed;
  };

  all: RendezvousStore['all'] = async (accountId) => this.#found((row) => row.accountId === accountId).sort(byStart);

  forget: RendezvousStore['forget'] = async (before) => {
    for (const { id } of this.#found(({ startsAt }) => startsAt < before)) this.#rows.delete(id);
  };

  #at(accountId: string, startsAt: Date): RendezvousRow | undefined {
    return this.#found((row) => row.accountId === accountId && row.startsAt.getTime() === startsAt.getTime())[0];
  }

  #found(isMeant: (row: RendezvousRow) => boolean): RendezvousRow[] {
    return [...this.#rows.values()].filter(isMeant);
  }
}
