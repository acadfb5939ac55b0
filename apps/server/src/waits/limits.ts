import { declareLimits, minute } from '../platform/limits.ts';

/** Each page reads the promise every half minute, and when somebody begins or ceases to wait. */
export const waitLimits = declareLimits({
  promisePerAccount: { count: 60, window: minute },
});
