import { declareLimits, hour, minute } from '../platform/limits.ts';

/** Connect requests. Source: requirements/threats 5. */
export const matchmakingLimits = declareLimits({
  connectPerAccount: { count: 30, window: minute },
  connectPerAccountAndHour: { count: 300, window: hour },
});
