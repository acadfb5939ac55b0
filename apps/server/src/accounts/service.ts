import { type CallerRights, hasBetaByDuty, isDuty } from '@unspoken/contract/access';
import type { RegisteringStage } from '@unspoken/contract/accounts';
import type { ErrorCode } from '@unspoken/contract/errors';
import { addressKeyOf } from '@unspoken/contract/fields';
import type { Database } from '../platform/database/database.ts';
import type { MailContent } from '../platform/mail/templates.ts';
import { AccountSettings } from './account-settings.ts';
import type { Browsers } from './browsers.ts';
import { Deletion } from './deletion.ts';
import { type AccountDependencies, type AccountMail, type AccountsOptions, accountDependencies } from './dependencies.ts';
import { MailingList } from './mailing-list.ts';
import { type AccountListener, notifyingStore } from './notifying-store.ts';
import { Passkeys } from './passkeys.ts';
import { Recovery } from './recovery.ts';
import { Registration } from './registration.ts';
import { SecondFactor } from './second-factor.ts';
import type { AccountSessions } from './sessions.ts';
import { SigningIn } from './signing-in.ts';
import type { Account } from './store.ts';

export type { Actor } from './account-settings.ts';
export type { DeletedAccount } from './deletion.ts';
export { type AccountIdentity as Identified, attemptResults, type RecordAction } from './dependencies.ts';
export { accountLimits } from './limits.ts';
export { isLiveSession } from './live-session-store.ts';
export type { Invited } from './registration.ts';
export { hashOf, secretBytes } from './secrets.ts';
export type { SignedIn } from './sessions.ts';
export { ownedByAccount, ownedBySession } from './tables.ts';
export { timeZoneOf } from './zone-store.ts';
export type { Account, AccountMail };

/** The part of a caller's rights that follows from the account and its session. */
export const rightsOf = (
  account: Account,
  session?: { readonly secondFactorAt: Date | null },
): Omit<CallerRights, 'suspended'> => ({
  verified: account.verifiedAt !== null,
  admitted: account.registeringStage === null,
  guest: account.role === 'experienceGuest',
  duty: isDuty(account.role) ? account.role : undefined,
  secondFactor: session !== undefined && session.secondFactorAt !== null,
});

/** Whether the account sees experiences before they are published. */
export const hasBetaAccess = ({ betaAccess, role }: Account): boolean => betaAccess || hasBetaByDuty(role);

/**
 * Accounts and how their owners prove who they are: registration, signing in, recovery, settings, deletion. Each has a class of
 * its own; dependencies.ts is what they share. Other domains read and change accounts only through this class.
 */
export class Accounts {
  readonly sessions: AccountSessions;
  readonly browsers: Browsers;
  readonly registration: Registration;
  readonly signingIn: SigningIn;
  readonly recovery: Recovery;
  readonly settings: AccountSettings;
  readonly mailingList: MailingList;
  readonly deletion: Deletion;
  readonly secondFactor: SecondFactor;
  readonly passkeys: Passkeys;
  readonly #dependencies: AccountDependencies;
  readonly #listeners = new Set<AccountListener>();

