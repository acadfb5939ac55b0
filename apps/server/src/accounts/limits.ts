import { declareLimits, hour, minute } from '../platform/limits.ts';

/** Rate limits of the calls about accounts, sessions and their forms. Source: requirements/threats 5. */
export const accountLimits = declareLimits({
  registerPerAddress: { count: 60, window: hour },
  /** All networks together; beyond it nobody is refused, but new accounts join the waiting list. */
  registerAltogether: { count: 200, window: hour },
  loginPerAddress: { count: 120, window: 10 * minute },
  /** Different accounts that attempts from one network have failed to sign in to. */
  triedAccountsPerAddress: { count: 20, window: hour },
  loginPerAccountAndAddress: { count: 10, window: 15 * minute },
  passwordlessHintPerAddress: { count: 5, window: hour },
  socialPerAddress: { count: 60, window: hour },
  socialAddressPerAddress: { count: 5, window: hour },
  resendPerAccount: { count: 3, window: hour },
  recoverPerAddress: { count: 60, window: hour },
  /** Calls that take a mailed link. Its 256 bits cannot be guessed, but no user needs more attempts than this either. */
  linkPerAddress: { count: 300, window: 5 * minute },
  passwordPerAccount: { count: 10, window: 15 * minute },
  codePerAccount: { count: 3, window: hour },
  listPerAccount: { count: 10, window: hour },
  secondFactorPerAccount: { count: 10, window: 15 * minute },
});
