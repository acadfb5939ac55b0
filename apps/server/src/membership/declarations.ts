import type { DeclarationKind } from '@unspoken/contract/declarations';
import { AppError } from '@unspoken/contract/errors';
import { addressKeyOf } from '@unspoken/contract/fields';
import { languageAmong } from '@unspoken/contract/languages';
import type { Account, Accounts } from '../accounts/service.ts';
import type { Payments } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { dayIn, instantIn } from '../platform/dates.ts';
import type { About, Jobs } from '../platform/jobs.ts';
import type { Keys } from '../platform/keys.ts';
import { type MailTemplates, type Phrase, withoutLinks } from '../platform/mail/templates.ts';
import type { Random } from '../platform/random.ts';
import { type MembershipRow, membershipOf } from './chart.ts';
import type { DeclarationRow, DeclarationStore } from './declaration-store.ts';
import type { Managing } from './managing.ts';
import type { MembershipRows } from './membership-store.ts';
import type { DeclaredFields } from './tables.ts';

export interface DeclarationsOptions {
  readonly store: DeclarationStore;
  readonly rows: Pick<MembershipRows, 'live'>;
  readonly managing: Pick<Managing, 'cancel' | 'resume' | 'withdraw'>;
  readonly payments: Pick<Payments, 'account' | 'mode'>;
  readonly accounts: Pick<Accounts, 'byEmail' | 'write'>;
  readonly mailTemplates: Pick<MailTemplates, 'post' | 'phrase'>;
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  readonly jobs: Pick<Jobs, 'define' | 'post'>;
  readonly keys: Pick<Keys, 'hash'>;
  readonly random: Pick<Random, 'id' | 'secret'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly publicUrl: string;
}

const job = 'declaration';
type DeclarationJob = About & { readonly id: string };
const tokenBytes = 24;
/** For how long a withdrawal waits for its owner, before an administrator looks at it. Source: requirements/membership 8.14. */
const confirmationTime = 3 * 86_400_000;

/**
 * Cancellations and withdrawals without signing in. What is answered does not depend on whether there is an account: that is looked up by
 * a job. A cancellation takes effect at once, because it can be undone; a withdrawal waits for its owner's confirmation, and counts from
 * its receipt. Source: requirements/membership 8, section 312k BGB, Directive 2011/83/EU Article 11a.
 */
export class Declarations {
  readonly #options: DeclarationsOptions;
  constructor(options: DeclarationsOptions) {
    this.#options = options;
  }

  async prepare(): Promise<void> {
    await this.#options.jobs.define<DeclarationJob>(job, ({ id }) => this.#process(id));
  }

  /** Stores a declaration; what it says in words, and when it was received. */
  async receive(kind: DeclarationKind, fields: DeclaredFields): Promise<{ declaration: string; receivedAt: Date }> {
    const { store, jobs, random, clock } = this.#options;
    const row = { id: random.id(), kind, fields, receivedAt: new Date(clock.now()) };
    await store.transaction(async (tx) => {
      await store.add(tx, row);
      await jobs.post<DeclarationJob>(tx, job, { id: row.id });
    });
    return { declaration: this.wordsOf(row, fields.language), receivedAt: row.receivedAt };
  }

  /** What somebody has declared, in this language. */
  wordsOf({ kind, fields, receivedAt }: Pick<DeclarationRow, 'kind' | 'fields' | 'receivedAt'>, language: string): string {
    const { type, reason, name, contract, at, email } = fields;
    const phrase = (key: Phrase, values = {}) => this.#options.mailTemplates.phrase(language, key, values);
    return [
      kind === 'withdrawal' ? phrase('declaration.withdrawal') : phrase(`declaration.${type}`, { reason }),
      phrase('declaration.contract', { contract }),
      phrase('declaration.name', { name }),
      ...(kind === 'withdrawal'
        ? []
        : [at === '' ? phrase('declaration.earliest') : phrase('declaration.date', { date: dayIn(language, new Date(at)) })]),
      phrase('declaration.email', { email }),
      phrase('declaration.received', { at: instantIn(language, receivedAt) }),
    ].join('\n');
  }