  constructor(options: AccountsOptions) {
    const notify = (accountId: string) => {
      for (const listener of this.#listeners) listener(accountId);
    };
    const dependencies = accountDependencies({ ...options, store: notifyingStore(options.store, notify) });
    this.#dependencies = dependencies;
    this.sessions = dependencies.sessions;
    this.browsers = dependencies.browsers;
    this.registration = new Registration(dependencies);
    this.signingIn = new SigningIn(dependencies, this.registration);
    this.recovery = new Recovery(dependencies);
    this.settings = new AccountSettings(dependencies);
    this.mailingList = new MailingList(dependencies);
    this.deletion = new Deletion(dependencies);
    this.secondFactor = new SecondFactor(dependencies);
    this.passkeys = new Passkeys(dependencies);
  }

  /** The listener hears of every change to an account, once it is committed. */
  subscribe(listener: AccountListener): void {
    this.#listeners.add(listener);
  }

  /** The account with this id. Throws `sign_in_required` if it does not exist. */
  known(id: string): Promise<Account> {
    return this.#dependencies.known(id);
  }

  /** Throws `last_admin` if no other admin could administer. Other changes to admins wait until the transaction ends. */
  requireOtherAdmin(tx: Database, accountId: string): Promise<void> {
    return this.#dependencies.keepAdmin(tx, accountId);
  }

  async signOutEverywhere(accountId: string): Promise<void> {
    const announce = await this.#dependencies.store.transaction((tx) => this.#dependencies.revokeAccess(tx, accountId));
    announce();
  }

  /** A transaction that may change accounts: listeners hear of it after the commit. */
  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T> {
    return this.#dependencies.store.transaction(run);
  }

  /** The current account, locked until the end of the transaction. */
  lock(tx: Database, id: string): Promise<Account | undefined> {
    return this.#dependencies.store.lock(tx, id);
  }

  /**
   * Moves an account that is at one of these stages of its registration to `to`, null for admitted; undefined if it is at none
   * of them. Only in a `transaction` of this class.
   */
  moveStage(
    tx: Database,
    id: string,
    from: readonly RegisteringStage[],
    to: RegisteringStage | null,
  ): Promise<Account | undefined> {
    return this.#dependencies.store.moveStage(tx, id, from, to);
  }

  byId(id: string, tx?: Database): Promise<Account | undefined> {
    return this.#dependencies.store.byId(id, tx);
  }

  /** The accounts with these ids that still exist, by id. */
  async byIds(ids: Iterable<string>, tx?: Database): Promise<ReadonlyMap<string, Account>> {
    const found = await this.#dependencies.store.byIds([...new Set(ids)], tx);
    return new Map(found.map((account) => [account.id, account]));
  }

  /** Which of these accounts exist; they cannot be deleted before the transaction ends. */
  async lockAgainstDeletion(tx: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.#dependencies.store.lockAgainstDeletion(tx, ids));
  }

  /** All moderators and administrators who have confirmed their address. */
  moderators(tx?: Database): Promise<Account[]> {
    return this.#dependencies.store.moderators(tx);
  }

  /** Whether the id belongs to a guest, or to an account that no longer exists. */
  async isGuest(id: string): Promise<boolean> {
    const account = await this.byId(id);
    return account === undefined || account.role === 'experienceGuest';
  }

  /** The time zone that the account has chosen, or that of its newest browser; undefined if neither is known. */
  timeZone(accountId: string, tx?: Database): Promise<string | undefined> {
    return this.sessions.timeZone(accountId, tx);
  }

  /** Mails the owner of an account, as part of the transaction. */
  write(tx: Database, account: Account, mail: AccountMail): Promise<void> {
    return this.#dependencies.write(tx, account, mail);
  }

  /** A mail to the owner of an account, in their language, with the values that every mail needs. */
  mailTo(account: Account, mail: AccountMail): MailContent {
    return this.#dependencies.mailTo(account, mail);
  }

  /** Deletes sessions that were last used, and mailed links that expired, before an instant. */
  async forget(before: Date): Promise<void> {
    await this.sessions.forget(before);
    await this.#dependencies.store.deleteLinksBefore(before);
  }

  /** Deletes counts of attempts and of mails that last changed before an instant. */
  async forgetCounts(before: Date): Promise<void> {
    const { attempts, mailBudget, store } = this.#dependencies;
    await attempts.forget(before);
    while (await store.transaction((tx) => mailBudget.forget(tx, before)));
  }

  /** Accounts whose address or name contains this text: at most 20, ordered by name. */
  search(text: string): Promise<Account[]> {
    return this.#dependencies.store.search(text);
  }

  byEmail(email: string): Promise<Account | undefined> {
    return this.#dependencies.store.byEmail(addressKeyOf(email));
  }

  /** Why this account may not connect now, if it may not; a guest may only if `invited`. If it is an attempt, notes the first permitted one. */
  async connectDenialReason(accountId: string, invited: boolean, isAttempt: boolean): Promise<ErrorCode | undefined> {
    const { store, clock } = this.#dependencies;
    const account = await store.byId(accountId);
    if (!account) return 'sign_in_required';
    if (account.role === 'experienceGuest' && !invited) return 'guests_not_allowed';
    if (!account.verifiedAt) return 'verification_required';
    if (account.registeringStage !== null) return 'not_admitted';
    if (!account.termsAcceptedAt || !account.over18At) return 'terms_not_accepted';
    if (isAttempt && !account.triedToConnectAt) await store.recordConnectAttempt(accountId, new Date(clock.now()));
    return undefined;
  }
}
