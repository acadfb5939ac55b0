import * as contract from '@unspoken/contract/accounts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Accounts } from './service.ts';

export function accountRoutes(router: Router, accounts: Accounts, limits: Limits): void {
  for (const call of [contract.resendEmail, contract.resendEmailByGet])
    router.on(call, async ({ caller }) => {
      limits.use('resendPerAccount', caller.accountId);
      await accounts.resendConfirmation(caller.accountId);
      return { success: true };
    });
  router.on(contract.acceptedGuidance, async ({ caller }) => {
    await accounts.acceptGuidance(caller.accountId);
    return { success: true };
  });
  router.on(contract.rejectedGuidance, async ({ caller }) => {
    await accounts.declineGuidance(caller.accountId);
    return { success: true };
  });
  router.on(contract.acceptTerms, async ({ caller }) => {
    await accounts.acceptTerms(caller.accountId);
    return { success: true };
  });
  for (const call of [contract.hidePositionGuideline, contract.hidePositionGuidelineByGet])
    router.on(call, async ({ caller }) => {
      await accounts.hidePositionGuideline(caller.accountId);
      return { success: true };
    });
}
