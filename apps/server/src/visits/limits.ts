import { declareLimits, hour } from '../platform/limits.ts';

/** Visits to public pages. Source: requirements/threats 5, decisions.md section 12. */
export const visitLimits = declareLimits({
  visitPerAddress: { count: 600, window: hour },
});
