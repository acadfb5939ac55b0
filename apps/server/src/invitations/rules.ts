const day = 24 * 3_600_000;
/** How long an invitation can be used, ms. */
export const invitationLife = 60 * day;
/** How long after one invitation an address is not mailed another, whoever sends it, ms. Source: requirements/threats 5.7. */
const invitationGap = 7 * day;

/** Whether a mailbox may be mailed an invitation: its owner has not declined, and has had none for seven days. */
export const mayBeInvited = (
  { invitedAt, declinedAt }: { readonly invitedAt: Date | null; readonly declinedAt: Date | null },
  now: number,
): boolean => declinedAt === null && (invitedAt === null || now - invitedAt.getTime() >= invitationGap);
