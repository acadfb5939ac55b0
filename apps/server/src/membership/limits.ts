import { declareLimits, hour } from '../platform/limits.ts';

/** Payments begun, by account and by network (requirements/threats 5.14); changes to a membership; looks at one, which ask the provider. */
export const membershipLimits = declareLimits({
  paymentsPerAccount: { count: 5, window: hour },
  paymentsPerNetwork: { count: 20, window: hour },
  membershipChangesPerAccount: { count: 30, window: hour },
  declarationsPerNetwork: { count: 20, window: hour },
  membershipReadsPerAccount: { count: 300, window: hour },
});
