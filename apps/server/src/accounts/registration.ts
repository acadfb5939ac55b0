import type { registerBody } from '@unspoken/contract/accounts';
import { AppError } from '@unspoken/contract/errors';
import { addressKeyOf } from '@unspoken/contract/fields';
import { isLanguage, type Language } from '@unspoken/contract/languages';
import type * as z from 'zod/mini';
import type { Database } from '../platform/database/database.ts';
import type { AccountDependencies } from './dependencies.ts';
import { confirmationLife, termsAccepted } from './rules.ts';
import { hashOf, secretBytes } from './secrets.ts';
import type { SignedIn } from './sessions.ts';
import { type Account, type Confirmation, isTaken, type NewAccount } from './store.ts';

type RegistrationForm = z.output<typeof registerBody>;

/** An invitation: its recipient skips the waiting list, and creating their account uses it up. */
export interface Invited {
  readonly use: (tx: Database, accountId: string) => Promise<void>;
}

/** What a new account is created from, by the form or by Facebook. */
export interface Newcomer {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly facebookId?: string;
  readonly language?: string | undefined;
  readonly solicitedEmails?: boolean | undefined;
  readonly termsAccepted?: boolean | undefined;
  readonly over18?: boolean | undefined;
  readonly userAgent?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly mark?: string | undefined;
}

/** The language that the browser prefers, if the product has it; otherwise English. */
function languageOf({ language }: Pick<Newcomer, 'language'>): Language {
  const short = language?.slice(0, 2).toLowerCase() ?? '';
  return isLanguage(short) ? short : 'en';
}

interface ConfirmedAddress {
  readonly account: Account;
  /** Nothing is confirmed yet: the address makes its owner an admin. */
  readonly needsPassword: boolean;
}

/** Registration: creating an account, and confirming its address. */
export class Registration {
  readonly #dependencies: AccountDependencies;
  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Creates an account, a session and one mailed link, or nothing. Throws `registration_failed` for a taken address, whose
   * owner gets a mail, and `unavailable` when too many passwords are being hashed.
   */
  async register(registration: RegistrationForm & Pick<Newcomer, 'mark'>, invited?: Invited): Promise<SignedIn> {
    const passwordHash = await this.#dependencies.passwords.hash(registration.password);
    const added = await this.add({ ...registration, passwordHash, solicitedEmails: registration.emailListRegistration }, invited);
    if (added) return added;
    await this.#noteToOwner(addressKeyOf(registration.email));
    throw new AppError('registration_failed');
  }

