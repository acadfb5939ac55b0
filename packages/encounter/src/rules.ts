import type { EncounterCounters } from '@unspoken/contract/accounts';
import type { EndReason } from '@unspoken/contract/encounters';
import type { PoolType } from '@unspoken/contract/matchmaking';
import type { Position } from '@unspoken/contract/rooms';
import type { Context } from './model.ts';

/** Experienced users wait for a shorter time at the guidance. Source: requirements/encounter 2.3. */
export const isExperienced = (person: EncounterCounters): boolean =>
  person.completedMinutes >= 5 && person.thanksReceived >= 5 && person.completedMinutes >= 2 * person.manualEnds;

/** Natural and manual ends lead to digesting, where people thank each other; all others lead back to the lobby. */
export const leadsToDigesting = (reason: EndReason): boolean =>
  reason === 'natural' || reason === 'manual_self' || reason === 'manual_other';

/**
 * Which side reports to the server how the encounter ended: the caller after a natural end, otherwise the side that was left;
 * for an invitation always the caller and never the callee. Source: requirements/encounter 13.
 */
export const reportsSession = (reason: EndReason, position: Position, poolType: PoolType): boolean => {
  if (reason === 'natural' || poolType === 'personalInvite') return position === 1;
  return reason === 'manual_other' || reason === 'cancel_other' || reason === 'ice_failure';
};

/**
 * Whether the inviter continues to wait under a personal invitation after this end: no minute has begun, the invitation has
 * not expired, and the inviter did not end the encounter. Instants by this machine's clock, ms. Source: requirements/encounter 16.
 */
export const invitationStands = (
  end: { ownInvitationUntil: number | undefined; startsAt: number | undefined; endReason: EndReason },
  now: number,
): boolean =>
  end.ownInvitationUntil !== undefined &&
  now < end.ownInvitationUntil &&
  end.startsAt === undefined &&
  !end.endReason.endsWith('_self');

/** Whether a search is paused: nobody came within the time for pairing. A personal invitation is not continued. */
export const isPausedSearch = ({ notice, pool }: Pick<Context, 'notice' | 'pool'>): boolean =>
  notice === 'pairing_timeout' && pool.poolType !== 'personalInvite';

/**
 * Whether the user sees a message about this end: for every end except their own.
 * Source: requirements/encounter 7.
 */
export const hasMessage = (reason: EndReason): reason is Exclude<EndReason, 'manual_self' | 'cancel_self'> =>
  reason !== 'manual_self' && reason !== 'cancel_self';

/** The id of the room of a rehearsal, which exists in one page only. */
export const rehearsalRoom = 'rehearsal';
