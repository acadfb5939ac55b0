import type { Database } from '../platform/database/database.ts';
import type { AccountIdentity } from './dependencies.ts';

/** What another domain decides about accounts, without accounts knowing that domain. */
export interface AccountGuard {
  /** Whether the owner of this address, or of this identity, is barred from returning. */
  isBarred(addressKey: string | undefined, facebookId: string | undefined): Promise<boolean>;
  /** Those of these accounts that are suspended or banned. */
  suspendedAmong(accountIds: readonly string[], tx: Database): Promise<ReadonlySet<string>>;
  /**
   * Called in the transaction with what identifies an account: when it is created, when an address is proved to be its
   * owner's, and when a provider's identity is linked.
   */
  recognise(tx: Database, identified: AccountIdentity): Promise<void>;
}

/** Combines all guards, each of which may implement some of the questions. Without guards, nobody is barred or suspended. */
export class AccountGuards implements AccountGuard {
  readonly #all: Partial<AccountGuard>[] = [];

  readonly add = (guard: Partial<AccountGuard>): void => {
    this.#all.push(guard);
  };

  async isBarred(addressKey: string | undefined, facebookId: string | undefined): Promise<boolean> {
    for (const guard of this.#all) if (await guard.isBarred?.(addressKey, facebookId)) return true;
    return false;
  }

  async suspendedAmong(accountIds: readonly string[], tx: Database): Promise<ReadonlySet<string>> {
    const suspended: string[] = [];
    for (const guard of this.#all) suspended.push(...((await guard.suspendedAmong?.(accountIds, tx)) ?? []));
    return new Set(suspended);
  }

  async recognise(tx: Database, identified: AccountIdentity): Promise<void> {
    for (const guard of this.#all) await guard.recognise?.(tx, identified);
  }
}
