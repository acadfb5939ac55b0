import { declareLimits, hour, minute } from '../platform/limits.ts';

/** Source: requirements/threats 5. A draft is saved a second after each change. */
export const studioLimits = declareLimits({
  draftPerAccount: { count: 120, window: minute },
  experiencePerAccount: { count: 20, window: 24 * hour },
  submissionPerAccount: { count: 20, window: hour },
  rehearsalPerAccount: { count: 20, window: hour },
});
