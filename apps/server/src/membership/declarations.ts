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
  readonly isSuspended: (accountId: string) => Promise<boolean>;
  /** Appends a line to the ledger. */
  readonly record: (tx: Database, line: { kind: 'declaration settled'; actor: string; subject?: string }) => Promise<unknown>;
}

const job = 'declaration';
type DeclarationJob = About & { readonly id: string };
const tokenBytes = 24;
/** How much of a reason is quoted in a mail, characters. */
const mostQuoted = 500;
/** For how long a withdrawal waits for its owner, before an administrator looks at it. Source: requirements/membership 8.14. */
const confirmationTime = 3 * 86_400_000;

/**
 * Cancellations and withdrawals without signing in. What is answered does not depend on whether there is an account: that is looked up by
 * a job. A cancellation takes effect if it can be undone; a withdrawal waits for its owner's confirmation, and counts from its receipt.
 * Source: requirements/membership 8, section 312k BGB, Directive 2011/83/EU Article 11a.
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

  /**
   * By the mailed link: does what waited for its owner, or undoes what was done. Throws `invalid_declaration_link`, and what withdrawing,
   * cancelling or resuming throws; then the link stays valid.
   */
  async redeem(token: string): Promise<DeclarationKind> {
    const { store, managing, keys, isSuspended, clock } = this.#options;
    const row = await store.byToken(keys.hash(job, token));
    if (!row?.accountId || !row.membershipId) throw new AppError('invalid_declaration_link');
    const { accountId, membershipId } = row;
    const isAwaited = row.state === 'awaiting';
    if (isAwaited) await this.#execute(row);
    // As on the page of the membership.
    else if (await isSuspended(accountId)) throw new AppError('account_suspended');
    else await managing.resume(accountId, { membershipId });
    const doneAt = isAwaited ? new Date(clock.now()) : null;
    await store.transaction((tx) => store.change(tx, row.id, { state: 'done', tokenHash: null, doneAt }));
    return row.kind;
  }

  /** An administrator has dealt with it, or wants what it says to be done now. Throws `not_found`, and what doing it throws. */
  async settle(id: string, { isExecuted, by }: { isExecuted: boolean; by: string }): Promise<void> {
    const { store, record, clock } = this.#options;
    const row = await store.byId(id);
    if (row?.state !== 'console') throw new AppError('not_found');
    if (isExecuted) await this.#execute(row);
    await store.transaction(async (tx) => {
      const doneAt = isExecuted ? new Date(clock.now()) : row.doneAt;
      await store.change(tx, id, { state: 'done', tokenHash: null, doneAt });
      await record(tx, { kind: 'declaration settled', actor: by, ...(row.accountId && { subject: row.accountId }) });
    });
  }

  /** Leaves withdrawals that nobody has confirmed to an administrator. */
  escalate(): Promise<void> {
    return this.#options.store.escalate(new Date(this.#options.clock.now() - confirmationTime));
  }

  async #execute({ kind, accountId, membershipId, receivedAt }: DeclarationRow): Promise<void> {
    const { managing } = this.#options;
    if (accountId === null || membershipId === null) throw new AppError('no_membership');
    if (kind === 'withdrawal') await managing.withdraw(accountId, { declaredAt: receivedAt, membershipId });
    else await managing.cancel(accountId, { membershipId });
  }

  /** Idempotent: a job may run again after a crash. */
  async #process(id: string): Promise<void> {
    const { store, rows, managing, payments, accounts, clock } = this.#options;
    const row = await store.byId(id);
    if (row?.state !== 'received') return;
    const account = await accounts.byEmail(row.fields.email);
    const live =
      account?.verifiedAt && payments.account !== undefined ? await rows.live(account.id, payments.account) : undefined;
    if (!account || !live || !isPaying(live, clock.now())) return this.#leaveToConsole(id);
    const answer = answerTo(row, live, clock.now());
    if (answer === 'done') await managing.cancel(account.id, { isAnnounced: false, membershipId: live.id });
    await this.#announce(id, account, live, answer);
  }

  async #announce(id: string, account: Account, live: MembershipRow, answer: Answer): Promise<void> {
    const { store, accounts, payments, keys, random, clock, mailTemplates, mayMail, publicUrl } = this.#options;
    // Nobody can fill the mailbox of a member with declarations.
    const isMailed = !(await store.isRepeated(id, live.id)) && (await mayMail(addressKeyOf(account.email)));
    await store.transaction(async (tx) => {
      const row = await store.lock(tx, id);
      if (row?.state !== 'received') return;
      const { language } = account;
      const { mail, path } = answers[answer];
      const token = random.secret(tokenBytes);
      // What was cancelled for cause is cancelled already; whether it ends earlier is for a person to decide.
      const needsPerson = answer === 'noted' || (row.kind === 'cancellation' && row.fields.type === 'extraordinary');
      await store.change(tx, id, {
        ...{ accountId: account.id, membershipId: live.id, doneAt: answer === 'done' ? new Date(clock.now()) : null },
        state: answer === 'confirm' || answer === 'confirmWithdrawal' ? 'awaiting' : needsPerson ? 'console' : 'done',
        ...(path !== undefined && isMailed && { tokenHash: keys.hash(job, token) }),
      });
      if (!isMailed) return;
      const ends = row.fields.at === '' || answer === 'done' ? (live.cancelsAt ?? live.paidUntil) : new Date(row.fields.at);
      await accounts.write(tx, account, {
        kind: mail,
        values: {
          at: instantIn(language, row.receivedAt),
          content: this.wordsOf(plain(row), language),
          date: dayIn(language, ends ?? new Date(clock.now())),
          rehearsal: payments.mode === 'rehearsal' ? mailTemplates.phrase(language, 'rehearsal') : '',
        },
        ...(path !== undefined && { link: `${publicUrl}/${path}/${token}` }),
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

/**
 * What becomes of a declaration of somebody who pays: a cancellation is done if it can be undone until the end of the period; one that would
 * end the membership at once, and a withdrawal, wait for the owner; one for a later day is noted for an administrator.
 */
const answers = {
  done: { mail: 'cancellationDeclared', path: 'undocancellation' },
  confirm: { mail: 'cancellationAsked', path: 'confirmcancellation' },
  confirmWithdrawal: { mail: 'withdrawalDeclared', path: 'confirmwithdrawal' },
  noted: { mail: 'cancellationNoted', path: undefined },
} as const;
type Answer = keyof typeof answers;

function answerTo({ kind, fields: { at } }: DeclarationRow, live: MembershipRow, now: number): Answer {
  if (kind === 'withdrawal') return 'confirmWithdrawal';
  const { paidUntil } = live;
  if (at !== '' && new Date(at).getTime() > (paidUntil?.getTime() ?? now)) return 'noted';
  return ['active', 'ending'].includes(membershipOf(live, false, now).state) ? 'done' : 'confirm';
}

/** The words of a stranger, as they are mailed. */
const plain = (row: DeclarationRow): DeclarationRow => {
  const { name, contract, reason } = row.fields;
  return {
    ...row,
    fields: {
      ...{ ...row.fields, name: withoutLinks(name), contract: withoutLinks(contract) },
      reason: withoutLinks(reason).slice(0, mostQuoted),
    },
  };
};
