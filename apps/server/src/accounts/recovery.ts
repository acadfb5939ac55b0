import { AppError } from '@unspoken/contract/errors';
import { addressKeyOf } from '@unspoken/contract/fields';
import type { About } from '../platform/jobs.ts';
import type { AccountDependencies } from './dependencies.ts';
import { recoveryLife } from './rules.ts';
import { hashOf, secretBytes } from './secrets.ts';

const job = 'recover-password';
interface Request extends About {
  readonly addressKey: string;
  /** Epoch ms. Mails are counted by the time of the request, however late the job runs. */
  readonly askedAt: number;
  /** The keyed hash of the mark of the browser that asked. */
  readonly browser?: string;
}

/**
 * Password recovery. A request is only stored; a job looks up the address later, so that neither the answer nor its
 * timing reveals whether the address is known.
 */
export class Recovery {
  readonly #dependencies: AccountDependencies;
  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** Registers the job that handles requests. */
  serve(): Promise<void> {
    return this.#dependencies.jobs.define<Request>(job, (request, id) => this.#mailLink(request, id));
  }

  request(email: string, mark: string | undefined): Promise<void> {
    const { store, jobs, browsers, clock } = this.#dependencies;
    const browser = browsers.hash(mark);
    const request = { addressKey: addressKeyOf(email), askedAt: clock.now(), ...(browser !== undefined && { browser }) };
    return store.transaction((tx) => jobs.post<Request>(tx, job, request));
  }

  /** Throws `invalid_recovery_link` unless the link still works. */
  async validate(hash: string): Promise<void> {
    const found = await this.#dependencies.store.recovery(hashOf(hash));
    if (!found || found.expiresAt.getTime() <= this.#dependencies.clock.now()) throw new AppError('invalid_recovery_link');
  }

  /**
   * Sets a new password, once per link. The link proves that the caller reads the mails to this address, so the address
   * counts as confirmed.
   * Throws `invalid_recovery_link`.
   */
  async reset(hash: string, password: string, mark?: string): Promise<void> {
    const { store, browsers, clock, passwords } = this.#dependencies;
    await this.validate(hash);
    const passwordHash = await passwords.hash(password);
    const announce = await store.transaction(async (tx) => {
      const taken = await store.takeRecovery(tx, hashOf(hash));
      const account = taken && (await store.byId(taken.accountId, tx));
      if (!account || taken.expiresAt.getTime() <= clock.now()) throw new AppError('invalid_recovery_link');
      const announce = await this.#dependencies.recover(tx, account, passwordHash);
      if (mark !== undefined) await browsers.signedIn(tx, account.id, mark);
      return announce;
    });
    announce();
  }

  /**
   * Mails the link. All browsers that the account does not trust share one budget of mails; each trusted browser has a
   * budget of its own, which strangers cannot use up.
   */
  async #mailLink({ addressKey, askedAt, browser }: Request, id: string): Promise<void> {
    const { store, browsers, clock, random, mailBudget, publicUrl } = this.#dependencies;
    const account = await store.byEmail(addressKey);
    if (!account) return;
    const isTheirs = account.verifiedAt !== null && (await browsers.isTrusted(account.id, browser));
    const budget = isTheirs ? `recovery ${addressKey} from ${browser}` : `recovery ${addressKey}`;
    const hash = random.secret(secretBytes);
    const expiresAt = new Date(clock.now() + recoveryLife);
    await store.transaction(async (tx) => {
      if (await store.hasRecovery(tx, id)) return;
      if (!(await mailBudget.allows(tx, budget, askedAt))) return;
      await store.addRecovery(tx, { id, hash: hashOf(hash), accountId: account.id, expiresAt });
      await this.#dependencies.write(tx, account, { kind: 'recover', link: `${publicUrl}/resetpassword/${hash}` });
    });
  }
}
