import * as contract from '@unspoken/contract/account-settings';
import type { Accounts } from '../accounts/service.ts';
import { accountLimits } from '../accounts/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { PersonalData } from './personal-data.ts';

/** Exporting one's data, and deleting one's account. */
export function leavingRoutes(router: Router, accounts: Accounts, personal: PersonalData, limits: Limits): void {
  router.on(contract.exportData, async ({ caller, body }) => {
    await limits.use(accountLimits.passwordPerAccount, caller.accountId);
    await accounts.settings.prove(caller, body.password, 'wrong_password');
    return personal.export(await accounts.known(caller.accountId));
  });
  router.on(contract.requestDeletionCode, async ({ caller }) => {
    await limits.use(accountLimits.codePerAccount, caller.accountId);
    await accounts.deletion.requestCode(caller.accountId);
    return { success: true };
  });
  router.on(contract.deleteAccount, async ({ caller, body }) => {
    await limits.use(accountLimits.passwordPerAccount, caller.accountId);
    await personal.erase(await accounts.deletion.prove(caller.accountId, body));
    return { success: true };
  });
}
