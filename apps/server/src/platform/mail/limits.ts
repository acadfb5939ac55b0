import { declareLimits, hour } from '../limits.ts';

/** Mails to one recipient beyond which those that nobody asked for are left out. Source: requirements/threats 5. */
export const mailLimits = declareLimits({
  mailPerRecipient: { count: 6, window: 24 * hour },
});
