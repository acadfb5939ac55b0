import type { Accounts } from '../accounts/service.ts';
import type { Follower, Gateway } from '../platform/socket/gateway.ts';

/**
 * A session may end between the moment its ticket is redeemed and the moment its socket stands: whoever was signed
 * out meanwhile is not let in after all.
 */
export const revocation = (accounts: Accounts, gateway: () => Gateway, fault: (error: unknown) => void): Follower => ({
  opened({ accountId, sessionId }) {
    accounts.sessions.exists(sessionId).then((live) => live || gateway().evict(accountId, { only: sessionId }), fault);
  },
});
