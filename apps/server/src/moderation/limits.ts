import { declareLimits, hour } from '../platform/limits.ts';

/** Notices and appeals. Source: requirements/threats 5. */
export const moderationLimits = declareLimits({
  noticePerAddress: { count: 20, window: hour },
  appealPerAccount: { count: 10, window: hour },
});
