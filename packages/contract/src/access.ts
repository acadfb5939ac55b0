import type { Audience, Call } from './call.ts';
import type { ErrorCode } from './errors.ts';

/** The roles with a duty beyond a member's. */
const duties = ['facilitator', 'moderator', 'admin'] as const;
export type Duty = (typeof duties)[number];
export const isDuty = (role: string): role is Duty => (duties as readonly string[]).includes(role);

/** Facilitators and administrators see experiences before they are published, by their duty; others are given access. */
export const hasBetaByDuty = (role: string): boolean => role === 'facilitator' || role === 'admin';

/** What decides whether the holder of a live token may make a call. */
export interface CallerRights {
  readonly verified: boolean;
  /** Not, or no longer, on the waiting list. */
  readonly admitted: boolean;
  readonly suspended: boolean;
  /** Here by a personal invitation, without an account of their own. */
  readonly guest: boolean;
  /** What the role allows beyond a member's: to write experiences, to moderate, or both and to administer. */
  readonly duty: Duty | undefined;
  /** This session has proved a second factor. */
  readonly secondFactor: boolean;
}

/**
 * The error code with which a call is refused, or undefined if the caller may make it. Without `rights` the caller is not
 * signed in. This is the only place that decides it: the server asks before it validates anything, and
 * docs/generated/access.md is generated from it.
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
 * A duty needs a second factor, and is suspended together with its holder. The factor itself can be proved while suspended,
 * because it is required to delete the account.
 */
function refusalOfDuty(call: Pick<Call, 'audience' | 'beforeSecondFactor'>, rights: CallerRights): ErrorCode | undefined {
  if (!rights.duty || !serves(rights.duty, call.audience)) return 'role_needed';
  if (call.beforeSecondFactor) return undefined;
  if (rights.suspended) return 'account_suspended';
  return rights.secondFactor ? undefined : 'second_factor_needed';
}

const serves = (duty: Duty, audience: Audience): boolean => duty === 'admin' || audience === 'duty' || audience === duty;

const member: CallerRights = {
  verified: true,
  admitted: true,
  suspended: false,
  guest: false,
  duty: undefined,
  secondFactor: false,
};

/** The kinds of caller in the table of access, each by what the server knows about it. */
export const callers = {
  visitor: undefined,
  'revoked token': undefined,
  unverified: { ...member, verified: false },
  'wait-listed': { ...member, admitted: false },
  member,
  suspended: { ...member, suspended: true },
  'experience guest': { ...member, guest: true },
  'facilitator without second factor': { ...member, duty: 'facilitator' },
  facilitator: { ...member, duty: 'facilitator', secondFactor: true },
  'suspended facilitator': { ...member, duty: 'facilitator', secondFactor: true, suspended: true },
  'moderator without second factor': { ...member, duty: 'moderator' },
  moderator: { ...member, duty: 'moderator', secondFactor: true },
  'suspended moderator': { ...member, duty: 'moderator', secondFactor: true, suspended: true },
  admin: { ...member, duty: 'admin', secondFactor: true },
} as const satisfies Record<string, CallerRights | undefined>;
export type CallerKind = keyof typeof callers;
