import { declineInvitations } from '@unspoken/contract/account-settings';
import * as contract from '@unspoken/contract/invitations';
import { accountLimits } from '../accounts/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { invitationLimits } from './limits.ts';
import type { Recipients } from './recipients.ts';
import type { Invitations } from './service.ts';

interface Served {
  readonly invitations: Invitations;
  readonly recipients: Recipients;
  readonly limits: Limits;
}

export function invitationRoutes(router: Router, { invitations, recipients, limits }: Served): void {
  router.on(contract.invite, async ({ caller, body }) => {
    await limits.use(invitationLimits.invitePerAccount, caller.accountId);
    await invitations.invite(caller.accountId, body.toEmail);
    return { success: true };
  });
  router.on(contract.checkInvitation, async ({ body, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    return { success: true, ...(await invitations.check(body.invitationHash)) };
  });
  router.on(declineInvitations, async ({ params, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    await recipients.decline(params.token);
    return { success: true };
  });
}
