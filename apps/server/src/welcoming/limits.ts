import { declareLimits, hour } from '../platform/limits.ts';

/** Requests to welcome newcomers, which administrators have to read. Source: requirements/threats 5. */
export const welcomingLimits = declareLimits({
  welcomingPerAccount: { count: 5, window: 24 * hour },
});
