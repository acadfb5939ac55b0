import { declareLimits, hour } from '../platform/limits.ts';

/** Changes of switches and settings, and requests for a single call. */
export const notificationLimits = declareLimits({
  notificationPerAccount: { count: 120, window: hour },
  /** Each is a message to a push service for every browser of a member. */
  testCallPerAccount: { count: 10, window: hour },
});
