import { AppError } from '@unspoken/contract/errors';
import { addressKeyOf, fieldTexts } from '@unspoken/contract/fields';
import { invitationsPerPerson } from '@unspoken/contract/invitations';
import { type Accounts, hashOf, type Invited, secretBytes } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { MailTemplates } from '../platform/mail/templates.ts';
import type { Random } from '../platform/random.ts';
import type { Recipients } from './recipients.ts';
import { invitationLife } from './rules.ts';
import type { InvitationStore } from './store.ts';

const job = 'write-invitation';

interface Request {
  readonly addressKey: string;
  readonly concerns: readonly string[];
  readonly to: string;
  readonly inviter: string;
}

export interface InvitationsOptions {
  readonly store: InvitationStore;
  readonly recipients: Recipients;
  readonly accounts: Accounts;
  readonly jobs: Jobs;
  readonly mailTemplates: MailTemplates;
  readonly clock: Clock;
  readonly random: Random;
  readonly publicUrl: string;
  readonly mayMail: (addressKey: string) => Promise<boolean>;
}

/**
 * Inviting a friend by mail. The invitation is counted in the call; a job writes the mail. Only the job looks up whether the address
 * has an account, was invited before or wants no invitations, so that neither the answer nor its timing reveals it to the sender.
 */
export class Invitations {
  readonly #options: InvitationsOptions;
  constructor(options: InvitationsOptions) {
    this.#options = options;
  }

  /** Starts the job that writes the mails. */
  serve(): Promise<void> {
    return this.#options.jobs.define<Request>(job, (request, id) => this.#write(request, id));
  }

  /** Throws `invitation_limit` when fifty have been sent, and `sign_in_required` if the account has just been deleted. */
  invite(inviter: string, to: string): Promise<void> {
    const { store, jobs, accounts } = this.#options;
    return store.transaction(async (tx) => {
      // Otherwise a concurrent deletion of the account would not see what is written here.
      if (!(await accounts.lockAgainstDeletion(tx, [inviter])).has(inviter)) throw new AppError('sign_in_required');
      if (!(await store.count(tx, inviter, invitationsPerPerson))) throw new AppError('invitation_limit');
      await jobs.post<Request>(tx, job, { addressKey: addressKeyOf(to), concerns: [inviter], to, inviter });
    });
  }

  /** The address and the sender of an invitation. Throws `invalid_invitation`. */
  async check(hash: string): Promise<{ preapprovedEmail: string; name: string }> {
    const found = await this.#usable(hash);
    const inviter = found && (await this.#options.accounts.byId(found.inviter));
    if (!found || !inviter) throw new AppError('invalid_invitation');
    return { preapprovedEmail: found.toEmail, name: inviter.name };
  }

  /**
   * The invitation by which an account with this address can be registered; undefined if there is no valid one. Throws
   * `validation_failed` for a valid one that was sent to another address.
   */
  async invited(hash: string | undefined, addressKey: string): Promise<Invited | undefined> {
    const found = hash === undefined || hash === '' ? undefined : await this.#usable(hash);
    if (!found) return undefined;
    if (found.addressKey !== addressKey) throw new AppError('validation_failed', { email: fieldTexts.email_not_invited });
    return {
      use: async (tx) => {
        if (!(await this.#options.store.use(tx, found.id, new Date(this.#options.clock.now()))))
          throw new AppError('invalid_invitation');
      },
    };
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const { store } = this.#options;
    const sent = await store.sentBy(accountId);
    return {
      invitations: sent.map(({ toEmail, createdAt, usedAt }) => ({ toEmail, createdAt, usedAt })),
      invitationsSent: await store.sent(accountId),
    };
  }

  erase(tx: Database, person: { accountId: string; addressKeys: readonly string[] }): Promise<void> {
    return this.#options.store.erase(tx, person);
  }

  #usable(hash: string) {
    return this.#options.store.usable(hashOf(hash), new Date(this.#options.clock.now()));
  }

  async #write({ to, addressKey, inviter }: Request, id: string): Promise<void> {
    const { store, recipients, accounts, mailTemplates, clock, random, publicUrl, mayMail } = this.#options;
    const from = await accounts.byId(inviter);
    if (!from) return;
    const known = await accounts.byEmail(to);
    const hash = random.secret(secretBytes);
    const now = clock.now();
    const row = {
      id,
      inviter,
      toEmail: to,
      addressKey,
      hash: hashOf(hash),
      createdAt: new Date(now),
      expiresAt: new Date(now + invitationLife),
    };
    await store.transaction(async (tx) => {
      // The account may be deleted while this runs. (ACC-16)
      if (!(await accounts.lockAgainstDeletion(tx, [inviter])).has(inviter)) return;
      // The job has run before, without being recorded as done: the mail has been posted.
      // What is not mailed is stored as well: the sender's export would otherwise reveal that nothing was.
      if (!(await store.add(tx, row))) return;
      if (!(await recipients.mayBeInvited(tx, addressKey)) || !(await mayMail(addressKey))) return;
      await recipients.noteInvited(tx, addressKey);
      const mail = known?.verifiedAt
        ? { kind: 'invitationKnown' as const, language: known.language, link: `${publicUrl}/?auth=signin` }
        : { kind: 'invitation' as const, language: from.language, link: `${publicUrl}/?invitation=${hash}` };
      // The sender chose their name, so only confirmed addresses get it by mail; others read it on the page. (ACC-30)
      const values = { from: from.name };
      const concerns = [inviter, ...(known ? [known.id] : [])];
      await mailTemplates.post(tx, { to, ...mail, values, concerns, unsubscribeUrl: recipients.declineUrl(addressKey) });
    });
  }
}
