import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { ExperienceStore } from './store.ts';

/** For how long after its last sign-in in a browser an account is recognised in guests there, ms. requirements/circle-and-moderation 5. */
const recognisedFor = 30 * 24 * 3_600_000;

interface RecognisedOptions {
  readonly store: Pick<ExperienceStore, 'guest'>;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** The accounts that signed in within the last 30 days in the browser with this mark. */
export const accountsOfBrowser = async (
  { accounts, clock }: Omit<RecognisedOptions, 'store'>,
  markHash: string | undefined,
): Promise<readonly string[]> => accounts.browsers.accountsOf(markHash, new Date(clock.now() - recognisedFor));

/** The accounts that a guest is recognised as; none for any other account. */
export async function recognisedAs(options: RecognisedOptions, accountId: string): Promise<readonly string[]> {
  const guest = await options.store.guest(accountId);
  return guest ? accountsOfBrowser(options, guest.markHash ?? undefined) : [];
}
