import { askToWelcome, decideWelcomer, listWelcomers, ownWelcoming, withdrawWelcome } from '@unspoken/contract/welcoming';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { welcomingLimits } from './limits.ts';
import type { Welcoming } from './service.ts';

interface WelcomingRoutesOptions {
  readonly welcoming: Welcoming;
  readonly limits: Limits;
}

export function welcomingRoutes(router: Router, { welcoming, limits }: WelcomingRoutesOptions): void {
  router.on(ownWelcoming, ({ caller }) => welcoming.own(caller.accountId));
  router.on(askToWelcome, async ({ caller: { accountId } }) => {
    await limits.use(welcomingLimits.welcomingPerAccount, accountId);
    return welcoming.ask(accountId);
  });
  router.on(withdrawWelcome, ({ caller }) => welcoming.withdraw(caller.accountId));
  router.on(listWelcomers, ({ caller, body: { first = 100 } }) => welcoming.list(caller.accountId, first));
  router.on(decideWelcomer, async ({ caller, body }) => {
    await welcoming.decide(caller.accountId, body);
    return { success: true };
  });
}
