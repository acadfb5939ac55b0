import { declareLimits, hour } from '../platform/limits.ts';

/** Visits to public pages. Source: requirements/threats 5. */
export const visitLimits = declareLimits({
  visitPerAddress: { count: 600, window: hour },
});
