import type { PaymentRow, Payments, RefundReason } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Applying } from './applying.ts';
import { grace, type MembershipRow, membershipOf, owedBack, type Suspension } from './chart.ts';
import type { Dunning } from './dunning.ts';
import type { MembershipRows } from './membership-store.ts';

export interface DueOptions {
  readonly rows: MembershipRows;
  readonly payments: Payments;
  readonly applying: Pick<Applying, 'end'>;
  readonly dunning: Pick<Dunning, 'remind'>;
  readonly decideRefund: (tx: Database, payment: PaymentRow, cents: number, reason: RefundReason) => Promise<number>;
  readonly suspendedAmong: SuspendedAmong;
  readonly isBanned: (accountId: string) => Promise<boolean>;
  readonly reversedSuspensions: (accountId: string) => Promise<readonly Suspension[]>;
  readonly clock: Pick<Clock, 'now'>;
  readonly changed: (accountId: string) => Promise<void>;
  readonly fault: (error: unknown) => void;
}

/** Those of these accounts that are suspended or banned. */
export type SuspendedAmong = (accountIds: readonly string[], from?: Database) => Promise<ReadonlySet<string>>;

/** For how long after an end payments are looked at: a debit may take weeks. */
const settlingTime = 90 * 86_400_000;
/** For how long after a suspension payments are looked at: it can be appealed for half a year, and takes time to be decided. */
const appealTime = 300 * 86_400_000;

/** What time brings about in memberships. Source: requirements/membership 12.4. */
export class Due {
  readonly #options: DueOptions;
  constructor(options: DueOptions) {
    this.#options = options;
  }

  /** Idempotent; each membership in a transaction of its own. */
  async run(): Promise<void> {
    const { rows, payments, suspendedAmong, isBanned, clock, fault } = this.#options;
    const { account } = payments;
    if (account === undefined) return;
    const unfinished = await rows.unfinished(account);
    const owners = unfinished.flatMap(({ accountId }) => accountId ?? []);
    const suspended = await suspendedAmong(owners);
    const returned = new Set(await payments.returnedSince(new Date(clock.now() - settlingTime)));
    for (const row of unfinished) {
      const isSuspended = row.accountId !== null && suspended.has(row.accountId);
      // The signal may have come before the money moved, and was read as if nothing had happened.
      const isReturned = row.subscriptionRef !== null && returned.has(row.subscriptionRef);
      if (!isReturned && !isDue(row, isSuspended, clock.now())) continue;
      try {
        await this.#bringUpToDate(row.id, {
          isReturned,
          isSuspended,
          isBanned: isSuspended && (await isBanned(row.accountId as string)),
        });
        await this.#announce(row, isSuspended);
      } catch (error) {
        // One membership's fault must not hold up the others.
        fault(error);
      }
    }
    await this.#giveBack(account);
  }

  async #bringUpToDate(
    id: string,
    { isReturned, isSuspended, isBanned }: Readonly<Record<'isReturned' | 'isSuspended' | 'isBanned', boolean>>,
  ): Promise<void> {
    const { rows, payments, applying, dunning, clock } = this.#options;
    await rows.transaction(async (tx) => {
      const row = await rows.lockLive(tx, id);
      if (!row) return;
      const now = clock.now();
      if (isBanned) return applying.end(tx, row, 'banned');
      if (isReturned) return applying.end(tx, row, 'bounced');
      if (row.failingSince !== null && now >= row.failingSince.getTime() + grace) return applying.end(tx, row, 'unpaid');
      // Also where the provider could not be told before it had collected once more: that is given back.
      if (row.cancelsAt !== null && now >= row.cancelsAt.getTime()) return applying.end(tx, row, 'cancelled', row.cancelsAt);
      // What has not been paid yet is not begun while suspended; a subscription without a payment cannot be paused.
      if (isSuspended && row.firstPaidAt === null && !row.isSettling) return applying.end(tx, row, 'unpaid');
      if (!isSuspended) await dunning.remind(tx, row, now);
      if (isSuspended === (row.pausedSince !== null) || row.subscriptionRef === null || row.firstPaidAt === null) return;
      await payments.accept(tx, row.payerId, isSuspended ? 'pause' : 'unpause', row.subscriptionRef);
      if (isSuspended) await rows.addPause(tx, id, new Date(now));
      else await rows.endPause(tx, id, new Date(now));
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

  /** Decides what goes back of payments, also of those that come to be known long after an end. */
  async #giveBack(account: string): Promise<void> {
    const { rows, payments, decideRefund, reversedSuspensions, clock } = this.#options;
    const since = new Date(clock.now() - settlingTime);
    const pausedSince = new Date(clock.now() - appealTime);
    for (const row of await rows.endedOrPaused(account, { ended: since, paused: pausedSince })) {
      const pauses = await rows.pauses(row.id);
      const reversed = pauses.length === 0 || row.accountId === null ? [] : await reversedSuspensions(row.accountId);
      for (const payment of await payments.paidOf(row.subscriptionRef as string)) {
        const paidAt = payment.paidAt as Date;
        const collectedAt = payment.collectedAt ?? paidAt;
        const paid = { cents: payment.cents, paidAt, collectedAt, isRenewal: payment.kind === 'renewal' };
        const owed = owedBack(row, pauses, paid, reversed);
        if (owed && owed.cents > 0) await rows.transaction((tx) => decideRefund(tx, payment, owed.cents, owed.reason));
      }
    }
    for (const payment of await payments.paidThoughOver(since))
      await rows.transaction((tx) => decideRefund(tx, payment, payment.cents, 'error'));
  }
}

/** Whether there may be something to do: a transaction for each membership in each minute would be too many. */
function isDue(row: MembershipRow, isSuspended: boolean, now: number): boolean {
  const { endedAt, failingSince, cancelsAt, pausedSince, hadRights } = row;
  const isOver = cancelsAt !== null && now >= cancelsAt.getTime();
  // Who is banned is suspended as well, and their membership does not stay paused.
  const isLiveDue = isSuspended || pausedSince !== null || failingSince !== null || isOver;
  return (endedAt === null && isLiveDue) || membershipOf(row, isSuspended, now).hasRights !== hadRights;
}
