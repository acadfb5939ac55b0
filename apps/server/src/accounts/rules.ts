/** How long a signed-in browser stays so, ms. Source: decisions.md section 12, Tokens. */
const day = 24 * 3_600_000;
export const sessionLife = 30 * day;
const idleOf = (role: string): number => (role === 'admin' ? 12 * 3_600_000 : 14 * day);
/** A token older than this is replaced when a person comes back with it. */
const tokenAge = day;
/** How long a replaced token still works after its successor's first use: for requests already under way. */
export const replacedTokenGrace = 60_000;
export const confirmationLife = day;
export const sessionsKept = 20;

interface Times {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export const sessionIsLive = (session: Times, token: { expiresAt: Date }, role: string, now: number): boolean =>
  now < session.createdAt.getTime() + sessionLife &&
  now < session.lastUsedAt.getTime() + idleOf(role) &&
  now < token.expiresAt.getTime();

export const tokenIsDueForReplacement = (token: { createdAt: Date }, now: number): boolean =>
  now >= token.createdAt.getTime() + tokenAge;

/** A use is written down at most once a minute. */
export const useIsWorthNoting = (session: Times, now: number): boolean => now >= session.lastUsedAt.getTime() + 60_000;
