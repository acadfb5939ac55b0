import { waitPromises } from '@unspoken/contract/waits';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { waitLimits } from './limits.ts';
import type { WaitPromises } from './promises.ts';

interface WaitRoutesOptions {
  readonly promises: WaitPromises;
  readonly limits: Limits;
}

export function waitRoutes(router: Router, { promises, limits }: WaitRoutesOptions): void {
  router.on(waitPromises, async ({ caller }) => {
    await limits.use(waitLimits.promisePerAccount, caller.accountId);
    return { promises: await promises.of(caller.accountId) };
  });
}
