import type { User } from '@unspoken/contract/accounts';
import type { Account } from '../accounts/service.ts';
import type { Conduct } from '../moderation/service.ts';
import type { Identify } from '../platform/http/routes.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { identifyBy } from './identify.ts';
import { type SessionRoutesOptions, sessionRoutes } from './routes.ts';
import { describeUser } from './user.ts';

type IsExpected = SessionRoutesOptions['isExpected'];

export interface SessionModule extends Module {
  /** Identifies the caller of a call. */
  readonly identify: Identify;
  /** The account as its owner sees it. */
  readonly describe: (account: Account) => Promise<User>;
  /** Sets the source that knows which guests are expected; without it, none is. */
  readonly expectGuests: (isExpected: IsExpected) => void;
}

/** The answer to signing in, composed from several domains. */
export function sessionModule(
  { limits }: Pick<Platform, 'limits'>,
  needs: Omit<SessionRoutesOptions, 'limits' | 'isExpected'> & { readonly conduct: Conduct },
): SessionModule {
  let isGuestExpected: IsExpected = async () => false;
  return {
    identify: identifyBy(needs.accounts, needs.conduct),
    describe: (account) => describeUser(account, needs),
    expectGuests: (isExpected) => {
      isGuestExpected = isExpected;
    },
    routes: (router) => sessionRoutes(router, { ...needs, limits, isExpected: (accountId) => isGuestExpected(accountId) }),
  };
}
