import { type Accounts, rightsOf } from '../accounts/service.ts';
import type { Conduct } from '../moderation/service.ts';
import type { Identify } from '../platform/http/routes.ts';

/** Identifies a caller by the session's token, with their rights. */
export const identifyBy =
  (accounts: Accounts, conduct: Conduct): Identify =>
  async (token) => {
    const credential = await accounts.sessions.identify(token);
    if (!credential) return undefined;
    const { account, session } = credential;
    const { conduct: stands } = await conduct.standing(account.id);
    return {
      accountId: account.id,
      sessionId: session.id,
      signedInAt: session.createdAt,
      token,
      suspended: stands === 'suspended' || stands === 'banned',
      ...rightsOf(account, session),
    };
  };
