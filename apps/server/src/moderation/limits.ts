import { declareLimits, hour } from '../platform/limits.ts';

/** Notices, appeals and reports. Source: requirements/threats 5. */
export const moderationLimits = declareLimits({
  noticePerAddress: { count: 20, window: hour },
  appealPerAccount: { count: 10, window: hour },
  /** Reports that can count towards a hold. Further ones are stored and queued, and only people act on them. */
  reportPerAccount: { count: 10, window: 24 * hour },
});
