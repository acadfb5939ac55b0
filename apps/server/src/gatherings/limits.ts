import { declareLimits, hour } from '../platform/limits.ts';

/** Registrations, which each cause a mail, calendar files, and answers to surveys. Source: requirements/threats 5. */
export const gatheringLimits = declareLimits({
  gatheringPerAccount: { count: 60, window: hour },
  /** Calendar files, feeds and share cards. Calendar programs fetch a feed a few times a day; a school has one address. */
  publicFilePerAddress: { count: 600, window: hour },
  feedPerAccount: { count: 20, window: hour },
  surveyPerAccount: { count: 10, window: 24 * hour },
  /** What administrators have to read. */
  proposalPerAccount: { count: 5, window: 24 * hour },
});
