import { declareLimits, minute } from '../platform/limits.ts';

/** Tickets for a socket. Source: requirements/threats 5. */
export const realtimeLimits = declareLimits({
  ticketPerAccount: { count: 60, window: minute },
});
