import { AppError } from '@unspoken/contract/errors';
import { emailKey } from '@unspoken/contract/fields';
import type { About } from '../platform/jobs.ts';
import type { AccountParts } from './parts.ts';
import { recoveryLife } from './rules.ts';
import { hashOf, secretBytes } from './secrets.ts';

const job = 'recover-password';
interface Request extends About {
  readonly addressKey: string;
}

/**
 * A forgotten password. The request is only written down; whether the address is known is looked up later, by a job,
 * so that no answer and no waiting time tells it.
 */
export class Recovery {
  readonly #parts: AccountParts;
  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Starts looking after requests. */
  serve(): Promise<void> {
    return this.#parts.jobs.define<Request>(job, (request, id) => this.#mailLink(request, id));
  }

  request(email: string): Promise<void> {
    const { store, jobs } = this.#parts;
    return store.transaction((tx) => jobs.post<Request>(tx, job, { addressKey: emailKey(email) }));
  }

  /** Throws `invalid_recovery_link` unless the link still works. */
  async validate(hash: string): Promise<void> {
    const found = await this.#parts.store.recovery(hashOf(hash));
    if (!found || found.expiresAt.getTime() <= this.#parts.clock.now()) throw new AppError('invalid_recovery_link');
  }

  /**
   * Sets a new password, once per link. Whoever opened the mail owns the address, so it counts as confirmed; whoever
   * was signed in, perhaps with a password of before, is signed out. Throws `invalid_recovery_link`.
   */
  async reset(hash: string, password: string): Promise<void> {
    const { store, clock, passwords, sessions, publicUrl } = this.#parts;
    await this.validate(hash);
    const passwordHash = await passwords.hash(password);
    const told = await store.transaction(async (tx) => {
      const taken = await store.takeRecovery(tx, hashOf(hash));
      const account = taken && (await store.byId(taken.accountId, tx));
      if (!account || taken.expiresAt.getTime() <= clock.now()) throw new AppError('invalid_recovery_link');
      await store.update(account.id, { passwordHash }, tx);
      await this.#parts.verify(tx, account);
      await this.#parts.write(tx, account, { kind: 'passwordChanged', link: `${publicUrl}/requestrecoverpassword` });
      return sessions.endAll(tx, account.id);
    });
    told();
  }

  async #mailLink({ addressKey }: Request, id: string): Promise<void> {
    const { store, clock, chance, mayMail, publicUrl } = this.#parts;
    const account = await store.byEmail(addressKey);
    if (!account || !(await mayMail(addressKey))) return;
    const hash = chance.secret(secretBytes);
    const expiresAt = new Date(clock.now() + recoveryLife);
    await store.transaction(async (tx) => {
      if (!(await store.addRecovery(tx, { id, hash: hashOf(hash), accountId: account.id, expiresAt }))) return;
      await this.#parts.write(tx, account, { kind: 'recover', link: `${publicUrl}/resetpassword/${hash}` });
    });
  }
}
