import { policyVersions } from '@unspoken/contract/accounts';

/** How long a signed-in browser stays so, ms. Source: requirements/accounts 13. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const sessionLife = 30 * day;
const idleOf = (role: string): number => (role === 'admin' ? 12 * hour : 14 * day);
/** The shortest time without use after which a session of anybody ends. */
export const shortestIdle = idleOf('admin');
/** A guest of one encounter is known for two hours. requirements/accounts 1.2. */
export const guestLife = 2 * hour;
const lifeOf = (role: string): number => (role === 'experienceGuest' ? guestLife : sessionLife);
/** A token older than this is replaced when a person comes back with it. */
const tokenAge = day;
/** How long a replaced token still works after its successor's first use: for requests already under way. */
export const replacedTokenGrace = minute;
export const sessionsKept = 20;
/** Browsers remembered for one account; beyond them, the ones not signed in from for longest are forgotten. */
export const browsersKept = 50;
/** How often a browser that stays signed in is noted. */
export const browserNotedEvery = day;

export const confirmationLife = day;
/** requirements/accounts 8. */
export const recoveryLife = 2 * hour;
/** Attempts on one address that cost no waiting; from then on the delay doubles, to fifteen minutes at most. */
export const freeAttempts = 10;
const longestDelay = 15 * minute;
export const attemptsForgottenAfter = day;
/** How long the attempt after the `count`th has to wait, ms. */
export const attemptDelay = (count: number): number =>
  count <= freeAttempts ? 0 : Math.min(longestDelay, 1_000 * 2 ** (count - freeAttempts - 1));

export const deletionCodeLife = 30 * minute;
export const deletionCodeTries = 5;
/** How long somebody's answers stay in one hand without a decision. */
export const waitingClaimLife = hour;
/** How long a browser may take to sign with a passkey, and how many one person has. */
export const passkeyChallengeLife = 5 * minute;
export const passkeysPerAccount = 10;
/** Without a password, a sign-in younger than this is the proof that it is them. requirements/accounts 9. */
const freshSignIn = 10 * minute;

interface Times {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** Whether a session that has not been ended has not expired either. */
export const sessionLasts = (session: Times, role: string, now: number): boolean =>
  now < session.createdAt.getTime() + lifeOf(role) && now < session.lastUsedAt.getTime() + idleOf(role);

export const sessionIsLive = (session: Times, token: { expiresAt: Date }, role: string, now: number): boolean =>
  sessionLasts(session, role, now) && now < token.expiresAt.getTime();

export const signInIsFresh = (session: { createdAt: Date }, now: number): boolean =>
  now < session.createdAt.getTime() + freshSignIn;

export const tokenIsDueForReplacement = (token: { createdAt: Date }, now: number): boolean =>
  now >= token.createdAt.getTime() + tokenAge;

/** A use is written down at most once a minute. */
export const useIsWorthNoting = (session: Times, now: number): boolean => now >= session.lastUsedAt.getTime() + minute;

/** What an account keeps of having accepted the terms and the privacy statement as they are now. */
export const termsAccepted = (at: Date) => ({
  termsVersion: policyVersions.terms,
  privacyVersion: policyVersions.privacy,
  termsAcceptedAt: at,
});