  /** By the mailed link. Throws `invalid_declaration_link`, and what withdrawing or resuming throws; then the link stays valid. */
  async redeem(token: string): Promise<DeclarationKind> {
    const { store, managing, keys } = this.#options;
    const row = await store.byToken(keys.hash(job, token));
    if (!row?.accountId) throw new AppError('invalid_declaration_link');
    if (row.kind === 'withdrawal') await managing.withdraw(row.accountId, row.receivedAt.getTime());
    else await managing.resume(row.accountId);
    await store.transaction((tx) => store.change(tx, row.id, { state: 'done', tokenHash: null }));
    return row.kind;
  }

  /** Leaves withdrawals that nobody has confirmed to an administrator. */
  escalate(): Promise<void> {
    return this.#options.store.escalate(new Date(this.#options.clock.now() - confirmationTime));
  }

  /** Idempotent: a job may run again after a crash. */
  async #process(id: string): Promise<void> {
    const { store, rows, managing, payments, accounts } = this.#options;
    const row = await store.byId(id);
    if (row?.state !== 'received') return;
    const account = await accounts.byEmail(row.fields.email);
    const live =
      account?.verifiedAt && payments.account !== undefined ? await rows.live(account.id, payments.account) : undefined;
    if (!account || !live || !isPaying(live, this.#options.clock.now())) return this.#leaveToConsole(id);
    const isDone = row.kind === 'cancellation' && !isLater(row.fields, live);
    if (isDone) await managing.cancel(account.id, { isAnnounced: false });
    await this.#announce(id, account, { live, isDone });
  }

  async #announce(id: string, account: Account, { live, isDone }: { live: MembershipRow; isDone: boolean }): Promise<void> {
    const { store, accounts, payments, keys, random, clock, mailTemplates, publicUrl } = this.#options;
    await store.transaction(async (tx) => {
      const row = await store.lock(tx, id);
      if (row?.state !== 'received') return;
      const { language } = account;
      const token = random.secret(tokenBytes);
      const isWithdrawal = row.kind === 'withdrawal';
      // What was cancelled for cause is cancelled already; whether it ends earlier is for a person to decide.
      const needsPerson = !isWithdrawal && (!isDone || row.fields.type === 'extraordinary');
      const state = isWithdrawal ? 'awaiting' : needsPerson ? 'console' : 'done';
      await store.change(tx, id, { accountId: account.id, state, tokenHash: keys.hash(job, token) });
      if (!isWithdrawal && !isDone) return;
      const ends = live.cancelsAt ?? live.paidUntil ?? new Date(clock.now());
      await accounts.write(tx, account, {
        kind: isWithdrawal ? 'withdrawalDeclared' : 'cancellationDeclared',
        values: {
          ...{
            at: instantIn(language, row.receivedAt),
            content: this.wordsOf(plain(row), language),
            date: dayIn(language, ends),
          },
          rehearsal: payments.mode === 'rehearsal' ? mailTemplates.phrase(language, 'rehearsal') : '',
        },
        link: `${publicUrl}/${isWithdrawal ? 'confirmwithdrawal' : 'undocancellation'}/${token}`,
      });
    });
  }

  /** Somebody who does not pay, or is not known: an administrator looks, and the address learns nothing but that something came. */
  async #leaveToConsole(id: string): Promise<void> {
    const { store, mailTemplates, mayMail } = this.#options;
    await store.transaction(async (tx: Database) => {
      const row = await store.lock(tx, id);
      if (row?.state !== 'received') return;
      await store.change(tx, id, { state: 'console' });
      const { email } = row.fields;
      if (!(await mayMail(addressKeyOf(email)))) return;
      const language = languageAmong(row.fields.language);
      await mailTemplates.post(tx, {
        ...{ kind: 'declarationReceived', to: email, language, concerns: [] },
        values: { at: instantIn(language, row.receivedAt) },
      });
    });
  }
}

const isPaying = (row: MembershipRow, now: number): boolean =>
  ['settling', 'active', 'ending', 'actionRequired'].includes(membershipOf(row, false, now).state);

/** Whether the contract is to run on beyond the period that is paid: nothing is done by itself then. */
const isLater = ({ at }: DeclaredFields, { paidUntil }: MembershipRow): boolean =>
  at !== '' && paidUntil !== null && new Date(at).getTime() > paidUntil.getTime();

/** The words of a stranger, as they are mailed. */
const plain = (row: DeclarationRow): DeclarationRow => {
  const { name, contract, reason } = row.fields;
  return {
    ...row,
    fields: { ...row.fields, name: withoutLinks(name), contract: withoutLinks(contract), reason: withoutLinks(reason) },
  };
};
