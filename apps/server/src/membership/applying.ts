import type { PayerRow, Payments, SubscriptionRead } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { MembershipRow } from './chart.ts';
import type { Dunning } from './dunning.ts';
import type { MembershipMails } from './mails.ts';
import type { MembershipRows } from './membership-store.ts';
import type { EndCause } from './tables.ts';

export interface ApplyingOptions {
  readonly rows: MembershipRows;
  readonly payments: Pick<Payments, 'accept' | 'acceptOnce' | 'hasBounced' | 'ofPayer' | 'wasRequested'>;
  readonly dunning: Pick<Dunning, 'confirmationWanted'>;
  readonly mails: Pick<MembershipMails, 'post'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether the payer's bank has reclaimed a payment of a subscription. */
  readonly isDisputed: (tx: Database, subscriptionRef: string) => Promise<boolean>;
}

type Fields = Partial<MembershipRow>;
/** How long after an end it is not asked for again. */
const pause = 300_000;

/** Writes what was read of subscriptions into the memberships. What was accepted here stays, until the provider has done it. */
export class Applying {
  readonly #options: ApplyingOptions;
  constructor(options: ApplyingOptions) {
    this.#options = options;
  }

  /** In the transaction of the read. */
  async apply(tx: Database, payer: PayerRow, reads: readonly SubscriptionRead[]): Promise<void> {
    const { rows, payments } = this.#options;
    const hasEnded = reads.some(({ status }) => status === 'ended');
    const open = hasEnded ? (await payments.ofPayer(payer.id, tx)).filter(({ state }) => state === 'open') : [];
    for (const row of await rows.ofPayer(tx, payer.id)) {
      const read = reads.find(({ ref, paymentRecordId }) => ref === row.subscriptionRef || paymentRecordId === row.paymentId);
      if (read) await this.#applyTo(tx, row, read);
      const isOwed = read?.status === 'ended' && open.some(({ subscriptionRef }) => subscriptionRef === read.ref);
      if (isOwed) await this.#giveUpDebt(tx, payer.id, read.ref);
    }
  }

  /**
   * The subscription has ended, and an invoice is still open because its debit was being processed and has failed since: it is ended again, so
   * that the invoice is given up. Not again within five minutes, whatever the provider makes of it.
   */
  async #giveUpDebt(tx: Database, payerId: string, ref: string): Promise<void> {
    const { payments, clock } = this.#options;
    if (!(await payments.wasRequested(tx, ref, 'end', new Date(clock.now() - pause))))
      await payments.accept(tx, payerId, 'end', ref);
  }

  async #applyTo(tx: Database, row: MembershipRow, read: SubscriptionRead): Promise<void> {
    const { rows, payments, isDisputed, dunning, mails, clock } = this.#options;
    // It has ended here before the provider was known to have one, or has been told.
    if (row.endedAt !== null && read.status !== 'ended') await payments.acceptOnce(tx, row.payerId, 'end', read.ref);
    if (row.endedAt !== null) {
      if (row.subscriptionRef === null) await rows.change(tx, row.id, { subscriptionRef: read.ref });
      return;
    }
    const fields = fieldsOf(row, read, clock.now());
    await rows.change(tx, row.id, fields);
    const now = { ...row, ...fields };
    if (read.status === 'ended') return this.#end(tx, now, causeOf(now), read.endedAt);
    if (await isDisputed(tx, read.ref)) return this.end(tx, now, 'disputed');
    if (hasBounced(row, now, read) || (await payments.hasBounced(tx, read.ref))) return this.end(tx, now, 'bounced');
    const isBegun = now.isSettling || now.firstPaidAt !== null;
    if (isBegun && !row.isSettling && row.firstPaidAt === null)
      await mails.post(tx, row.accountId, 'membershipBegun', { cents: row.cents });
    const isPaused = row.pausedSince !== null;
    if (now.failingSince !== null && !isPaused && read.invoice?.intent?.state === 'confirming')
      await dunning.confirmationWanted(tx, now, clock.now());
    if (read.isPaused !== isPaused)
      await payments.acceptOnce(tx, row.payerId, isPaused ? 'pause' : 'unpause', read.ref, ['pause', 'unpause']);
  }

  /** Ends a membership here at once; the provider ends it as soon as it can be reached. */
  async end(tx: Database, row: MembershipRow, cause: EndCause, at?: Date): Promise<void> {
    if (row.subscriptionRef !== null) await this.#options.payments.accept(tx, row.payerId, 'end', row.subscriptionRef);
    await this.#end(tx, row, cause, at);
  }

  /** Ends what a payer has begun and not paid. */
  async endUnpaid(tx: Database, payerId: string): Promise<void> {
    for (const row of await this.#options.rows.ofPayer(tx, payerId))
      if (row.endedAt === null && row.firstPaidAt === null && !row.isSettling) await this.end(tx, row, 'unpaid');
  }

  async #end(tx: Database, row: MembershipRow, cause: EndCause, at: Date | undefined): Promise<void> {
    const { rows, clock, mails } = this.#options;
    if (cause === 'bounced' || (cause === 'unpaid' && row.firstPaidAt !== null))
      await mails.post(tx, row.accountId, 'membershipUnpaid');
    await rows.change(tx, row.id, { endedAt: at ?? new Date(clock.now()), cause, isSettling: false, openInvoice: null });
  }
}

function causeOf({ cancelsAt, firstPaidAt, failingSince }: MembershipRow): EndCause {
  if (firstPaidAt === null) return 'unpaid';
  return cancelsAt === null && failingSince !== null ? 'unpaid' : 'cancelled';
}

/** The first debit has come back: there is no membership, and nothing more may be collected. */
const hasBounced = (before: MembershipRow, { firstPaidAt }: MembershipRow, { status, invoice }: SubscriptionRead): boolean => {
  const wasProcessed = before.isSettling || status !== 'incomplete';
  return firstPaidAt === null && wasProcessed && ['unpaid', 'cancelled'].includes(invoice?.intent?.state ?? '');
};

function fieldsOf(row: MembershipRow, read: SubscriptionRead, now: number): Fields {
  const { invoice, status, periodEndsAt } = read;
  const intent = invoice?.intent;
  const isSettling = row.firstPaidAt === null && intent?.state === 'settling';
  // A trial of the provider is never begun here; one that an operator begins there counts as paid.
  // The payment is read after its invoice, and may have been made in between.
  const isPaid = invoice?.state === 'paid' || intent?.state === 'paid' || status === 'trialing';
  const firstPaidAt = row.firstPaidAt ?? (isPaid ? new Date(now) : null);
  const isCurrent = (status === 'active' || status === 'trialing') && invoice?.state !== 'open';
  const isProcessing = intent?.state === 'settling';
  // A renewal that is neither paid nor being processed has failed; if nobody has tried yet, the provider does so within the hour.
  const isFailing = firstPaidAt !== null && status === 'pastDue' && invoice?.state === 'open' && !isProcessing && !isPaid;
  return {
    ...{ subscriptionRef: read.ref, nextCents: read.cents, isSettling, firstPaidAt },
    ...(intent?.state === 'paid' && { cents: intent.cents }),
    ...((isCurrent || isProcessing) && { paidUntil: periodEndsAt }),
    failingSince: isFailing ? (row.failingSince ?? invoice?.createdAt ?? new Date(now)) : null,
    openInvoice: invoice?.state === 'open' ? invoice.ref : null,
    cancelsAt: read.cancelsAtPeriodEnd || row.cancelledAt !== null ? (row.cancelsAt ?? periodEndsAt) : null,
  };
}