  /** Creates the account of a newcomer; undefined if the address is taken, or its last owner is barred from returning. */
  async add(newcomer: Newcomer, invited?: Invited): Promise<SignedIn | undefined> {
    const { store, sessions, clock, random } = this.#dependencies;
    const now = new Date(clock.now());
    const key = addressKeyOf(newcomer.email);
    const mustWait = !invited && (await this.#mustWait(key));
    if (await this.#dependencies.isBarred(key, newcomer.facebookId)) return undefined;
    const row: NewAccount = {
      id: random.id(),
      email: newcomer.email,
      addressKey: key,
      name: newcomer.name,
      passwordHash: newcomer.passwordHash,
      facebookId: newcomer.facebookId ?? null,
      language: languageOf(newcomer),
      registeringStage: mustWait ? 'sentCredentials' : null,
      solicitedEmails: newcomer.solicitedEmails ?? false,
      ...(newcomer.solicitedEmails && { howSolicited: 'register' }),
      ...(newcomer.termsAccepted && termsAccepted(now)),
      ...(newcomer.over18 && { over18At: now }),
      createdAt: now,
    };
    return store.transaction(async (tx) => {
      if (!(await store.add(tx, row))) return undefined;
      await this.#dependencies.recognise(tx, { accountId: row.id, addressKeys: [key], facebookId: row.facebookId ?? null });
      await invited?.use(tx, row.id);
      const account = (await store.byId(row.id, tx)) as Account;
      await this.#mailConfirmation(tx, account);
      return { account, token: await sessions.open(tx, row.id, newcomer) };
    });
  }

  /**
   * Whether a new account has to join the waiting list: because it is switched on, or because of very many registrations.
   * Taken addresses count as well, so that the answer for them takes no less time.
   */
  async #mustWait(addressKey: string): Promise<boolean> {
    const { waitingList, mayJoinAtOnce } = this.#dependencies;
    if (this.#dependencies.makesAdmin(addressKey)) return false;
    return waitingList || !(await mayJoinAtOnce());
  }

  /** Creates the temporary account of a guest with a personal invitation; `bind` ties the account to the invitation. */
  async addGuest(
    guest: Pick<Newcomer, 'language' | 'userAgent'>,
    bind: (tx: Database, accountId: string) => Promise<void>,
  ): Promise<SignedIn> {
    const { store, sessions, clock, random } = this.#dependencies;
    const now = new Date(clock.now());
    const id = random.id();
    const row: NewAccount = {
      id,
      // An address that cannot exist: the domain is reserved (RFC 2606), and nothing is ever sent to it.
      email: `${id}@guest.invalid`,
      addressKey: `${id}@guest.invalid`,
      name: 'Guest',
      role: 'experienceGuest',
      language: languageOf(guest),
      verifiedAt: now,
      ...termsAccepted(now),
      over18At: now,
      createdAt: now,
    };
    return store.transaction(async (tx) => {
      await store.add(tx, row);
      await bind(tx, id);
      return { account: (await store.byId(id, tx)) as Account, token: await sessions.open(tx, id, guest) };
    });
  }

  /**
   * Confirms the address a link was mailed to, no matter who opens it. A second click changes nothing and is not an error.
   * An address that makes its owner an admin is confirmed only by `confirmWithPassword`, so that neither a program that
   * scans a mailbox can grant the role, nor the person who registered the address get it. Throws `invalid_confirmation_link`.
   */
  confirmEmail(hash: string): Promise<ConfirmedAddress> {
    return this.#recordingFailure(this.#confirm(hash));
  }

  /**
   * Confirms an address that makes its owner an admin, and sets a new password. The transaction that grants the role also
   * shuts out anyone who had access to the account before. Throws `invalid_confirmation_link`, also for any other address.
   */
  confirmWithPassword(hash: string, password: string): Promise<void> {
    return this.#recordingFailure(this.#confirmWithPassword(hash, password));
  }

  async #recordingFailure<T>(confirming: Promise<T>): Promise<T> {
    return confirming.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'invalid_confirmation_link') this.#dependencies.noteFailedConfirmation();
      throw error;
    });
  }

  async #confirm(hash: string): Promise<ConfirmedAddress> {
    const { store } = this.#dependencies;
    const { account, confirmation, done } = await this.#openLink(hash);
    const { newEmail, sessionId } = confirmation;
    if (done) return { account, needsPassword: false };
    if (this.#dependencies.makesAdmin(addressKeyOf(newEmail ?? account.email))) return { account, needsPassword: true };
    if (newEmail !== null)
      return { account: await this.#moveTo(account, newEmail, sessionId ?? undefined), needsPassword: false };
    await store.transaction((tx) => this.#dependencies.verify(tx, account));
    return { account: await this.#dependencies.known(account.id), needsPassword: false };
  }

  async #confirmWithPassword(hash: string, password: string): Promise<void> {
    const { store, passwords, makesAdmin } = this.#dependencies;
    const { account: found, confirmation, done } = await this.#openLink(hash);
    const email = confirmation.newEmail ?? found.email;
    const key = addressKeyOf(email);
    if (done || !makesAdmin(key)) throw new AppError('invalid_confirmation_link');
    if (confirmation.newEmail !== null) await this.#refuseAddress(key);
    const passwordHash = await passwords.hash(password);
    const announce = await this.#unlessTaken(
      store.transaction(async (tx) => {
        const account = await store.lock(tx, found.id);
        const isUsed = account?.verifiedAt && account.addressKey === key;
        if (!account || isUsed) throw new AppError('invalid_confirmation_link');
        if (account.addressKey !== key) await this.#changeAddress(tx, account, email);
        return this.#dependencies.recover(tx, { ...account, email, addressKey: key, verifiedAt: null }, passwordHash);
      }),
    );
    announce();
  }

  /** The account and confirmation of a mailed link, and whether it has been used. Throws `invalid_confirmation_link`. */
  async #openLink(hash: string): Promise<{ account: Account; confirmation: Confirmation; done: boolean }> {
    const { store, clock } = this.#dependencies;
    const confirmation = await store.confirmation(hashOf(hash));
    const account = confirmation && (await store.byId(confirmation.accountId));
    if (!confirmation || !account) throw new AppError('invalid_confirmation_link');
    const { newEmail } = confirmation;
    const done = account.verifiedAt !== null && (newEmail === null || addressKeyOf(newEmail) === account.addressKey);
    if (!done && confirmation.expiresAt.getTime() <= clock.now()) throw new AppError('invalid_confirmation_link');
    return { account, confirmation, done };
  }

  /** Mails a new confirmation link; does nothing if the address is already confirmed. */
  async resendConfirmation(accountId: string): Promise<void> {
    const account = await this.#dependencies.known(accountId);
    if (account.verifiedAt) return;
    await this.#dependencies.store.transaction((tx) => this.#mailConfirmation(tx, account));
  }

  // ---- Mails.

  async #mailConfirmation(tx: Database, account: Account): Promise<void> {
    const { store, clock, random, mailBudget, publicUrl } = this.#dependencies;
    await mailBudget.use(tx, `confirmation ${account.addressKey}`);
    const hash = random.secret(secretBytes);
    const now = clock.now();
    await store.addConfirmation(tx, {
      hash: hashOf(hash),
      accountId: account.id,
      createdAt: new Date(now),
      expiresAt: new Date(now + confirmationLife),
    });
    await this.#dependencies.write(tx, account, { kind: 'confirm', link: `${publicUrl}/confirmemail/${hash}` });
  }

  /** Mails the owner of a known address that it was used in a registration; the caller of the registration learns nothing. */
  async #noteToOwner(key: string): Promise<void> {
    const { store, mayMail, publicUrl } = this.#dependencies;
    const owner = await store.byEmail(key);
    if (!owner || !(await mayMail(key))) return;
    await store.transaction((tx) =>
      this.#dependencies.write(tx, owner, { kind: 'taken', link: `${publicUrl}/requestrecoverpassword` }),
    );
  }

  /** Changes the account's address to one just confirmed, signs out other browsers and notifies the old address. */
  async #moveTo(account: Account, newEmail: string, keep: string | undefined): Promise<Account> {
    const { store, sessions } = this.#dependencies;
    await this.#refuseAddress(addressKeyOf(newEmail));
    const announce = await this.#unlessTaken(
      store.transaction(async (tx) => {
        await this.#changeAddress(tx, account, newEmail);
        return sessions.endAll(tx, account.id, keep);
      }),
    );
    announce();
    return this.#dependencies.known(account.id);
  }

  async #changeAddress(tx: Database, account: Account, newEmail: string): Promise<void> {
    const { store } = this.#dependencies;
    await store.update(account.id, { email: newEmail, addressKey: addressKeyOf(newEmail) }, tx);
    await this.#dependencies.verify(tx, { ...account, addressKey: addressKeyOf(newEmail) });
    await store.noteFormerAddress(tx, account.id, account.addressKey);
    await store.dropRecoveries(tx, account.id);
    await store.dropListConfirmations(tx, account.id);
    await this.#dependencies.write(tx, account, { kind: 'oldAddress' });
  }

  /** Throws `invalid_confirmation_link` for an address whose last owner is barred from returning. */
  async #refuseAddress(key: string): Promise<void> {
    if (await this.#dependencies.isBarred(key, undefined)) throw new AppError('invalid_confirmation_link');
  }

  /** Throws `invalid_confirmation_link` if another account took the address meanwhile. */
  async #unlessTaken<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw isTaken(error) ? new AppError('invalid_confirmation_link') : error;
    });
  }
}
