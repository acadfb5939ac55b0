import { AppError } from '@unspoken/contract/errors';
import type { Chance } from '../platform/chance.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Keys } from '../platform/keys.ts';
import type { Letter, Letters } from '../platform/mail/letters.ts';
import type { SocialProvider } from './facebook.ts';
import type { Passwords } from './passwords.ts';
import { signInIsFresh } from './rules.ts';
import type { AccountSessions } from './sessions.ts';
import type { Account, AccountStore } from './store.ts';

export interface AccountPartsOptions {
  readonly store: AccountStore;
  readonly sessions: AccountSessions;
  readonly passwords: Passwords;
  readonly letters: Letters;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly keys: Keys;
  readonly productName: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Addresses, as they are compared, that become admin once they are confirmed. */
  readonly adminEmails: readonly string[];
  readonly waitingList: boolean;
  /** Whether somebody with this address, or this identity, was here before and may not come back. */
  readonly isKeptOut: (emailKey: string | undefined, facebookId: string | undefined) => Promise<boolean>;
  /** Those of these people who are suspended or banned. */
  readonly suspendedAmong: (accountIds: readonly string[], tx: Database) => Promise<ReadonlySet<string>>;
  readonly social: SocialProvider | undefined;
  /** Whether this recipient may be mailed once more today; beyond it, notes nobody asked for are left out. */
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  /** Writes an event of signing in to the log; it holds nothing personal. */
  readonly noteSignIn: (event: string) => void;
}

/** What is to be said in a letter to the owner of an account. */
export type OwnLetter = Pick<Letter, 'kind' | 'values' | 'link' | 'unsubscribeUrl'> & { readonly to?: string };

/** Writes down, as part of a transaction, what was done. */
export type Note = (tx: Database) => Promise<void>;

/** What the commands about accounts share. */
export const accountParts = (options: AccountPartsOptions) => ({
  ...options,

  /** The account of this id. Throws `sign_in_required`: it was deleted a moment ago. */
  async known(id: string): Promise<Account> {
    const account = await options.store.byId(id);
    if (!account) throw new AppError('sign_in_required');
    return account;
  },

  /** Throws `recent_sign_in_needed` unless they have just signed in. */
  refuseOldSignIn({ signedInAt }: { readonly signedInAt: Date }): void {
    if (!signInIsFresh({ createdAt: signedInAt }, options.clock.now())) throw new AppError('recent_sign_in_needed');
  },

  /** The address is proved to be theirs for the first time, or again; the first time, one that the operator named makes an admin. */
  async verify(tx: Database, account: Account): Promise<void> {
    const admin = account.verifiedAt === null && options.adminEmails.includes(account.emailKey);
    const verifiedAt = account.verifiedAt ?? new Date(options.clock.now());
    await options.store.update(account.id, { verifiedAt, ...(admin && { role: 'admin', registeringStage: null }) }, tx);
  },

  /** Throws `last_admin` if nobody who may administer would be left without this person. Call it first in the transaction that takes them away. */
  async keepAdmin(tx: Database, accountId: string): Promise<void> {
    const admins = await options.store.holdAdmins(tx);
    if (!admins.includes(accountId)) return;
    const suspended = await options.suspendedAmong(admins, tx);
    if (!admins.some((id) => id !== accountId && !suspended.has(id))) throw new AppError('last_admin');
  },

  /** A letter to the owner of an account, in their language. */
  letter(account: Account, letter: OwnLetter): Letter {
    return {
      to: account.email,
      language: account.language,
      concerns: [account.id],
      ...letter,
      values: { name: account.name, support: options.supportEmail, ...letter.values },
    };
  },

  /** Mails the owner of an account, in their language. */
  write(tx: Database, account: Account, letter: OwnLetter): Promise<void> {
    return options.letters.post(tx, this.letter(account, letter));
  },
});
export type AccountParts = ReturnType<typeof accountParts>;
