import { declareLimits, hour } from '../platform/limits.ts';

/** Rendezvous made, moved and cancelled. */
export const rendezvousLimits = declareLimits({
  rendezvousPerAccount: { count: 60, window: hour },
});
