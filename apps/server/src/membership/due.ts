import type { PaymentRow, Payments, RefundReason } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Applying } from './applying.ts';
import { grace, type MembershipRow, membershipOf } from './chart.ts';
import type { Managing } from './managing.ts';
import type { MembershipRows } from './membership-store.ts';

export interface DueOptions {
  readonly rows: MembershipRows;
  readonly payments: Payments;
  readonly applying: Pick<Applying, 'end'>;
  readonly managing: Pick<Managing, 'endUnused'>;
  readonly decideRefund: (tx: Database, payment: PaymentRow, cents: number, reason: RefundReason) => Promise<number>;
  readonly suspendedAmong: SuspendedAmong;
  readonly isBanned: (accountId: string) => Promise<boolean>;
  readonly clock: Pick<Clock, 'now'>;
  readonly changed: (accountId: string) => Promise<void>;
}

/** Those of these accounts that are suspended or banned. */
export type SuspendedAmong = (accountIds: readonly string[], from?: Database) => Promise<ReadonlySet<string>>;

/** For how long after an end charges are looked for: a debit may take weeks. */
const lateCharges = 90 * 86_400_000;

/** What time brings about in memberships. Source: requirements/membership 12.4. */
export class Due {
  readonly #options: DueOptions;
  constructor(options: DueOptions) {
    this.#options = options;
  }

  /** Idempotent; each membership in a transaction of its own. */
  async run(): Promise<void> {
    const { rows, payments, suspendedAmong, isBanned } = this.#options;
    const { account } = payments;
    if (account === undefined) return;
    const unfinished = await rows.unfinished(account);
    const owners = unfinished.flatMap(({ accountId }) => accountId ?? []);
    const suspended = await suspendedAmong(owners);
    for (const row of unfinished) {
      const isSuspended = row.accountId !== null && suspended.has(row.accountId);
      await this.#bringUpToDate(row.id, { isSuspended, isBanned: isSuspended && (await isBanned(row.accountId as string)) });
      await this.#announce(row, isSuspended);
    }
    await this.#refundLateCharges(account);
  }

  async #bringUpToDate(id: string, { isSuspended, isBanned }: { isSuspended: boolean; isBanned: boolean }): Promise<void> {
    const { rows, payments, applying, managing, clock } = this.#options;
    await rows.transaction(async (tx) => {
      const row = await rows.lockLive(tx, id);
      if (!row) return;
      const now = clock.now();
      if (isBanned) return managing.endUnused(tx, row, 'banned');
      if (row.failingSince !== null && now >= row.failingSince.getTime() + grace) return applying.end(tx, row, 'unpaid');
      // Also where the provider could not be told before it had collected once more: that is given back.
      if (row.cancelsAt !== null && now >= row.cancelsAt.getTime()) return applying.end(tx, row, 'cancelled', row.cancelsAt);
      // What has not been paid yet is not begun while suspended; a subscription without a payment cannot be paused.
      if (isSuspended && row.firstPaidAt === null && !row.isSettling) return applying.end(tx, row, 'unpaid');
      if (isSuspended === (row.pausedSince !== null) || row.subscriptionRef === null || row.firstPaidAt === null) return;
      await payments.accept(tx, row.payerId, isSuspended ? 'pause' : 'unpause', row.subscriptionRef);
      await rows.change(tx, id, { pausedSince: isSuspended ? new Date(now) : null });
    });
  }

  /** Tells other parts when rights have changed, once. */
  async #announce({ id, accountId }: MembershipRow, isSuspended: boolean): Promise<void> {
    const { rows, clock, changed } = this.#options;
    const isChanged = await rows.transaction(async (tx) => {
      const row = await rows.lock(tx, id);
      if (!row) return false;
      const { hasRights } = membershipOf(row, isSuspended, clock.now());
      if (hasRights === row.hadRights) return false;
      await rows.change(tx, id, { hadRights: hasRights });
      return true;
    });
    if (isChanged && accountId !== null) await changed(accountId);
  }

  /** What was charged after an end had been accepted, or while it should not have been collected, is given back unasked. */
  async #refundLateCharges(account: string): Promise<void> {
    const { rows, payments, decideRefund, clock } = this.#options;
    const since = new Date(clock.now() - lateCharges);
    for (const { subscriptionRef, endedAt, cause } of await rows.endedSince(account, since)) {
      const paid = await payments.paidOf(subscriptionRef as string);
      // What was withdrawn from or replaced is given back whole, also what was paid before and came to be known later.
      const isNone = cause === 'withdrawn' || cause === 'replaced';
      const late = paid.filter(({ paidAt }) => isNone || (paidAt as Date) > (endedAt as Date));
      for (const payment of late)
        await rows.transaction(async (tx) => {
          await decideRefund(tx, payment, payment.cents, cause === 'withdrawn' ? 'withdrawal' : 'error');
        });
    }
    for (const { subscriptionRef, pausedSince } of await rows.paused(account)) {
      const paid = subscriptionRef === null ? [] : await payments.paidOf(subscriptionRef);
      for (const payment of paid.filter(({ paidAt }) => (paidAt as Date) > (pausedSince as Date)))
        await rows.transaction(async (tx) => {
          await decideRefund(tx, payment, payment.cents, 'error');
        });
    }
  }
}
