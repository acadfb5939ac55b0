import type { Accounts } from '../accounts/service.ts';
import type { Circle } from '../circle/service.ts';
import type { Conduct } from '../moderation/service.ts';

interface AccountNewsOptions {
  readonly accounts: Pick<Accounts, 'subscribe'>;
  readonly circle: Pick<Circle, 'subscribeToMatches'>;
  readonly conduct: Pick<Conduct, 'subscribe'>;
  /** Tells every open page of an account, wherever it is, to read the account again. */
  readonly tell: (accountId: string) => void;
}

/**
 * Whatever changes what the sign-in answer shows (`user.ts`) reaches the open pages of the account. This is the one list of what
 * does; the counters of encounters come by what it answers.
 */
export function pushAccountChanges({
  accounts,
  circle,
  conduct,
  tell,
}: AccountNewsOptions): (...accountIds: readonly string[]) => void {
  accounts.subscribe(tell);
  conduct.subscribe(async (accountId) => tell(accountId));
  // Only a match: whoever was added without having added the other hears nothing.
  circle.subscribeToMatches(async (...both) => both.forEach(tell));
  return (...accountIds) => accountIds.forEach(tell);
}
