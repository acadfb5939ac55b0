import type { Database } from '../platform/database/database.ts';
import { byInstant, MemoryTable, type MemoryTransactions, rowOf } from '../platform/memory-tables.ts';
import type { MembershipRow, Pause } from './chart.ts';
import type { MembershipRows } from './membership-store.ts';
import type { MembershipStore } from './store.ts';
import type { DunningStep, freeTry } from './tables.ts';

type TryRow = typeof freeTry.$inferSelect;

/** Paid memberships in memory, for the simulation. */
export class MemoryMembershipRows implements MembershipRows {
  readonly rows = new MemoryTable<MembershipRow>(
    ({ id }) => id,
    ({ paymentId }) => paymentId,
    ({ subscriptionRef }) => subscriptionRef ?? undefined,
    ({ accountId, providerAccount, endedAt }) =>
      accountId === null || endedAt !== null ? undefined : `${accountId} ${providerAccount}`,
  );
  readonly paused = new MemoryTable<Pause & { membershipId: string }>(
    ({ membershipId, since }) => `${membershipId} ${since.getTime()}`,
  );
  readonly dunning = new MemoryTable<{ invoice: string; step: DunningStep; at: Date }>(
    ({ invoice, step }) => `${invoice} ${step}`,
  );
  readonly transaction: MembershipRows['transaction'];

  constructor(transactions: MemoryTransactions) {
    this.transaction = transactions.run;
  }

  async live(accountId: string, providerAccount: string): Promise<MembershipRow | undefined> {
    return this.#of(accountId, providerAccount).find(({ endedAt }) => endedAt === null);
  }

  async latest(accountId: string, providerAccount: string): Promise<MembershipRow | undefined> {
    const rows = this.#of(accountId, providerAccount);
    return rows.find(({ endedAt }) => endedAt === null) ?? rows[0];
  }

  async add(tx: Database, row: Parameters<MembershipRows['add']>[1]): Promise<void> {
    const none = {
      ...{ accountId: null, subscriptionRef: null, isSettling: false, firstPaidAt: null, paidUntil: null, failingSince: null },
      ...{ openInvoice: null, cancelledAt: null, cancelsAt: null, pausedSince: null, endedAt: null, cause: null },
    };
    this.rows.insert(rowOf<MembershipRow>({ ...none, hadRights: false }, row), tx);
  }

  async change(tx: Database, id: string, fields: Partial<MembershipRow>): Promise<void> {
    this.rows.update(id, fields, tx);
  }

  async lockLive(_: Database, id: string): Promise<MembershipRow | undefined> {
    const row = this.rows.get(id);
    return row?.endedAt === null ? row : undefined;
  }

  async lock(_: Database, id: string): Promise<MembershipRow | undefined> {
    return this.rows.get(id);
  }

  async ofPayer(_: Database, payerId: string): Promise<MembershipRow[]> {
    return this.rows.where((each) => each.payerId === payerId);
  }

  async unfinished(providerAccount: string): Promise<MembershipRow[]> {
    return this.rows.where((each) => each.providerAccount === providerAccount && (each.endedAt === null || each.hadRights));
  }

  async endedOrPaused(providerAccount: string, since: { readonly ended: Date; readonly paused: Date }): Promise<MembershipRow[]> {
    const paused = new Set(
      this.paused.where(({ until }) => until === null || until >= since.paused).map(({ membershipId }) => membershipId),
    );
    return this.rows.where(
      ({ id, endedAt, subscriptionRef, providerAccount: at }) =>
        ((endedAt !== null && endedAt >= since.ended) || paused.has(id)) && subscriptionRef !== null && at === providerAccount,
    );
  }

  async pauses(membershipId: string): Promise<Pause[]> {
    return this.paused.where((each) => each.membershipId === membershipId);
  }

  async addPause(tx: Database, membershipId: string, since: Date): Promise<void> {
    this.paused.insertNew({ membershipId, since, until: null }, tx);
  }

  async endPause(tx: Database, membershipId: string, until: Date): Promise<void> {
    for (const row of this.paused.where((each) => each.membershipId === membershipId && each.until === null))
      this.paused.put({ ...row, until }, tx);
  }

  async addDunning(tx: Database, invoice: string, steps: readonly DunningStep[], at: Date): Promise<DunningStep[]> {
    return steps.filter((step) => this.dunning.insertNew({ invoice, step, at }, tx));
  }

  async forgetDunning(before: Date): Promise<void> {
    this.dunning.delete(({ at }) => at < before);
  }

  async all(accountId: string): Promise<MembershipRow[]> {
    return this.#sorted((each) => each.accountId === accountId);
  }

  async liveOf(_: Database, accountId: string): Promise<MembershipRow[]> {
    return this.rows.where((each) => each.accountId === accountId && each.endedAt === null);
  }

  async disown(tx: Database, accountId: string): Promise<void> {
    for (const { id } of await this.all(accountId)) this.rows.update(id, { accountId: null }, tx);
  }

  #of(accountId: string, providerAccount: string): MembershipRow[] {
    return this.#sorted((each) => each.accountId === accountId && each.providerAccount === providerAccount);
  }

  /** The latest first. */
  #sorted(holds: (row: MembershipRow) => boolean): MembershipRow[] {
    return this.rows
      .where(holds)
      .toSorted(byInstant(({ createdAt }) => createdAt))
      .toReversed();
  }
}

/** The experience that everybody may try, in memory, for the simulation. */
export class MemoryTries implements MembershipStore {
  readonly rows = new MemoryTable<TryRow>(({ accountId }) => accountId);

  async tryOf(accountId: string): Promise<TryRow | undefined> {
    return this.rows.get(accountId);
  }

  async claimTry(tx: Database, row: Parameters<MembershipStore['claimTry']>[1]): Promise<boolean> {
    return this.rows.insertNew(rowOf<TryRow>({ usedAt: null }, row), tx);
  }

  async markTryUsed(tx: Database, accountId: string, roomID: string, at: Date): Promise<void> {
    const row = this.rows.get(accountId);
    if (row?.roomID === roomID && row.usedAt === null) this.rows.update(accountId, { usedAt: at }, tx);
  }

  async releaseTry(tx: Database, accountId: string, roomID: string): Promise<void> {
    this.rows.delete((each) => each.accountId === accountId && each.roomID === roomID && each.usedAt === null, tx);
  }

  async releaseTriesOf(tx: Database, rooms: readonly string[]): Promise<void> {
    this.rows.delete(({ roomID, usedAt }) => rooms.includes(roomID) && usedAt === null, tx);
  }

  async erase(tx: Database, accountId: string): Promise<void> {
    this.rows.delete((each) => each.accountId === accountId, tx);
  }
}
