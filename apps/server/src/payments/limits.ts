import { declareLimits, hour, minute } from '../platform/limits.ts';

/** Looks at how far a payment is; test payments of a rehearsal; webhooks, whose sender is one. */
export const paymentLimits = declareLimits({
  paymentStatusPerAccount: { count: 60, window: minute },
  rehearsalsPerAccount: { count: 60, window: hour },
  webhooksPerAddress: { count: 18_000, window: minute },
});
