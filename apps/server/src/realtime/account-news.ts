import type { Accounts } from '../accounts/service.ts';
import type { CircleModule } from '../circle/module.ts';
import type { Circle } from '../circle/service.ts';
import type { Conduct } from '../moderation/service.ts';

interface AccountNewsOptions {
  readonly accounts: Pick<Accounts, 'subscribe'>;
  readonly circle: Pick<Circle, 'subscribeToMatches'>;
  readonly guestAdds: Pick<CircleModule['guestAdds'], 'subscribe'>;
  readonly conduct: Pick<Conduct, 'subscribe'>;
  /** Notifies every open page of an account, on any process, to read the account again. */
  readonly notify: (accountId: string) => void;
}

/**
 * Notifies the open pages of an account of every change to what the sign-in answer shows (`user.ts`). This is the one list of
 * such changes; the counters of encounters are reported through the function that it returns.
 */
export function pushAccountChanges({
  accounts,
  circle,
  guestAdds,
  conduct,
  notify,
}: AccountNewsOptions): (...accountIds: readonly string[]) => void {
  accounts.subscribe(notify);
  conduct.subscribe(async (accountId) => notify(accountId));
  // Only a match: a member who was added without having added the other is not notified.
  circle.subscribeToMatches(async (...both) => both.forEach(notify));
  guestAdds.subscribe(async (host) => notify(host));
  return (...accountIds) => accountIds.forEach(notify);
}
