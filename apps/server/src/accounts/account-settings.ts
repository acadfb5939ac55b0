import type { grantableRoles } from '@unspoken/contract/administration';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { addressKeyOf, fieldTexts } from '@unspoken/contract/fields';
import type { Language } from '@unspoken/contract/languages';
import type { Database } from '../platform/database/database.ts';
import { Listeners } from '../platform/listeners.ts';
import { isZone } from '../platform/zones.ts';
import type { AccountDependencies, RecordAction } from './dependencies.ts';
import { confirmationLife, termsAccepted } from './rules.ts';
import { hashOf, secretBytes } from './secrets.ts';

/** The caller and the session of the call. */
export interface Actor {
  readonly accountId: string;
  readonly sessionId: string;
  readonly signedInAt: Date;
  /** The mark of the caller's browser. */
  readonly mark?: string | undefined;
}

const missing = (field: string): AppError => new AppError('validation_failed', { [field]: fieldTexts.password_blank });

/** Everything users can change about their account, and the role, which an administrator changes. */
export class AccountSettings {
  readonly #dependencies: AccountDependencies;
  /** Is notified in the transaction that changes a time zone. */
  readonly onTimeZone = new Listeners<[tx: Database, accountId: string]>();

  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Proves that the caller owns the account: by the password or, for an account without one, by a sign-in less than ten
   * minutes old. Throws `wrong` for a wrong password, `validation_failed` for a missing one, and `recent_sign_in_needed`.
   */
  async prove(actor: Actor, password: string | undefined, wrong: ErrorCode, field = 'password'): Promise<void> {
    const account = await this.#dependencies.known(actor.accountId);
    if (account.passwordHash === null) return this.#dependencies.refuseOldSignIn(actor);
    if (password === undefined) throw missing(field);
    if (!(await this.#dependencies.passwords.matches(password, account.passwordHash))) throw new AppError(wrong);
  }

  /** Throws `wrong_current_password`; for a first password, `recent_sign_in_needed`. */
  async password(actor: Actor, oldPassword: string | undefined, newPassword: string): Promise<void> {
    const { store, passwords, publicUrl } = this.#dependencies;
    await this.prove(actor, oldPassword, 'wrong_current_password', 'oldPassword');
    const passwordHash = await passwords.hash(newPassword);
    const account = await this.#dependencies.known(actor.accountId);
    const announce = await store.transaction(async (tx) => {
      await store.update(account.id, { passwordHash }, tx);
      await this.#dependencies.write(tx, account, { kind: 'passwordChanged', link: `${publicUrl}/requestrecoverpassword` });
      return this.#dependencies.revokeAccess(tx, account.id, actor);
    });
    announce();
  }

  async name(accountId: string, name: string): Promise<void> {
    await this.#dependencies.store.update(accountId, { name });
  }

  /**
   * Mails a link to the new address, which takes effect once the link is opened. The current address is notified at
   * once, with a link that refuses the change. For a taken address, its owner gets a mail instead of the link; for an
   * address whose last owner is barred, no link is sent. The answer is the same in each case. Throws `TooMany` after too
   * many mails.
   */
  async email(actor: Actor, email: string, password: string | undefined): Promise<void> {
    const { store, clock, random, publicUrl, mailBudget } = this.#dependencies;
    await this.prove(actor, password, 'wrong_password');
    const account = await this.#dependencies.known(actor.accountId);
    if (addressKeyOf(email) === account.addressKey) throw new AppError('validation_failed', { email: fieldTexts.email_same });
    const owner = await store.byEmail(addressKeyOf(email));
    const isBarred = await this.#dependencies.isBarred(addressKeyOf(email), undefined);
    const [hash, refusal] = [random.secret(secretBytes), random.secret(secretBytes)];
    const now = clock.now();
    const confirmation = {
      hash: hashOf(hash),
      accountId: account.id,
      newEmail: email,
      sessionId: actor.sessionId,
      refusalHash: hashOf(refusal),
      createdAt: new Date(now),
      expiresAt: new Date(now + confirmationLife),
    };
    await store.transaction(async (tx) => {
      await mailBudget.use(tx, `confirmation ${addressKeyOf(email)}`);
      await mailBudget.use(tx, `change of address ${account.id}`);
      await store.dropChanges(tx, account.id);
      await store.addConfirmation(tx, confirmation);
      await this.#dependencies.write(tx, account, { kind: 'changeAsked', link: `${publicUrl}/refusechange/${refusal}` });
      if (owner) await this.#dependencies.write(tx, owner, { kind: 'addressInUse' });
      // Nobody has confirmed this address yet: the mail contains no text that the requester chose.
      else if (!isBarred)
        await this.#dependencies.write(tx, account, {
          kind: 'newAddress',
          to: email,
          values: { name: '' },
          link: `${publicUrl}/confirmemail/${hash}`,
        });
    });
  }

