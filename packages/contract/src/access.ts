import type { Call } from './call.ts';
import type { ErrorCode } from './errors.ts';

/** What decides whether somebody with a live token may make a call. */
export interface CallerRights {
  readonly verified: boolean;
  /** Not, or no longer, on the waiting list. */
  readonly admitted: boolean;
  readonly suspended: boolean;
  /** Here by a personal invitation, without an account of their own. */
  readonly guest: boolean;
  /** What the role allows beyond a member's: to moderate, or to do that and administer. */
  readonly duty: 'moderator' | 'admin' | undefined;
  /** This session has proved a second factor. */
  readonly secondFactor: boolean;
}

/**
 * Why somebody may not make a call, or undefined if they may. Without `rights` nobody is signed in. The one place
 * where it is decided: the server asks it before anything is validated, and docs/generated/access.md is made of it.
 */
export function refusal(
  call: Pick<Call, 'audience' | 'refusesSuspended' | 'opensToGuests' | 'beforeSecondFactor' | 'guardsDuty'>,
  rights: CallerRights | undefined,
): ErrorCode | undefined {
  if (call.audience === 'anyone') return undefined;
  if (!rights) return 'sign_in_required';
  if (rights.guest && !call.opensToGuests) return 'guests_not_allowed';
  if (call.guardsDuty && rights.duty && !rights.secondFactor) return 'second_factor_needed';
  if (call.audience === 'account') return undefined;
  if (!rights.verified) return 'verification_required';
  if (!rights.admitted) return 'not_admitted';
  if (call.audience !== 'member') return refusalOfDuty(call, rights);
  return call.refusesSuspended && rights.suspended ? 'account_suspended' : undefined;
}

/**
 * Whoever has a duty has it with a second factor, and not while suspended. The factor itself can be proved while suspended: it
 * is asked for where somebody deletes their account.
 */
function refusalOfDuty(call: Pick<Call, 'audience' | 'beforeSecondFactor'>, rights: CallerRights): ErrorCode | undefined {
  if (!rights.duty || (call.audience === 'admin' && rights.duty !== 'admin')) return 'role_needed';
  if (call.beforeSecondFactor) return undefined;
  if (rights.suspended) return 'account_suspended';
  return rights.secondFactor ? undefined : 'second_factor_needed';
}

const member: CallerRights = {
  verified: true,
  admitted: true,
  suspended: false,
  guest: false,
  duty: undefined,
  secondFactor: false,
};

/** The people of the table of access, each by what the server knows of them. */
export const callers = {
  visitor: undefined,
  'revoked token': undefined,
  unverified: { ...member, verified: false },
  'wait-listed': { ...member, admitted: false },
  member,
  suspended: { ...member, suspended: true },
  'experience guest': { ...member, guest: true },
  facilitator: member,
  'moderator without second factor': { ...member, duty: 'moderator' },
  moderator: { ...member, duty: 'moderator', secondFactor: true },
  'suspended moderator': { ...member, duty: 'moderator', secondFactor: true, suspended: true },
  admin: { ...member, duty: 'admin', secondFactor: true },
} as const satisfies Record<string, CallerRights | undefined>;
export type CallerKind = keyof typeof callers;
