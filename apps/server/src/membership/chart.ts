import type { MembershipState } from '@unspoken/contract/membership';
import type { membership } from './tables.ts';

export type MembershipRow = typeof membership.$inferSelect;
/** What the chart looks at. */
export type Charted = Pick<
  MembershipRow,
  'isSettling' | 'firstPaidAt' | 'paidUntil' | 'failingSince' | 'cancelsAt' | 'endedAt' | 'createdAt'
>;

const [hour, day] = [3_600_000, 86_400_000];
/** How long a first payment may take. */
export const pendingLimit = 23 * hour;
/** How long rights go on after a renewal has failed for the first time. Source: requirements/membership 5.6. */
export const grace = 14 * day;
/** How long rights go on after a period while the next one has not been read. Source: requirements/membership 4.10. */
export const unreadGrace = 24 * hour;
/** For how long after the first payment a member can withdraw. Source: requirements/membership 5.13. */
export const withdrawalPeriod = 14 * day;

export interface Charting {
  readonly state: MembershipState;
  /** Whether the member may do what members may. */
  readonly hasRights: boolean;
}

/** What a membership is at an instant: of what was read, what was accepted, and the standing of its owner. Source: requirements/membership 6. */
export function membershipOf(row: Charted | undefined, isSuspended: boolean, now: number): Charting {
  const state = stateOf(row, now);
  if (isSuspended && isLive(state)) return { state: 'paused', hasRights: false };
  return { state, hasRights: ['settling', 'active', 'ending', 'actionRequired'].includes(state) };
}

const isLive = (state: MembershipState): boolean => state !== 'none' && state !== 'ended';

function stateOf(row: Charted | undefined, now: number): MembershipState {
  if (!row) return 'none';
  const { endedAt, isSettling, firstPaidAt, failingSince, cancelsAt, paidUntil, createdAt } = row;
  if (endedAt !== null) return firstPaidAt === null ? 'none' : 'ended';
  if (firstPaidAt === null && isSettling) return 'settling';
  if (firstPaidAt === null) return now - createdAt.getTime() < pendingLimit ? 'pending' : 'none';
  if (failingSince !== null) return now < failingSince.getTime() + grace ? 'actionRequired' : 'ended';
  if (cancelsAt !== null) return now < cancelsAt.getTime() ? 'ending' : 'ended';
  return now < (paidUntil?.getTime() ?? 0) + unreadGrace ? 'active' : 'ended';
}

/** Until when a payment that has failed can be made good; undefined if none has. */
export const graceUntil = ({ failingSince, endedAt }: Charted): Date | undefined =>
  failingSince === null || endedAt !== null ? undefined : new Date(failingSince.getTime() + grace);

/** Until when the membership can be withdrawn from; undefined if it has not been paid or is over. */
export function withdrawableUntil({ firstPaidAt, endedAt }: Charted, now: number): Date | undefined {
  if (firstPaidAt === null || endedAt !== null) return undefined;
  const until = firstPaidAt.getTime() + withdrawalPeriod;
  return now < until ? new Date(until) : undefined;
}

/** A payment of a membership. */
export interface PaidPeriod {
  readonly cents: number;
  readonly paidAt: Date;
  /** Before `paidAt` for a debit, which settles days later. */
  readonly collectedAt: Date;
  /** Collected without anybody present. */
  readonly isRenewal: boolean;
}
/** A time in which the membership is not collected; `until` is null while it lasts. */
export interface Pause {
  readonly since: Date;
  readonly until: Date | null;
}
/** For how long somebody was suspended. */
export interface Suspension {
  readonly since: Date;
  readonly until: Date;
}
export interface Owed {
  readonly cents: number;
  readonly reason: 'withdrawal' | 'error' | 'unused' | 'reinstated';
}

/** By how much the clocks of the provider and of our processes may differ. */
const skew = 600_000;

