import { declareLimits, hour } from '../platform/limits.ts';

/** Personal invitations to an encounter. Source: requirements/threats 5. */
export const experienceLimits = declareLimits({
  /** A few for each room, and rooms come every two minutes at most. */
  personalInvitePerAccount: { count: 30, window: hour },
  /** How often one member can ask the same friend for a minute. */
  askPerFriend: { count: 3, window: hour },
  guestPerAddress: { count: 60, window: hour },
});
