import type { Limits } from '../platform/limits.ts';
import { accountLimits } from './limits.ts';

/**
 * Stops a network that tries the passwords of many accounts (credential stuffing). Beyond twenty different accounts in an
 * hour, its attempts are refused before the password is compared: a link mailed to the account's address, which sets a
 * password, proves the browser instead. An account counts from the start of an attempt, so that parallel attempts gain
 * nothing, until one succeeds: a school whose students all know their passwords is never challenged.
 */
export class SignInChallenge {
  readonly #limits: Pick<Limits, 'useDistinct' | 'dropDistinct'>;
  constructor(limits: Pick<Limits, 'useDistinct' | 'dropDistinct'>) {
    this.#limits = limits;
  }

  /** Counts the account that an attempt is about. Throws `too_many_accounts` if it is one too many. */
  begin(addressKey: string, network: string): Promise<void> {
    return this.#limits.useDistinct(accountLimits.triedAccountsPerAddress, network, addressKey, 'too_many_accounts');
  }

  /** Stops counting an account, because its password was right. */
  passed(addressKey: string, network: string): Promise<void> {
    return this.#limits.dropDistinct(accountLimits.triedAccountsPerAddress, network, addressKey);
  }
}
