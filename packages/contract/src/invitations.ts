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

/**
 * Where the link at the foot of an invitation leads; a mail program may also POST to it directly (RFC 8058). GET on the same path
 * shows a page and changes nothing.
 */
export const declineInvitations = defineCall({
  method: 'POST',
  path: '/unsubscribe/invitations/{token}',
  audience: 'anyone',
  summary: 'Have no more invitations mailed to the address that this link was mailed to.',
  params: z.object({ token: line(200) }),
  body: nothing,
  answer: success,
  errors: ['invalid_unsubscribe_link'],
});
