import { AppError } from '@unspoken/contract/errors';
import type { applyBody } from '@unspoken/contract/waiting-list';
import type * as z from 'zod/mini';
import type { Account, Accounts, RecordAction } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { claimDuration } from './rules.ts';
import type { Application, WaitingListStore } from './store.ts';

export interface WaitingListOptions {
  readonly store: WaitingListStore;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** The questionnaire of the waiting list, and the decisions on its answers. The account holds the stage that follows from them. */
export class WaitingList {
  readonly #options: WaitingListOptions;
  constructor(options: WaitingListOptions) {
    this.#options = options;
  }

  /** Stores the questionnaire. Throws `info_already_sent`, or `forbidden` for an account that is not on the waiting list. */
  async apply(accountId: string, { motivation, reference, explanation = '' }: z.output<typeof applyBody>): Promise<Account> {
    const { store, accounts, clock } = this.#options;
    const isStored = await accounts.transaction(async (tx) => {
      if (!(await accounts.moveStage(tx, accountId, ['sentCredentials'], 'sentInfo'))) return false;
      await store.add(tx, { accountId, motivation, reference, explanation, submittedAt: new Date(clock.now()) });
      return true;
    });
    const account = await accounts.known(accountId);
    if (!isStored) throw new AppError(account.registeringStage === null ? 'forbidden' : 'info_already_sent');
    return account;
  }

  /** The accounts that await a decision, longest waiting first, each with the administrator who has claimed it. */
  async waiting(): Promise<{ account: Account; application: Application; claimedBy: string | null }[]> {
    const { store, accounts } = this.#options;
    const applications = await store.undecided();
    const applicants = await accounts.byIds(applications.map(({ accountId }) => accountId));
    return applications.flatMap((application) => {
      const account = applicants.get(application.accountId);
      // A role admits an account without a decision on its application.
      if (account?.registeringStage !== 'sentInfo') return [];
      return [{ account, application, claimedBy: this.#claimantOf(application) }];
    });
  }

  /** Claims an application for an hour. Throws `case_taken`. */
  async claim(accountId: string, by: string, note: RecordAction): Promise<void> {
    const { store, accounts, clock } = this.#options;
    await accounts.transaction(async (tx) => {
      const isClaimed =
        (await this.#lockApplicant(tx, accountId)) &&
        (await store.claim(tx, accountId, by, new Date(clock.now()), this.#staleClaims()));
      if (!isClaimed) throw new AppError('case_taken');
      await note(tx);
    });
  }

  /** Throws `case_taken` unless `by` has claimed this application less than an hour ago. */
  async requireClaim(tx: Database, accountId: string, by: string): Promise<void> {
    const found = await this.#options.store.application(accountId, tx);
    if (!found || this.#claimantOf(found) !== by) throw new AppError('case_taken');
  }

  /**
   * Admits an account and notifies its owner by mail. `by` is who decided; `note` records the decision in the same
   * transaction. Throws `not_found` for an account that is not waiting.
   */
  approve(accountId: string, by: string, note: RecordAction): Promise<void> {
    return this.#decide(accountId, by, null, note);
  }

  /** Declines, with a reason that is mailed to the owner. Throws `not_found` for an account that is not waiting. */
  decline(accountId: string, by: string, reason: string, note: RecordAction): Promise<void> {
    return this.#decide(accountId, by, reason, note);
  }

  /** Mails an applicant a question, which they answer by mail; they stay on the waiting list. Throws `not_found`. */
  async ask(accountId: string, question: string, note: RecordAction): Promise<void> {
    const { store, accounts, clock } = this.#options;
    await accounts.transaction(async (tx) => {
      const account = await this.#lockApplicant(tx, accountId);
      if (!account) throw new AppError('not_found');
      await store.noteAsked(tx, accountId, new Date(clock.now()));
      await note(tx);
      await accounts.write(tx, account, { kind: 'asked', values: { question } });
    });
  }

  /** The personal data that this domain stores about the owner of an account; it goes with the account, by cascade. */
  async export(accountId: string): Promise<Record<string, unknown>> {
    const found = await this.#options.store.application(accountId);
    if (!found) return {};
    const { motivation, reference, explanation, submittedAt, decision, reason, decidedAt, askedAt } = found;
    return { waitingList: { motivation, reference, explanation, submittedAt, decision, reason, decidedAt, askedAt } };
  }

  async #decide(accountId: string, decidedBy: string, reason: string | null, note: RecordAction): Promise<void> {
    const { store, accounts, clock, publicUrl } = this.#options;
    const isApproved = reason === null;
    const decision = isApproved ? 'approved' : 'declined';
    await accounts.transaction(async (tx) => {
      const stage = isApproved ? null : 'declined';
      const account = await accounts.moveStage(tx, accountId, ['sentCredentials', 'sentInfo'], stage);
      if (!account) throw new AppError('not_found');
      await store.decide(tx, accountId, { decision, reason, decidedBy, decidedAt: new Date(clock.now()) });
      await note(tx);
      await accounts.write(
        tx,
        account,
        isApproved ? { kind: 'approved', link: publicUrl } : { kind: 'declined', values: { reason } },
      );
    });
  }

  /** The account, locked, if it awaits a decision. */
  async #lockApplicant(tx: Database, accountId: string): Promise<Account | undefined> {
    const account = await this.#options.accounts.lock(tx, accountId);
    return account?.registeringStage === 'sentInfo' ? account : undefined;
  }

  /** Who has claimed an application; null if nobody has in the last hour. */
  #claimantOf({ claimedBy, claimedAt }: Application): string | null {
    return claimedAt && claimedAt > this.#staleClaims() ? claimedBy : null;
  }

  #staleClaims(): Date {
    return new Date(this.#options.clock.now() - claimDuration);
  }
}
