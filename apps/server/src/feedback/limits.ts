import { declareLimits, hour } from '../platform/limits.ts';

/** Feedback. Source: requirements/threats 5. */
export const feedbackLimits = declareLimits({
  feedbackPerAccount: { count: 10, window: 24 * hour },
});
