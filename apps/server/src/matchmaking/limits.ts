import { declareLimits, minute } from '../platform/limits.ts';

/** Connect requests. Source: requirements/threats 5, decisions.md section 12. */
export const matchmakingLimits = declareLimits({
  connectPerAccount: { count: 30, window: minute },
});
