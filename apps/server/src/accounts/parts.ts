import { AppError } from '@unspoken/contract/errors';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Keys } from '../platform/keys.ts';
import type { MailBudget } from '../platform/mail/budget.ts';
import type { Letter, MailTemplates } from '../platform/mail/templates.ts';
import type { Random } from '../platform/random.ts';
import type { SignInAttempts } from './attempts.ts';
import type { Browsers } from './browsers.ts';
import type { SocialProvider } from './facebook.ts';
import type { Passwords } from './passwords.ts';
import { signInIsFresh } from './rules.ts';
import type { AccountSessions } from './sessions.ts';
import type { Account, AccountStore } from './store.ts';

/** By what an account can be recognised as one that was here before. */
export interface Identified {
  readonly accountId: string;
  readonly addressKeys: readonly string[];
  readonly facebookId: string | null;
}

export interface AccountPartsOptions {
  readonly store: AccountStore;
  readonly sessions: AccountSessions;
  readonly browsers: Browsers;
  readonly attempts: SignInAttempts;
  readonly mailBudget: MailBudget;
  readonly passwords: Passwords;
  readonly letters: MailTemplates;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly productName: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Addresses, as they are compared, that become admin once they are confirmed. */
  readonly adminEmails: readonly string[];
  readonly waitingList: boolean;
  /** Whether somebody with this address, or this identity, was here before and may not come back. */
  readonly isKeptOut: (emailKey: string | undefined, facebookId: string | undefined) => Promise<boolean>;
  /**
   * Told, as part of the transaction, how an account can be recognised: when it is made, when an address is proved to
   * be its owner's, and when a provider's identity is linked.
   */
  readonly recognise: (tx: Database, identified: Identified) => Promise<void>;
  /** Those of these people who are suspended or banned. */
  readonly suspendedAmong: (accountIds: readonly string[], tx: Database) => Promise<ReadonlySet<string>>;
  readonly social: SocialProvider | undefined;
  /** Whether this recipient may be mailed once more today; beyond it, notes nobody asked for are left out. */
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  /** Writes an event of signing in to the log; it holds nothing personal. */
  readonly noteSignIn: (event: string) => void;
}

/** What is to be said in a letter to the owner of an account. */
export type OwnMail = Pick<Letter, 'kind' | 'values' | 'link' | 'unsubscribeUrl'> & { readonly to?: string };

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

  /** The address is proved to be theirs, for the first time or again. */
  async verify(tx: Database, account: Account): Promise<void> {
    await options.store.update(account.id, { verifiedAt: account.verifiedAt ?? new Date(options.clock.now()) }, tx);
    await options.recognise(tx, { accountId: account.id, addressKeys: [account.emailKey], facebookId: account.facebookId });
  },

  /** Whether the operator named this address: its owner becomes admin by proving that it is theirs. */
  makesAdmin: (emailKey: string): boolean => options.adminEmails.includes(emailKey),

  /**
   * Ends everything by which somebody who once knew the password, or was signed in, could come back: pending changes
   * of address, mailed links and codes, every session but `keep`, and the trust in every browser but the one with
   * `mark`. Returns what must be called once the transaction is done.
   */
  async shutOut(
    tx: Database,
    accountId: string,
    keep: { sessionId?: string; mark?: string | undefined } = {},
  ): Promise<() => void> {
    const { store, browsers, sessions } = options;
    await store.dropChanges(tx, accountId);
    await store.dropRecoveries(tx, accountId);
    await store.dropDeletionCode(tx, accountId);
    await browsers.distrust(tx, accountId, keep.mark);
    return sessions.endAll(tx, accountId, keep.sessionId);
  },

  /**
   * The owner of the mailbox takes the account over, whoever had it before: with a new password, without the Facebook
   * identity it was linked to, and with nobody signed in. An address the operator named makes an admin only here, so
   * that no session and no password is older than the role. Source: Sudhodanan and Paverd, "Pre-hijacked accounts",
   * USENIX Security 2022, section 6.
   */
  async recover(tx: Database, account: Account, passwordHash: string): Promise<() => void> {
    const { store, attempts, clock, publicUrl, recognise } = options;
    const admin = account.verifiedAt === null && this.makesAdmin(account.emailKey);
    await store.update(
      account.id,
      {
        passwordHash,
        facebookId: null,
        verifiedAt: account.verifiedAt ?? new Date(clock.now()),
        ...(admin && { role: 'admin', registeringStage: null }),
      },
      tx,
    );
    await recognise(tx, { accountId: account.id, addressKeys: [account.emailKey], facebookId: null });
    await attempts.succeeded(tx, account.emailKey);
    await this.write(tx, account, { kind: 'passwordChanged', link: `${publicUrl}/requestrecoverpassword` });
    return this.shutOut(tx, account.id);
  },

  /** Throws `last_admin` if nobody who may administer would be left without this person. Call it first in the transaction that takes them away. */
  async keepAdmin(tx: Database, accountId: string): Promise<void> {
    const admins = await options.store.holdAdmins(tx);
    if (!admins.includes(accountId)) return;
    const suspended = await options.suspendedAmong(admins, tx);
    if (!admins.some((id) => id !== accountId && !suspended.has(id))) throw new AppError('last_admin');
  },

  /** A letter to the owner of an account, in their language. */
  letter(account: Account, letter: OwnMail): Letter {
    return {
      to: account.email,
      language: account.language,
      concerns: [account.id],
      ...letter,
      // Until the address is confirmed, a stranger may have chosen the name.
      values: { name: account.verifiedAt ? account.name : '', support: options.supportEmail, ...letter.values },
    };
  },

  /** Mails the owner of an account, in their language. */
  write(tx: Database, account: Account, letter: OwnMail): Promise<void> {
    return options.letters.post(tx, this.letter(account, letter));
  },
});
export type AccountParts = ReturnType<typeof accountParts>;
