import { type Accounts, standingOf } from '../accounts/service.ts';
import type { Conduct } from '../moderation/service.ts';
import type { Identify } from '../platform/http/routes.ts';

/** Who makes a call, by the token of a session that lives: the account, and how it stands now. */
export const callerBy =
  (accounts: Pick<Accounts, 'sessions'>, conduct: Pick<Conduct, 'standing'>): Identify =>
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
      ...standingOf(account, session),
    };
  };
