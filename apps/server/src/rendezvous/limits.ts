import { declareLimits, hour } from '../platform/limits.ts';

/** Rendezvous made, moved and cancelled; and looks at what could be made, which count many members' choices. */
export const rendezvousLimits = declareLimits({
  rendezvousOffersPerAccount: { count: 120, window: hour },
  rendezvousPerAccount: { count: 60, window: hour },
});
