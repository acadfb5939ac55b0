import { AppError } from '@unspoken/contract/errors';
import { fieldTexts } from '@unspoken/contract/fields';
import { gatheringLimits, type HostedGathering } from '@unspoken/contract/gatherings';
import type { Account, Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import { hostedViewOf, valuesOf } from './hosted-view.ts';
import type { ProposalStore } from './proposal-store.ts';
import { isSame, type Proposal, type ProposalBody, proposalOf } from './rules-of-proposals.ts';
import type { GatheringRow, GatheringStore } from './store.ts';

export interface ProposalsOptions {
  readonly store: ProposalStore;
  readonly gatherings: Pick<GatheringStore, 'lock' | 'registered' | 'registration' | 'ofAccount'>;
  readonly accounts: Pick<Accounts, 'transaction' | 'lock' | 'known'>;
  readonly clock: Clock;
  readonly random: Random;
  /** How many minutes an account has completed. */
  readonly completedMinutes: (accountId: string) => Promise<number>;
  readonly isInGoodStanding: (accountId: string) => Promise<boolean>;
  /** Called after the commit with what may be listed otherwise now. */
  readonly changed: () => Promise<void>;
}

/** What members propose, and how they change what they host. Administrators decide about it: `GatheringDecisions`. */
export class Proposals {
  readonly #options: ProposalsOptions;
  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  /** Throws `validation_failed` unless this could be proposed now. */
  check(body: ProposalBody): void {
    proposalOf(body, this.#options.clock.now());
  }

  /** Throws `minutes_needed`, `account_held`, `too_many_proposals` and `validation_failed`. */
  async propose(accountId: string, body: ProposalBody): Promise<HostedGathering> {
    const { store, accounts, clock } = this.#options;
    const denial = await this.#denialReason(await accounts.known(accountId));
    if (denial) throw new AppError(denial);
    const proposal = proposalOf(body, clock.now());
    const row = await this.#inTransaction(accountId, async (tx, now) => {
      await this.#requirePlace(tx, accountId, now);
      return store.add(tx, {
        ...{ id: `special-${this.#hex(8)}`, isRegular: false, host: accountId, state: 'proposed', revision: 0, createdAt: now },
        ...{ capacity: gatheringLimits.capacity, changedAt: now, ...this.#columnsOf(proposal, body, null) },
      });
    });
    return this.#view(row, accountId);
  }

  /**
   * Changes one's own gathering, at once or, if it is approved, once the change is. Throws `gathering_not_found`, `gathering_over`,
   * `too_many_proposals` and `validation_failed`.
   */
  async edit(accountId: string, id: string, body: ProposalBody): Promise<HostedGathering> {
    const { store, gatherings, changed } = this.#options;
    const row = await this.#inTransaction(accountId, async (tx, now) => {
      const before = await gatherings.lock(tx, id);
      if (before?.host !== accountId) throw new AppError('gathering_not_found');
      const hasBegun = before.state === 'approved' && before.startsAt <= now;
      if (before.state === 'cancelled' || hasBegun) throw new AppError('gathering_over');
      if (before.state === 'approved') return store.change(tx, id, { ...this.#changeOf(before, body, now), changedAt: now });
      if (before.state === 'refused' || before.startsAt <= now) await this.#requirePlace(tx, accountId, now);
      const proposal = proposalOf(body, now.getTime());
      const columns = this.#columnsOf(proposal, body, before.groupId);
      return store.change(tx, id, { ...columns, state: 'proposed', changedAt: now });
    });
    await changed();
    return this.#view(row, accountId);
  }

  async hosted(accountId: string): Promise<{ gatherings: HostedGathering[]; mayPropose: boolean }> {
    const { store, gatherings, accounts } = this.#options;
    const [rows, account] = await Promise.all([store.hostedBy(accountId), accounts.known(accountId)]);
    const [registered, own, denial] = await Promise.all([
      gatherings.registered(rows.map(({ id }) => id)),
      gatherings.ofAccount(accountId, new Date(0)),
      this.#denialReason(account),
    ]);
    const registrations = new Map(own.map(({ registration }) => [registration.gatheringId, registration]));
    const views = rows.map((row) =>
      hostedViewOf(row, { accountId, registered: registered.get(row.id) ?? 0, registration: registrations.get(row.id) }),
    );
    return { gatherings: views, mayPropose: denial === undefined };
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const rows = await this.#options.store.hostedBy(accountId);
    const hostedGatherings = rows.map((row) => ({
      ...{ gatheringID: row.id, ...valuesOf(row), startsAt: row.startsAt, endsAt: row.endsAt, listed: row.listed },
      ...{ state: row.state, pending: row.pending, reason: row.reason, createdAt: row.createdAt, decidedAt: row.decidedAt },
    }));
    return { hostedGatherings };
  }

  /**
   * What has not begun is cancelled, because nobody answers for it any more; everybody who has registered is mailed. What nobody has
   * registered for is deleted. Of the rest the name and the time stay, which those who have registered know, without the host.
   */
  async erase(tx: Database, { accountId }: { accountId: string }): Promise<() => Promise<void>> {
    const { store, clock, changed } = this.#options;
    await store.cancelAhead(tx, accountId, new Date(clock.now()));
    await store.eraseHost(tx, accountId);
    return changed;
  }

  /** Cancels what a person hosts who is banned, and with it what they have proposed. What runs already ends as planned. */
  async cancelAhead(accountId: string): Promise<void> {
    const { store, accounts, clock, changed } = this.#options;
    const cancelled = await accounts.transaction((tx) => store.cancelAhead(tx, accountId, new Date(clock.now())));
    if (cancelled.length > 0) await changed();
  }

  /** Why an account may not propose; undefined if it may. Source: requirements/gatherings 7.1. */
  async #denialReason({ id, role }: Account): Promise<'minutes_needed' | 'account_held' | undefined> {
    const { completedMinutes, isInGoodStanding } = this.#options;
    if (role === 'facilitator' || role === 'admin') return undefined;
    // Suspended and banned accounts do not come this far.
    if (!(await isInGoodStanding(id))) return 'account_held';
    return (await completedMinutes(id)) < gatheringLimits.minutesToPropose ? 'minutes_needed' : undefined;
  }

  /** What a change to an approved gathering leaves to decide about; none if it is as it was. */
  #changeOf(before: GatheringRow, body: ProposalBody, now: Date): Pick<GatheringRow, 'pending'> {
    // Who can find it, and where people meet, was promised to those who have registered.
    const fixed = { isPrivate: before.groupId !== null, listed: before.listed };
    for (const field of ['isPrivate', 'listed'] as const)
      if (body[field] !== fixed[field]) throw new AppError('validation_failed', { [field]: fieldTexts.invalid });
    const stays = (startsAt: Date) => startsAt.getTime() === before.startsAt.getTime();
    const { values } = proposalOf(body, now.getTime(), stays);
    return { pending: isSame(values, valuesOf(before)) ? null : values };
  }

  /** Throws `too_many_proposals` unless one more can await a decision. */
  async #requirePlace(tx: Database, accountId: string, now: Date): Promise<void> {
    if ((await this.#options.store.undecidedOf(tx, accountId, now)) >= gatheringLimits.undecided)
      throw new AppError('too_many_proposals');
  }

  #columnsOf(
    { values: { length: lengthMs, ...values }, startsAt, endsAt }: Proposal,
    body: ProposalBody,
    groupId: string | null,
  ) {
    const { isPrivate, listed } = body;
    return { ...values, lengthMs, startsAt, endsAt, listed, groupId: isPrivate ? (groupId ?? this.#hex(16)) : null };
  }

  #hex(bytes: number): string {
    return Buffer.from(this.#options.random.secret(bytes), 'base64url').toString('hex');
  }

  /** The account is locked: what it does at the same time waits, and it cannot be deleted meanwhile. */
  #inTransaction<T>(accountId: string, run: (tx: Database, now: Date) => Promise<T>): Promise<T> {
    const { accounts, clock } = this.#options;
    return accounts.transaction(async (tx) => {
      if (!(await accounts.lock(tx, accountId))) throw new AppError('sign_in_required');
      return run(tx, new Date(clock.now()));
    });
  }

  async #view(row: GatheringRow, accountId: string): Promise<HostedGathering> {
    const { gatherings } = this.#options;
    const [registered, registration] = await Promise.all([
      gatherings.registered([row.id]),
      gatherings.registration(row.id, accountId),
    ]);
    return hostedViewOf(row, { accountId, registered: registered.get(row.id) ?? 0, registration });
  }
}
