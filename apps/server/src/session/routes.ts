import * as contract from '@unspoken/contract/accounts';
import { realtimeAuth } from '@unspoken/contract/presence';
import type { Accounts, SignedIn } from '../accounts/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Sessions } from './service.ts';
import type { Tickets } from './tickets.ts';

export interface SessionRoutesOptions {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly limits: Limits;
  /** A session has ended: its sockets close. */
  readonly evict: (accountId: string, sessionId: string) => void;
}

export function sessionRoutes(router: Router, { accounts, sessions, tickets, limits, evict }: SessionRoutesOptions): void {
  const answer = async ({ account, token }: SignedIn) => {
    const user = await sessions.user(account);
    return { token, user, needsVerification: user.needsVerification };
  };

  router.on(contract.loginFromToken, async ({ caller }) => {
    const { token, user } = await answer(await accounts.comeBack(caller.token));
    return { token, user };
  });
  router.on(contract.login, async ({ body, address }) => {
    limits.use('loginPerAddress', address);
    limits.use('loginPerAccount', body.email.toLowerCase());
    return answer(await accounts.signIn(body));
  });
  router.on(contract.register, async ({ body, address }) => {
    limits.use('registerPerAddress', address);
    return answer(await accounts.register(body));
  });
  router.on(contract.logout, async ({ caller }) => {
    await accounts.signOut(caller.sessionId);
    evict(caller.accountId, caller.sessionId);
    return { success: true };
  });
  router.on(contract.confirmEmail, async ({ params, caller }) => {
    const account = await accounts.confirmEmail(params.hash);
    // Only who already holds this account's token is signed in by the link; a mail scanner is not.
    if (caller?.accountId !== account.id) return { success: true };
    return { success: true, token: caller.token, email: account.email, user: await sessions.user(account) };
  });
  router.on(realtimeAuth, async ({ caller }) => {
    limits.use('ticketPerAccount', caller.accountId);
    return tickets.mint({ accountId: caller.accountId, sessionId: caller.sessionId });
  });
}
