import { declareLimits, hour, minute } from '../platform/limits.ts';

/** Source: requirements/threats 5. A draft is saved a second after each change; the parts of one file follow each other at once. */
export const studioLimits = declareLimits({
  draftPerAccount: { count: 120, window: minute },
  experiencePerAccount: { count: 20, window: 24 * hour },
  submissionPerAccount: { count: 20, window: hour },
  rehearsalPerAccount: { count: 20, window: hour },
  uploadPerAccount: { count: 20, window: hour },
  partPerAccount: { count: 600, window: minute },
});
