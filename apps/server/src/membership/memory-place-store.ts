import type { Database } from '../platform/database/database.ts';
import { byInstant, MemoryTable, type MemoryTransactions, rowOf } from '../platform/memory-tables.ts';
import { countsAt, type PlaceRow, type PlaceStore, placeAt } from './place-store.ts';
import type { PlaceKind } from './tables.ts';

/** Places in memory, for the simulation. */
export class MemoryPlaceStore implements PlaceStore {
  readonly rows = new MemoryTable<PlaceRow>(({ id }) => id);
  readonly waiting = new MemoryTable<{ accountId: string; since: Date }>(({ accountId }) => accountId);
  readonly formerTrials = new MemoryTable<{ hash: string; at: Date }>(({ hash }) => hash);
  readonly transaction: PlaceStore['transaction'];

  constructor(transactions: MemoryTransactions) {
    this.transaction = transactions.run;
  }

  async at(accountId: string, at: Date, providerAccount: string | undefined): Promise<PlaceRow | undefined> {
    return placeAt(this.#of(accountId), at, providerAccount);
  }

  async endOfLast(accountId: string): Promise<Date | undefined> {
    return this.#of(accountId)
      .toSorted(byInstant(({ endsAt }) => endsAt))
      .at(-1)?.endsAt;
  }

  async hasHad(accountId: string, kind: PlaceKind): Promise<boolean> {
    return this.#of(accountId).some((each) => each.kind === kind);
  }

  async addFormerTrials(tx: Database, hashes: readonly string[], at: Date): Promise<void> {
    for (const hash of hashes) this.formerTrials.insertNew({ hash, at }, tx);
  }

  async hasFormerTrial(hash: string): Promise<boolean> {
    return this.formerTrials.get(hash) !== undefined;
  }

  async forgetFormerTrials(before: Date): Promise<void> {
    this.formerTrials.delete(({ at }) => at < before);
  }

  async add(tx: Database, row: Parameters<PlaceStore['add']>[1]): Promise<void> {
    this.rows.insert(rowOf<PlaceRow>({ providerAccount: null, remindedAt: null, closedAt: null }, row), tx);
  }

  async enqueue(tx: Database, accountId: string, since: Date): Promise<void> {
    this.waiting.insertNew({ accountId, since }, tx);
  }

  async queuedSince(accountId: string): Promise<Date | undefined> {
    return this.waiting.get(accountId)?.since;
  }

  async dequeue(tx: Database, accountId: string): Promise<boolean> {
    return this.waiting.delete((each) => each.accountId === accountId, tx).length > 0;
  }

  async queue(_: Database, limit: number): Promise<string[]> {
    const hadOne = (accountId: string) => Number(this.#of(accountId).some(({ kind }) => kind === 'solidarity'));
    return this.waiting
      .all()
      .toSorted(
        (a, b) =>
          hadOne(a.accountId) - hadOne(b.accountId) ||
          a.since.getTime() - b.since.getTime() ||
          (a.accountId < b.accountId ? -1 : 1),
      )
      .slice(0, limit)
      .map(({ accountId }) => accountId);
  }

  async toRemind(kinds: readonly PlaceKind[], now: Date, before: Date): Promise<PlaceRow[]> {
    return this.rows.where(
      ({ accountId, kind, remindedAt, endsAt }) =>
        kinds.includes(kind) &&
        remindedAt === null &&
        endsAt > now &&
        endsAt < before &&
        !this.#of(accountId).some((later) => later.endsAt > endsAt),
    );
  }

  async note(tx: Database, id: string, field: 'remindedAt' | 'closedAt', at: Date): Promise<boolean> {
    const isNew = this.rows.get(id)?.[field] === null;
    if (isNew) this.rows.update(id, { [field]: at }, tx);
    return isNew;
  }

  async toClose(now: Date): Promise<PlaceRow[]> {
    return this.rows.where(({ closedAt, endsAt }) => closedAt === null && endsAt <= now);
  }

  async ofAccount(accountId: string): Promise<PlaceRow[]> {
    return this.#of(accountId).toSorted(byInstant(({ beginsAt }) => beginsAt));
  }

  async counts(now: Date, providerAccount: string | undefined): Promise<{ open: number; waiting: number }> {
    const open = this.rows.where(
      (each) => each.kind === 'solidarity' && countsAt(each, providerAccount) && each.beginsAt <= now && each.endsAt > now,
    );
    return { open: open.length, waiting: this.waiting.all().length };
  }

  async erase(tx: Database, accountId: string): Promise<void> {
    this.waiting.delete((each) => each.accountId === accountId, tx);
    this.rows.delete((each) => each.accountId === accountId, tx);
  }

  #of(accountId: string): PlaceRow[] {
    return this.rows.where((each) => each.accountId === accountId);
  }
}
