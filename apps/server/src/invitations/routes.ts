import * as contract from '@unspoken/contract/invitations';
import { accountLimits } from '../accounts/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { invitationLimits } from './limits.ts';
import type { Invitations } from './service.ts';

export function invitationRoutes(router: Router, invitations: Invitations, limits: Limits): void {
  router.on(contract.invite, async ({ caller, body }) => {
    await limits.use(invitationLimits.invitePerAccount, caller.accountId);
    await invitations.invite(caller.accountId, body.toEmail);
    return { success: true };
  });
  router.on(contract.checkInvitation, async ({ body, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    return { success: true, ...(await invitations.check(body.invitationHash)) };
  });
}
