import { declareLimits, hour } from '../limits.ts';

/**
 * Beyond this number of mails to one recipient, mails that the recipient did not request are not sent. Source:
 * requirements/threats 5.
 */
export const mailLimits = declareLimits({
  mailPerRecipient: { count: 6, window: 24 * hour },
});
