import { policyVersions } from '@unspoken/contract/accounts';
import { guestLife } from '@unspoken/contract/experiences';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How long a session lasts, and below how long it may stay unused, ms. Source: requirements/accounts 13. */
export const sessionLife = 30 * day;
const idleOf = (role: string): number => (role === 'admin' ? 12 * hour : 14 * day);
/** The shortest idle time, over all roles, after which a session ends. */
export const shortestIdle = idleOf('admin');
export const longestIdle = idleOf('member');
const lifeOf = (role: string): number => (role === 'experienceGuest' ? guestLife : sessionLife);
/** A token of this age is replaced at its next sign-in. */
const tokenAge = day;
/** How long a replaced token still works after the first use of its successor, for requests in flight. */
export const replacedTokenGrace = minute;
export const maxSessions = 20;
/** How many browsers are stored for one account; beyond that, those whose last sign-in is longest ago are deleted. */
export const maxKnownBrowsers = 50;
/** How often the use of a browser that stays signed in is recorded. */
export const browserNotedEvery = day;

export const confirmationLife = day;
/** How long the link that confirms the wish to be on the mailing list works, ms. requirements/threats 12.4. */
export const listConfirmationLife = 7 * day;
/** requirements/accounts 8. */
export const recoveryLife = 2 * hour;
/** How many attempts on one address cause no delay. The next causes one of 1 s; each further one doubles it, up to 15 min. */
export const freeAttempts = 10;
const longestDelay = 15 * minute;
export const attemptsForgottenAfter = day;
/** The delay, in ms, between the `count`th attempt and the next one. */
export const attemptDelay = (count: number): number =>
  count <= freeAttempts ? 0 : Math.min(longestDelay, 1_000 * 2 ** (count - freeAttempts - 1));

export const deletionCodeLife = 30 * minute;
export const deletionCodeTries = 5;
/** How long a browser may take to sign with a passkey. */
export const passkeyChallengeLife = 5 * minute;
export const passkeysPerAccount = 10;
/** For an account without a password, a sign-in younger than this proves who the user is. requirements/accounts 9. */
const freshSignIn = 10 * minute;

interface Times {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** Whether a session, if nobody has ended it, has not yet expired. */
export const isSessionUnexpired = (session: Times, role: string, now: number): boolean =>
  now < session.createdAt.getTime() + lifeOf(role) && now < session.lastUsedAt.getTime() + idleOf(role);

export const sessionIsLive = (session: Times, token: { expiresAt: Date }, role: string, now: number): boolean =>
  isSessionUnexpired(session, role, now) && now < token.expiresAt.getTime();

export const signInIsFresh = (session: { createdAt: Date }, now: number): boolean =>
  now < session.createdAt.getTime() + freshSignIn;

export const tokenIsDueForReplacement = (token: { createdAt: Date }, now: number): boolean =>
  now >= token.createdAt.getTime() + tokenAge;

/** Whether to record a use; uses are recorded at most once a minute. */
export const isUseDueForRecording = (session: Times, now: number): boolean => now >= session.lastUsedAt.getTime() + minute;

/** The columns that record the acceptance of the current terms and privacy statement. */
export const termsAccepted = (at: Date) => ({
  termsVersion: policyVersions.terms,
  privacyVersion: policyVersions.privacy,
  termsAcceptedAt: at,
});
