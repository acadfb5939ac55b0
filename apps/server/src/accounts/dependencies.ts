import { AppError } from '@unspoken/contract/errors';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Keys } from '../platform/keys.ts';
import type { MailBudget } from '../platform/mail/budget.ts';
import type { MailContent, MailTemplates } from '../platform/mail/templates.ts';
import type { Random } from '../platform/random.ts';
import type { SignInAttempts } from './attempts.ts';
import type { Browsers } from './browsers.ts';
import type { SignInChallenge } from './challenge.ts';
import type { SocialProvider } from './facebook.ts';
import type { Passwords } from './passwords.ts';
import { listConfirmationLife, signInIsFresh } from './rules.ts';
import { hashOf, secretBytes } from './secrets.ts';
import type { AccountSessions } from './sessions.ts';
import type { Account, AccountStore } from './store.ts';

/** The addresses and the identity by which a person is recognised who had an account before. */
export interface AccountIdentity {
  readonly accountId: string;
  readonly addressKeys: readonly string[];
  readonly facebookId: string | null;
}

/** What came of an attempt to sign in with a password: refused ones were not compared with any password. */
export const attemptResults = ['succeeded', 'failed', 'refused'] as const;
export type AttemptResult = (typeof attemptResults)[number];

export interface AccountsOptions {
  readonly store: AccountStore;
  readonly sessions: AccountSessions;
  readonly browsers: Browsers;
  readonly attempts: SignInAttempts;
  readonly challenge: SignInChallenge;
  readonly mailBudget: MailBudget;
  readonly passwords: Passwords;
  readonly mailTemplates: MailTemplates;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly productName: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Address keys whose owners become admin once they have confirmed the address and set a new password. */
  readonly adminEmails: readonly string[];
  readonly waitingList: boolean;
  /** Counts a registration; false if there have been so many that new accounts have to join the waiting list. */
  readonly mayJoinAtOnce: () => Promise<boolean>;
  /** Whether the owner of this address, or of this identity, is barred from returning. */
  readonly isBarred: (addressKey: string | undefined, facebookId: string | undefined) => Promise<boolean>;
  /**
   * Called in the transaction with what identifies an account: when it is created, when an address is proved to
   * be its owner's, and when a provider's identity is linked.
   */
  readonly recognise: (tx: Database, identified: AccountIdentity) => Promise<void>;
  /** Those of these accounts that are suspended or banned. */
  readonly suspendedAmong: (accountIds: readonly string[], tx: Database) => Promise<ReadonlySet<string>>;
  readonly social: SocialProvider | undefined;
  /** Whether this recipient may get one more mail today; if not, mails that the recipient did not request are not sent. */
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  /** Logs a sign-in event, which contains no personal data. */
  readonly noteSignIn: (event: string) => void;
  readonly noteFailedConfirmation: () => void;
  /** Counts an attempt to sign in with a password, by what came of it. */
  readonly onAttempt: (result: AttemptResult) => void;
}

/** The content of a mail to the owner of an account. */
export type AccountMail = Pick<MailContent, 'kind' | 'values' | 'link' | 'unsubscribeUrl'> & { readonly to?: string };

/** Records an action in the transaction that performs it. */
export type RecordAction = (tx: Database) => Promise<void>;

/** What the classes of this domain share. */
export const accountDependencies = (options: AccountsOptions) => ({
  ...options,

  /** The account with this id. Throws `sign_in_required` if it has just been deleted. */
  async known(id: string): Promise<Account> {
    const account = await options.store.byId(id);
    if (!account) throw new AppError('sign_in_required');
    return account;
  },

  /** Throws `recent_sign_in_needed` unless the sign-in is less than ten minutes old. */
  refuseOldSignIn({ signedInAt }: { readonly signedInAt: Date }): void {
    if (!signInIsFresh({ createdAt: signedInAt }, options.clock.now())) throw new AppError('recent_sign_in_needed');
  },

  /** Marks the address as proved to be its owner's, for the first time or again. */
  async verify(tx: Database, account: Account): Promise<void> {
    await options.store.update(account.id, { verifiedAt: account.verifiedAt ?? new Date(options.clock.now()) }, tx);
    await options.recognise(tx, { accountId: account.id, addressKeys: [account.addressKey], facebookId: account.facebookId });
    if (account.verifiedAt === null) await this.askForList(tx, account);
  },

  /** Mails an account that has asked for the mailing list, and is not on it, the link that puts it there. */
  async askForList(tx: Database, account: Account): Promise<void> {
    const { store, clock, random, publicUrl } = options;
    if (!account.solicitedEmails || account.listConfirmedAt) return;
    const hash = random.secret(secretBytes);
    const expiresAt = new Date(clock.now() + listConfirmationLife);
    await store.addListConfirmation(tx, { hash: hashOf(hash), accountId: account.id, expiresAt });
    await this.write(tx, account, { kind: 'listAsked', link: `${publicUrl}/joinlist/${hash}` });
  },

  /** Whether the operator listed this address: its owner becomes admin by proving that it is theirs. */
  makesAdmin: (addressKey: string): boolean => options.adminEmails.includes(addressKey),

  /**
   * Ends everything that would let a person who once knew the password, or was signed in, back into the account: pending
   * changes of address, mailed links and codes, every session except `keep.sessionId`, and the trust in every browser
   * except the one with `keep.mark`. The returned function must be called once the transaction has committed.
   */
  async revokeAccess(
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
   * The owner of the mailbox takes over the account from anyone who had it before: it gets a new password, loses its
   * linked Facebook identity, and every session ends. Only here does an address that the operator listed make an admin,
   * so that no session and no password is older than the role. The returned function must be called once the
   * transaction has committed. Source: Sudhodanan and Paverd, "Pre-hijacked accounts",
   * USENIX Security 2022, section 6.
   */
  async recover(tx: Database, account: Account, passwordHash: string): Promise<() => void> {
    const { store, attempts, clock, publicUrl, recognise } = options;
    const admin = account.verifiedAt === null && this.makesAdmin(account.addressKey);
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
    await recognise(tx, { accountId: account.id, addressKeys: [account.addressKey], facebookId: null });
    if (account.verifiedAt === null) await this.askForList(tx, account);
    await attempts.succeeded(tx, account.addressKey);
    await this.write(tx, account, { kind: 'passwordChanged', link: `${publicUrl}/requestrecoverpassword` });
    return this.revokeAccess(tx, account.id);
  },

  /**
   * Throws `last_admin` if the account is an admin and every other admin is suspended. Call it first in a transaction
   * that suspends, demotes or deletes the account.
   */
  async keepAdmin(tx: Database, accountId: string): Promise<void> {
    const admins = await options.store.lockAdmins(tx);
    if (!admins.includes(accountId)) return;
    const suspended = await options.suspendedAmong(admins, tx);
    if (!admins.some((id) => id !== accountId && !suspended.has(id))) throw new AppError('last_admin');
  },

  /** A mail to the owner of an account, in their language. */
  mailTo(account: Account, mail: AccountMail): MailContent {
    return {
      to: account.email,
      language: account.language,
      concerns: [account.id],
      ...mail,
      // Until the address is confirmed, a stranger may have chosen the name.
      values: { name: account.verifiedAt ? account.name : '', support: options.supportEmail, ...mail.values },
    };
  },

  /** Mails the owner of an account, in their language. */
  write(tx: Database, account: Account, mail: AccountMail): Promise<void> {
    return options.mailTemplates.post(tx, this.mailTo(account, mail));
  },
});
export type AccountDependencies = ReturnType<typeof accountDependencies>;
