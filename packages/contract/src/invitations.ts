import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { email, line } from './fields.ts';

/** How many invitations one person may send in all. */
export const invitationsPerPerson = 50;

export const inviteBody = z.object({ toEmail: email });
export const invite = defineCall({
  method: 'POST',
  path: '/api/v1/invitation',
  audience: 'member',
  refusesSuspended: true,
  summary:
    'Invite a friend by mail. Answers the same whether or not the address has an account, was invited within seven days, or wants no invitations.',
  params: nothing,
  body: inviteBody,
  answer: success,
  errors: ['invitation_limit'],
});

export const checkInvitation = defineCall({
  method: 'POST',
  path: '/api/v1/invitation/checkhash',
  audience: 'anyone',
  summary: 'Whether an invitation can still be used, for which address, and from whom.',
  params: nothing,
  body: z.object({ invitationHash: line(200) }),
  answer: z.object({ success: z.boolean(), preapprovedEmail: z.string(), name: z.string() }),
  errors: ['invalid_invitation'],
});