/**
 * What of a payment goes back: what was withdrawn from or replaced; what was paid after an end, collected in a suspension, or paid to make good a renewal for
 * which the membership had ended; whole days that were not used because of a ban or a deletion. Depends on nothing but what is known of the
 * membership in the end, so that it does not matter when a payment comes to be known. Source: requirements/membership 4.8, 5.11, 5.13.
 */
export function owedBack(
  row: Pick<MembershipRow, 'firstPaidAt' | 'failingSince' | 'cancelsAt' | 'endedAt' | 'cause'>,
  pauses: readonly Pause[],
  { cents, paidAt, collectedAt, isRenewal }: PaidPeriod,
  reversed: readonly Suspension[] = [],
): Owed | undefined {
  const at = collectedAt.getTime();
  // What somebody paid by hand shortly before was not collected in the suspension, whatever the clocks say.
  const margin = isRenewal ? skew : 0;
  const isPaused = pauses.some(({ since, until }) => at >= since.getTime() - margin && (until === null || at < until.getTime()));
  if (isPaused) return { cents, reason: 'error' };
  const owed = owedAtEnd(row, { cents, paidAt });
  const lost = suspendedCents(cents, paidAt, reversed);
  if (lost === 0) return owed;
  return { cents: Math.min(cents, (owed?.cents ?? 0) + lost), reason: owed?.reason ?? 'reinstated' };
}

/** What goes back of a payment because the membership has ended. */
function owedAtEnd(
  row: Pick<MembershipRow, 'firstPaidAt' | 'failingSince' | 'cancelsAt' | 'endedAt' | 'cause'>,
  { cents, paidAt }: Pick<PaidPeriod, 'cents' | 'paidAt'>,
): Owed | undefined {
  const at = paidAt.getTime();
  const { endedAt, cause, failingSince, cancelsAt, firstPaidAt } = row;
  if (endedAt === null || cause === null) return undefined;
  if (cause === 'withdrawn') return { cents, reason: 'withdrawal' };
  // It ended before anybody knew of a payment.
  if (cause === 'replaced' || cause === 'bounced' || firstPaidAt === null) return { cents, reason: 'error' };
  const isPlanned = cause === 'cancelled' && cancelsAt !== null;
  const isLate = at >= endedAt.getTime() - (isPlanned ? 0 : skew);
  if (cause === 'banned' || cause === 'deleted') {
    return isLate
      ? { cents, reason: 'error' }
      : { cents: unusedCents(cents, paidAt, endOfPeriod(paidAt), endedAt.getTime()), reason: 'unused' };
  }
  const isForNothing = isLate || (failingSince !== null && at >= failingSince.getTime());
  return isForNothing ? { cents, reason: 'error' } : undefined;
}

/** A month after its payment. */
function endOfPeriod(paidAt: Date): Date {
  const until = new Date(paidAt);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return until;
}

/** What of a payment is for whole days on which its payer was suspended by decisions that were reversed. Source: requirements/membership 5.10. */
export function suspendedCents(cents: number, paidAt: Date, reversed: readonly Suspension[]): number {
  const [from, until] = [paidAt.getTime(), endOfPeriod(paidAt).getTime()];
  const total = Math.floor((until - from) / day);
  let [lost, counted] = [0, from];
  for (const { since, until: end } of reversed.toSorted((a, b) => a.since.getTime() - b.since.getTime())) {
    const [begins, ends] = [Math.max(since.getTime(), counted), Math.min(end.getTime(), until)];
    lost += Math.max(0, Math.floor((ends - begins) / day));
    // A day of two suspensions counts once.
    counted = Math.max(counted, ends);
  }
  return Math.floor((cents * Math.min(lost, total)) / total);
}

/** What of a payment for a period is given back when it ends early: its whole days that were not used. */
export function unusedCents(cents: number, from: Date, until: Date, at: number): number {
  const [total, left] = [until.getTime() - from.getTime(), until.getTime() - at].map((each) => Math.floor(each / day)) as [
    number,
    number,
  ];
  return left <= 0 || total <= 0 ? 0 : Math.floor((cents * Math.min(left, total)) / total);
}
