import type { EndReason } from '@unspoken/contract/encounters';
import type { PoolType } from '@unspoken/contract/matchmaking';
import type { Position } from '@unspoken/contract/rooms';

/** Experienced people read the guidance for a shorter time. Source: core.md section 4, First-time guidance. */
export const isExperienced = (person: {
  completedMinutes: number;
  thanksReceived: number;
  sessionManuallyEnded: number;
}): boolean =>
  person.completedMinutes >= 5 && person.thanksReceived >= 5 && person.completedMinutes >= 2 * person.sessionManuallyEnded;

/** Natural and manual ends lead to thanking; all others back to the lobby. */
export const leadsToDigesting = (reason: EndReason): boolean =>
  reason === 'natural' || reason === 'manual_self' || reason === 'manual_other';

/**
 * Which side tells the server how it ended: the caller of a natural end, otherwise the side that was left; of an invitation
 * always the caller, and never the callee. Source: core.md section 4, Session data.
 */
export const reportsSession = (reason: EndReason, position: Position, poolType: PoolType): boolean => {
  if (reason === 'natural' || poolType === 'personalInvite') return position === 1;
  return reason === 'manual_other' || reason === 'cancel_other' || reason === 'ice_failure';
};

/**
 * Whether its maker waits on by a personal invitation after this end: nothing has begun, it has not run out, and it was not
 * they who left. Instants by this machine's clock, ms. Source: decisions.md section 13.
 */
export const invitationStands = (
  end: { ownInvitationUntil: number | undefined; startsAt: number | undefined; endReason: EndReason },
  now: number,
): boolean =>
  end.ownInvitationUntil !== undefined &&
  now < end.ownInvitationUntil &&
  end.startsAt === undefined &&
  !end.endReason.endsWith('_self');

/** Every end is said, except one's own. Source: core.md section 4, End reasons as shown to the user. */
export const hasMessage = (reason: EndReason): reason is Exclude<EndReason, 'manual_self' | 'cancel_self'> =>
  reason !== 'manual_self' && reason !== 'cancel_self';