  /**
   * Refuses a change of address, by the link mailed to the current address, and signs out everywhere. Throws
   * `invalid_refusal_link` if the change has been confirmed, has expired or is no longer pending.
   */
  async refuseEmail(hash: string): Promise<void> {
    const { store } = this.#dependencies;
    const announce = await store.transaction(async (tx) => {
      const change = await store.refusable(hashOf(hash), tx);
      const account = change && (await store.lock(tx, change.accountId));
      const isPending = account && change.newEmail !== null && addressKeyOf(change.newEmail) !== account.addressKey;
      if (!isPending || change.expiresAt.getTime() <= this.#dependencies.clock.now()) throw new AppError('invalid_refusal_link');
      return this.#dependencies.revokeAccess(tx, account.id);
    });
    announce();
  }

  /** Unlinks Facebook and ends every other session. Throws `wrong_password`, and `forbidden` for an account without one. */
  async unlinkFacebook(actor: Actor, password: string): Promise<void> {
    const { store } = this.#dependencies;
    const account = await this.#dependencies.known(actor.accountId);
    if (account.passwordHash === null) throw new AppError('forbidden');
    await this.prove(actor, password, 'wrong_password');
    const announce = await store.transaction(async (tx) => {
      await store.update(account.id, { facebookId: null }, tx);
      return this.#dependencies.revokeAccess(tx, account.id, actor);
    });
    announce();
  }

  async language(accountId: string, language: Language): Promise<void> {
    await this.#dependencies.store.update(accountId, { language });
  }

  async directInCircle(accountId: string, directInCircle: boolean): Promise<void> {
    await this.#dependencies.store.update(accountId, { directInCircle });
  }

  /** Chooses a time zone by its IANA name; null for that of the newest browser. Throws `validation_failed` for one that is unknown. */
  async timeZone(accountId: string, timeZone: string | null): Promise<void> {
    if (timeZone !== null && !isZone(timeZone)) throw new AppError('validation_failed', { timeZone: fieldTexts.invalid });
    const { store } = this.#dependencies;
    await store.transaction(async (tx) => {
      await store.update(accountId, { timeZone }, tx);
      await this.onTimeZone.notify(tx, accountId);
    });
  }

  /** Grants the account access to experiences in beta, or revokes it. */
  async betaAccess(accountId: string, betaAccess: boolean, note: RecordAction): Promise<void> {
    const { store } = this.#dependencies;
    await store.transaction(async (tx) => {
      await store.update(accountId, { betaAccess }, tx);
      await note(tx);
    });
  }

  // ---- Guidance and terms.

  async acceptGuidance(accountId: string): Promise<void> {
    await this.#dependencies.store.update(accountId, { guidanceAcceptedAt: this.#now() });
  }

  async declineGuidance(accountId: string): Promise<void> {
    await this.#dependencies.store.update(accountId, { guidanceDeclinedAt: this.#now() });
  }

  async hidePositionGuideline(accountId: string): Promise<void> {
    await this.#dependencies.store.update(accountId, { positionGuidelineHidden: true });
  }

  async acceptTerms(accountId: string): Promise<void> {
    const now = this.#now();
    await this.#dependencies.store.update(accountId, { ...termsAccepted(now), over18At: now });
  }

  /**
   * Gives an account a role and signs it out everywhere: its open sessions were started under another role.
   * `note` records the change in the same transaction. Throws `last_admin`.
   */
  async role(accountId: string, role: (typeof grantableRoles)[number], note: RecordAction): Promise<void> {
    const { store, sessions } = this.#dependencies;
    const announce = await store.transaction(async (tx) => {
      if (role !== 'admin') await this.#dependencies.keepAdmin(tx, accountId);
      // A moderator or administrator needs no admission from the waiting list.
      await store.update(accountId, { role, ...(role !== 'member' && { registeringStage: null }) }, tx);
      await note(tx);
      return sessions.endAll(tx, accountId);
    });
    announce();
  }

  #now(): Date {
    return new Date(this.#dependencies.clock.now());
  }
}
