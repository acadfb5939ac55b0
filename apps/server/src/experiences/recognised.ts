import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { ExperienceStore } from './store.ts';

/** How long after the last sign-in in a browser its guests are recognised as that account, ms. decisions.md section 13. */
const browserLends = 30 * 24 * 3_600_000;

interface RecognisedOptions {
  readonly store: Pick<ExperienceStore, 'guest'>;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** The accounts that signed in lately in the browser with this mark. */
export const accountsOfBrowser = async (
  { accounts, clock }: Omit<RecognisedOptions, 'store'>,
  markHash: string | undefined,
): Promise<readonly string[]> => accounts.browsers.accountsOf(markHash, new Date(clock.now() - browserLends));

/** The accounts that a guest is recognised as; none for anybody else. */
export async function recognisedAs(options: RecognisedOptions, accountId: string): Promise<readonly string[]> {
  const guest = await options.store.guest(accountId);
  return guest ? accountsOfBrowser(options, guest.markHash ?? undefined) : [];
}
