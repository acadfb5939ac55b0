import { declareLimits, hour } from '../platform/limits.ts';

/** Invitations to register. Source: requirements/threats 5. */
export const invitationLimits = declareLimits({
  invitePerAccount: { count: 60, window: hour },
});
