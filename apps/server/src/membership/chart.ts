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

/** What of a payment for a period is given back when it ends early: its whole days that were not used. */
export function unusedCents(cents: number, from: Date, until: Date, at: number): number {
  const [total, left] = [until.getTime() - from.getTime(), until.getTime() - at].map((each) => Math.floor(each / day)) as [
    number,
    number,
  ];
  return left <= 0 || total <= 0 ? 0 : Math.floor((cents * Math.min(left, total)) / total);
}
