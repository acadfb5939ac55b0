import type { AnswerOf, BodyOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import type { decideWelcomer, listWelcomers, OwnWelcoming, Welcomer } from '@unspoken/contract/welcoming';
import type { Accounts } from '../accounts/service.ts';
import type { CaseDependencies, Conduct } from '../moderation/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { isEligible, isOpen, isUnblemished, type MemberRecord, missingMinutes, outcomes } from './rules.ts';
import type { WelcomingRow, WelcomingStore } from './store.ts';

/** How long the answer to whether anybody is approved is used, ms. */
const freshFor = 5_000;
/** How many of those who ask, and of those who are approved, one list has at most. */
const shownAtMost = 10_000;
/** An approval is deleted so long before the ledger forgets why it does not count, ms. */
const beforeLedger = 30 * 24 * 3_600_000;

export interface WelcomingOptions {
  readonly store: WelcomingStore;
  readonly accounts: Pick<Accounts, 'transaction' | 'lock' | 'byIds'>;
  readonly conduct: Pick<Conduct, 'records'>;
  /** The ledger, which records every decision. */
  readonly ledger: Pick<CaseDependencies, 'append'>;
  readonly clock: Clock;
  /** Whether this installation has welcomers (`ADDITIONS`). */
  readonly isOffered: boolean;
  readonly completedMinutes: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly hasCompletedMinute: (accountId: string) => Promise<boolean>;
}

/** What an account is when the matchmaker looks for a welcomer for a newcomer. */
export interface Part {
  /** They have not completed a minute. */
  readonly isNew?: true;
  /** They are a welcomer. */
  readonly welcomes?: true;
}

const ledgerKinds = { approve: 'welcomer approved', decline: 'welcomer declined', end: 'welcomer ended' } as const;

/**
 * Welcomers: members whom the matchmaker prefers for newcomers. They ask, and an administrator approves. What moderation decides
 * later is not copied: whether an approval counts is read from the ledger whenever it is needed.
 */
export class Welcoming {
  readonly #options: WelcomingOptions;
  #anyApproved: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  constructor(options: WelcomingOptions) {
    this.#options = options;
  }

  /** Throws `not_found` where there are no welcomers. */
  async own(accountId: string): Promise<OwnWelcoming> {
    this.#requireOffered();
    const { store } = this.#options;
    const [row, minutes, record] = await Promise.all([
      store.of(accountId),
      this.#minutesOf(accountId),
      this.#recordOf(accountId),
    ]);
    return {
      missingMinutes: missingMinutes(minutes),
      isEligible: isEligible(minutes, record),
      request: row ? { state: row.state, since: row.changedAt.getTime(), reason: row.reason } : null,
    };
  }

  /** Throws `not_found`, and `forbidden` for a member who is not eligible. */
  async ask(accountId: string): Promise<OwnWelcoming> {
    this.#requireOffered();
    const { store } = this.#options;
    const mayAsk = await this.#isEligible(accountId);
    await this.#change(accountId, async (tx, row, now) => {
      if (row && isOpen(row.state)) return;
      if (!mayAsk) throw new AppError('forbidden');
      await store.ask(tx, accountId, now);
    });
    return this.own(accountId);
  }

  /** Withdraws what is undecided or approved; changes nothing else. Throws `not_found`. */
  async withdraw(accountId: string): Promise<OwnWelcoming> {
    this.#requireOffered();
    const { store } = this.#options;
    await this.#change(accountId, async (tx, row, now) => {
      if (row && isOpen(row.state)) await store.change(tx, accountId, { state: 'withdrawn', changedAt: now, decidedBy: null });
    });
    return this.own(accountId);
  }

  /** Who asks, and who is approved: the first so many of each. Throws `not_found`. */
  async list(me: string, first: number): Promise<AnswerOf<typeof listWelcomers>> {
    this.#requireOffered();
    const { store, accounts, conduct, completedMinutes } = this.#options;
    const limit = Math.min(first, shownAtMost);
    const both = [await store.inState('asked', limit + 1), await store.inState('approved', limit + 1)];
    const rows = both.flatMap((each) => each.slice(0, limit));
    const ids = rows.map(({ accountId }) => accountId);
    const [people, records, minutes] = await Promise.all([accounts.byIds(ids), conduct.records(ids), completedMinutes(ids)]);
    const welcomers = rows.flatMap(({ accountId, state, changedAt }): Welcomer[] => {
      const [account, record] = [people.get(accountId), records.get(accountId)];
      // Deleted since the rows were read.
      if (!account || !record || (state !== 'asked' && state !== 'approved')) return [];
      const completed = minutes.get(accountId) ?? 0;
      const person = { personID: accountId, name: account.name, memberSince: account.createdAt.getTime() };
      const request = { state, since: changedAt.getTime(), isOwn: accountId === me };
      return [{ ...person, ...request, completedMinutes: completed, isEligible: isEligible(completed, record) }];
    });
    return { welcomers, hasMore: both.some((each) => each.length > limit) };
  }

  /**
   * Approves or declines a request, or ends an approval. Throws `not_found` for an account without a request, `other_person_needed`
   * for one's own, and `case_changed` if it was withdrawn or decided, or the member is not eligible any more.
   */
  async decide(me: string, { personID, decision, reason }: BodyOf<typeof decideWelcomer>): Promise<void> {
    this.#requireOffered();
    const { store, ledger } = this.#options;
    if (personID === me) throw new AppError('other_person_needed');
    const { from, to } = outcomes[decision];
    // A report that is upheld after this was read makes the approval void: see `isWelcomer`.
    const isPossible = decision !== 'approve' || (await this.#isEligible(personID));
    await this.#change(personID, async (tx, row, changedAt) => {
      if (!row) throw new AppError('not_found');
      if (row.state !== from || !isPossible) throw new AppError('case_changed');
      await store.change(tx, personID, { state: to, changedAt, decidedBy: me, reason: decision === 'approve' ? '' : reason });
      await ledger.append(tx, { kind: ledgerKinds[decision], subject: personID, actor: me });
    });
  }

  // ---- For the matchmaker.

  /**
   * Whether the account is a welcomer, has not completed a minute, or neither (`{}`): two queries for most. Undefined if there are no
   * welcomers here: then nothing is read about the account. The first approval, and the end of the last one, take effect within five
   * seconds.
   */
  async partOf(accountId: string): Promise<Part | undefined> {
    if (!this.#options.isOffered || !(await this.#isAnyApproved())) return undefined;
    if (await this.isWelcomer(accountId)) return { welcomes: true };
    return (await this.#options.hasCompletedMinute(accountId)) ? {} : { isNew: true };
  }

  /** Whether the account is a welcomer at this moment. Completed minutes are never taken back, so they are not counted again. */
  async isWelcomer(accountId: string): Promise<boolean> {
    const { store, isOffered } = this.#options;
    if (!isOffered || (await store.of(accountId))?.state !== 'approved') return false;
    return isUnblemished(await this.#recordOf(accountId));
  }

  #isAnyApproved(): Promise<boolean> {
    const { clock, store } = this.#options;
    const at = clock.now();
    // The clock may be set back.
    if (this.#anyApproved && Math.abs(at - this.#anyApproved.at) < freshFor) return this.#anyApproved.answer;
    const asked = { at, answer: store.isAnyApproved() };
    this.#anyApproved = asked;
    asked.answer.catch(() => {
      if (this.#anyApproved === asked) this.#anyApproved = undefined;
    });
    return asked.answer;
  }

  // ---- Personal data.

  async export(accountId: string) {
    const row = await this.#options.store.of(accountId);
    if (!row) return {};
    const { state, askedAt, changedAt, reason } = row;
    return { welcoming: { state, askedAt, changedAt, reason } };
  }

  /**
   * Deletes what was declined, withdrawn or ended before an instant. The ledger forgets at the same age, so approvals of members
   * about whom a report was upheld are deleted a little earlier: otherwise they would count again without a decision.
   */
  async forget(before: Date): Promise<void> {
    const { store, conduct } = this.#options;
    await store.forget(before);
    const records = await conduct.records((await store.inState('approved')).map(({ accountId }) => accountId));
    const soonForgotten = before.getTime() + beforeLedger;
    const upheld = [...records].filter(([, { upheldAt }]) => upheldAt && upheldAt.getTime() < soonForgotten);
    if (upheld.length > 0) await store.removeApproved(upheld.map(([accountId]) => accountId));
  }

  async #isEligible(accountId: string): Promise<boolean> {
    const [minutes, record] = await Promise.all([this.#minutesOf(accountId), this.#recordOf(accountId)]);
    return isEligible(minutes, record);
  }

  async #minutesOf(accountId: string): Promise<number> {
    return (await this.#options.completedMinutes([accountId])).get(accountId) ?? 0;
  }

  async #recordOf(accountId: string): Promise<MemberRecord> {
    return (await this.#options.conduct.records([accountId])).get(accountId) as MemberRecord;
  }

  #requireOffered(): void {
    if (!this.#options.isOffered) throw new AppError('not_found');
  }

  /** One change of a request at a time; its account cannot be deleted meanwhile. Throws `not_found` for an account that was deleted. */
  #change(accountId: string, change: (tx: Database, row: WelcomingRow | undefined, now: Date) => Promise<void>): Promise<void> {
    const { store, accounts, clock } = this.#options;
    return accounts.transaction(async (tx) => {
      if (!(await accounts.lock(tx, accountId))) throw new AppError('not_found');
      await change(tx, await store.of(accountId, tx), new Date(clock.now()));
    });
  }
}
