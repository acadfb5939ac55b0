import type { AnswerOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import type { OwnSubscription, ownReceipts } from '@unspoken/contract/membership';
import { type Books, receiptNumber } from '../books/service.ts';
import type { Payments } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import { graceUntil, membershipOf, withdrawableUntil } from './chart.ts';
import type { SuspendedAmong } from './due.ts';
import type { Managing } from './managing.ts';
import type { MembershipRows } from './membership-store.ts';
import type { Places } from './places.ts';
import type { Membership } from './service.ts';

export interface OwnViewOptions {
  readonly membership: Membership;
  readonly places: Pick<Places, 'ownView'>;
  readonly managing: Pick<Managing, 'methods'>;
  readonly rows: Pick<MembershipRows, 'latest'>;
  readonly payments: Payments;
  readonly books: Pick<Books, 'receipts'>;
  readonly suspendedAmong: SuspendedAmong;
  readonly clock: Pick<Clock, 'now'>;
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** A membership as its owner sees it. The methods are missing while the provider cannot be reached. */
export async function ownSubscriptionOf(
  accountId: string,
  { membership, places, managing, rows, payments, suspendedAmong, clock }: OwnViewOptions,
): Promise<OwnSubscription> {
  const { account } = payments;
  const row = account === undefined ? undefined : await rows.latest(accountId, account);
  const isSuspended = (await suspendedAmong([accountId])).has(accountId);
  const now = clock.now();
  const { state } = membershipOf(row, isSuspended, now);
  const isShown = row !== undefined && state !== 'none' && state !== 'ended';
  const found = await managing.methods(accountId).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'payments_closed')) return undefined;
    throw error;
  });
  return {
    ...(await membership.subscription(accountId)),
    state,
    subscriptionPrice: isShown ? row.nextCents : null,
    paymentMethods: (found?.methods ?? []).map(({ ref, type, brand = null, last4, expires = null }) => ({
      ...{ paymentMethodID: ref, type, brand, last4, expires, isDefault: ref === found?.defaultRef },
    })),
    methodsUnavailable: found === undefined,
    paidUntil: isShown ? iso(row.paidUntil) : null,
    graceUntil: isShown ? iso(graceUntil(row)) : null,
    withdrawableUntil: isShown ? iso(withdrawableUntil(row, now)) : null,
    place: await places.ownView(accountId),
    nextPayment: state === 'active' && row ? iso(row.paidUntil) : null,
  };
}

/** The receipts of an account's payments, the latest first. */
export async function receiptsOf(
  accountId: string,
  { payments, books }: Pick<OwnViewOptions, 'payments' | 'books'>,
): Promise<AnswerOf<typeof ownReceipts>['receipts']> {
  const payer = await payments.payerOf(accountId);
  if (!payer) return [];
  const own = (await payments.ofPayer(payer.id)).map(({ id }) => id);
  return (await books.receipts(payer.providerAccount, own))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.number - a.number)
    .map((receipt) => ({
      ...{ number: receiptNumber(receipt), at: receipt.at.toISOString(), purpose: receipt.purpose, gross: receipt.grossCents },
      ...{ vat: receipt.vatCents, vatCountry: receipt.vatCountry, vatBasisPoints: receipt.vatBasisPoints },
      ...{ corrects: receipt.corrects, addressee: [...receipt.addressee], rehearsal: payer.providerAccount === 'sandbox' },
      issuer: {
        ...{ name: receipt.issuer.name, address: [...receipt.issuer.address], taxNumber: receipt.issuer.taxNumber },
        ...(receipt.issuer.note && { note: { ...receipt.issuer.note } }),
      },
    }));
}
