import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@unspoken/contract/errors';
import { fieldTexts } from '@unspoken/contract/fields';
import type { Database } from '../platform/database/database.ts';
import type { DataSubject } from '../platform/module.ts';
import type { AccountDependencies } from './dependencies.ts';
import { deletionCodeLife, deletionCodeTries } from './rules.ts';
import { hashOf } from './secrets.ts';
import type { Account } from './store.ts';

const codeDigits = 8;

/** The owner of an account that is about to be erased. A guest has no real address. */
export type DeletedAccount = DataSubject;

/** Deletion of an account: the proof of who asks, the export of their data, and the erasure. */
export class Deletion {
  readonly #dependencies: AccountDependencies;
  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** Mails the code that authorises deletion of an account without a password. Throws `forbidden` for one with a password. */
  async requestCode(accountId: string): Promise<void> {
    const { store, clock, random } = this.#dependencies;
    const account = await this.#dependencies.known(accountId);
    if (account.passwordHash !== null) throw new AppError('forbidden');
    const code = random.digits(codeDigits);
    const expiresAt = new Date(clock.now() + deletionCodeLife);
    await store.transaction(async (tx) => {
      await store.setDeletionCode(tx, { accountId, hash: hashOf(code), triesLeft: deletionCodeTries, expiresAt });
      await this.#dependencies.write(tx, account, { kind: 'deletionCode', values: { code } });
    });
  }

  /** Throws `wrong_password` or `wrong_code`, and `validation_failed` with the field that is missing. */
  async prove(accountId: string, given: { password?: string | undefined; code?: string | undefined }): Promise<Account> {
    const account = await this.#dependencies.known(accountId);
    if (account.passwordHash === null) await this.#proveByCode(accountId, given.code);
    else {
      if (given.password === undefined) throw new AppError('validation_failed', { password: fieldTexts.password_blank });
      if (!(await this.#dependencies.passwords.matches(given.password, account.passwordHash)))
        throw new AppError('wrong_password');
    }
    return account;
  }

  async #proveByCode(accountId: string, code: string | undefined): Promise<void> {
    if (!code) throw new AppError('validation_failed', { code: fieldTexts.code_blank });
    const expected = await this.#dependencies.store.tryDeletionCode(accountId);
    const isRight = expected && timingSafeEqual(Buffer.from(expected.hash), Buffer.from(hashOf(code.replaceAll(/\s/g, ''))));
    if (!isRight || expected.expiresAt.getTime() <= this.#dependencies.clock.now()) throw new AppError('wrong_code');
  }

  /**
   * The person as other domains know them: by id, by every address they have had, and by a provider's identity. Locks the
   * account: a transaction that records a separation from it waits, and then finds that the account no longer exists.
   */
  async dataSubject(tx: Database, account: Account): Promise<DeletedAccount> {
    const { store } = this.#dependencies;
    const { id: accountId, addressKey, facebookId, role } = (await store.lock(tx, account.id)) ?? account;
    const former = await store.formerAddresses(accountId, tx);
    return { accountId, addressKeys: [addressKey, ...former], facebookId, guest: role === 'experienceGuest' };
  }

  /** Erases the account in the transaction. The returned function must be called once that has committed. */
  async erase(tx: Database, account: Account): Promise<() => void> {
    const announce = await this.#dependencies.sessions.endAll(tx, account.id);
    await this.#dependencies.store.remove(tx, account.id);
    return announce;
  }

  /** The personal data that this domain keeps about the owner of an account. */
  async export(account: Account): Promise<Record<string, unknown>> {
    const { store, sessions, browsers } = this.#dependencies;
    const { passwordHash, addressKey: _, ...kept } = account;
    const [factor, passkeys, formerAddresses, requestedAddresses, knownBrowsers] = await Promise.all([
      store.secondFactor(account.id),
      store.passkeys(account.id),
      store.formerAddresses(account.id),
      store.requestedAddresses(account.id),
      browsers.list(account.id),
    ]);
    return {
      account: { ...kept, hasPassword: passwordHash !== null },
      formerAddresses,
      requestedAddresses,
      knownBrowsers,
      sessions: (await sessions.list(account.id)).map(({ createdAt, lastUsedAt, userAgent, timeZone, secondFactorAt }) => ({
        createdAt,
        lastUsedAt,
        userAgent,
        timeZone,
        secondFactorAt,
      })),
      ...(factor && {
        secondFactor: {
          confirmedAt: factor.confirmedAt,
          passkeys: passkeys.map(({ addedAt, usedAt, transports }) => ({ addedAt, usedAt, transports })),
        },
      }),
    };
  }
}
