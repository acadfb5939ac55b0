import { declareLimits, hour } from '../platform/limits.ts';

/** Credentials of the relay. Source: requirements/threats 5. */
export const encounterLimits = declareLimits({
  relayPerAccount: { count: 120, window: hour },
  relayTestPerAccount: { count: 6, window: hour },
});
