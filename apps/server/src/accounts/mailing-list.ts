import { AppError } from '@unspoken/contract/errors';
import type { AccountDependencies } from './dependencies.ts';
import { hashOf, secretBytes } from './secrets.ts';

/**
 * The mailing list, with double opt-in: a session, or the form of a registration, is enough to ask for it, and only a link mailed to the
 * address puts it on the list. Source: requirements/threats 12.4.
 */
export class MailingList {
  readonly #dependencies: AccountDependencies;
  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** Asks for the list, by a mail whose link is to be confirmed. An account that is on the list gets no mail. */
  async join(accountId: string, howSolicited: string | undefined): Promise<void> {
    const { store } = this.#dependencies;
    await store.transaction(async (tx) => {
      const account = await store.lock(tx, accountId);
      if (!account) throw new AppError('sign_in_required');
      if (account.listConfirmedAt) return;
      const wish = { solicitedEmails: true, howSolicited: howSolicited ?? null };
      await store.update(accountId, wish, tx);
      await this.#dependencies.askForList(tx, { ...account, ...wish });
    });
  }

  /**
   * Puts an account on the list by the mailed link, and mails the link by which it leaves it again; a second click is not an error.
   * Throws `invalid_list_link`.
   */
  async confirm(hash: string): Promise<void> {
    const { store, clock, random, publicUrl } = this.#dependencies;
    const link = await store.listConfirmation(hashOf(hash));
    if (!link || link.expiresAt.getTime() <= clock.now()) throw new AppError('invalid_list_link');
    await store.transaction(async (tx) => {
      const account = await store.lock(tx, link.accountId);
      // Somebody who has left the list since is not put on it again.
      if (!account?.solicitedEmails) throw new AppError('invalid_list_link');
      if (account.listConfirmedAt) return;
      const token = random.secret(secretBytes);
      await store.update(account.id, { listConfirmedAt: new Date(clock.now()) }, tx);
      await store.addUnsubscribeLink(tx, { hash: hashOf(token), accountId: account.id });
      await this.#dependencies.write(tx, account, { kind: 'mailingList', unsubscribeUrl: `${publicUrl}/unsubscribe/${token}` });
    });
  }

  async leave(accountId: string): Promise<void> {
    const { store } = this.#dependencies;
    await store.transaction(async (tx) => {
      await store.update(accountId, { solicitedEmails: false, listConfirmedAt: null }, tx);
      await store.dropListConfirmations(tx, accountId);
    });
  }

  /** Leaves the list by a mailed link; a second click is not an error. Throws `invalid_unsubscribe_link`. */
  async unsubscribe(token: string): Promise<void> {
    const accountId = await this.#dependencies.store.unsubscribeLink(hashOf(token));
    if (accountId === undefined) throw new AppError('invalid_unsubscribe_link');
    await this.leave(accountId);
  }
}
