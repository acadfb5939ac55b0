import { declareLimits, hour } from '../platform/limits.ts';

/** Answers after a minute: more than there are minutes in an hour. Source: requirements/threats 5. */
export const feelingsLimits = declareLimits({
  feelingsPerAccount: { count: 60, window: hour },
});
