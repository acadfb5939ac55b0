import { refusal } from '@unspoken/contract/access';
import type { BodyOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import { decideGathering, type HostedGathering } from '@unspoken/contract/gatherings';
import type { Account, Accounts } from '../accounts/service.ts';
import type { CaseDependencies } from '../moderation/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/routes.ts';
import type { MailKind } from '../platform/mail/templates.ts';
import { hostedViewOf } from './hosted-view.ts';
import type { ProposalStore } from './proposal-store.ts';
import { instantsOf } from './regular.ts';
import type { GatheringRow, GatheringStore } from './store.ts';

export interface GatheringDecisionsOptions {
  readonly store: ProposalStore;
  readonly gatherings: Pick<GatheringStore, 'byId' | 'lock' | 'registered'>;
  readonly accounts: Pick<Accounts, 'transaction' | 'byId' | 'lockAgainstDeletion' | 'write'>;
  /** The ledger, which records every act of an administrator. */
  readonly ledger: Pick<CaseDependencies, 'append'>;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly isInGoodStanding: (accountId: string) => Promise<boolean>;
  /** Called after the commit with what may be listed otherwise now. */
  readonly changed: () => Promise<void>;
}

type HostMail = Extract<MailKind, `gathering${'' | 'Change'}${'Approved' | 'Refused'}` | 'gatheringWithdrawn'>;

/**
 * What administrators decide about special gatherings. Each decision is one transaction: the gathering, the line of the ledger, and
 * the mail to the host. Everybody who has registered is mailed later, once for each revision: `Reminders`.
 */
export class GatheringDecisions {
  readonly #options: GatheringDecisionsOptions;
  constructor(options: GatheringDecisionsOptions) {
    this.#options = options;
  }

  /** What awaits a decision. Proposals of hosts who are held, suspended or banned wait until they are in good standing again. */
  async waiting(me: string): Promise<HostedGathering[]> {
    const { store, gatherings, clock } = this.#options;
    const rows = await store.undecided(new Date(clock.now()));
    const decidable = await Promise.all(rows.map((row) => this.#hasHostInGoodStanding(row)));
    const registered = await gatherings.registered(rows.map(({ id }) => id));
    return rows
      .filter((_, i) => decidable[i])
      .map((row) => hostedViewOf(row, { accountId: me, registered: registered.get(row.id) ?? 0 }));
  }

  /**
   * Approves or refuses what awaits a decision. Throws `gathering_not_found`, `gathering_over` once it has begun, `other_person_needed`
   * for one's own, and `case_changed` if somebody else has decided, or the host has changed it since it was seen.
   */
  async decide(me: string, { gatheringID, decision, reason, seen }: BodyOf<typeof decideGathering>): Promise<void> {
    const { store, gatherings, ledger } = this.#options;
    const found = await gatherings.byId(gatheringID);
    if (!found || !(await this.#hasHostInGoodStanding(found))) throw new AppError('gathering_not_found');
    await this.#change(gatheringID, async (tx, row, host) => {
      if (row.host === me) throw new AppError('other_person_needed');
      const now = this.#now();
      if (row.state === 'cancelled' || row.startsAt <= now) throw new AppError('gathering_over');
      const isChange = row.state === 'approved' && row.pending !== null;
      const hasMoved = seen !== undefined && seen !== row.changedAt.getTime();
      if ((row.state !== 'proposed' && !isChange) || hasMoved) throw new AppError('case_changed');
      const isApproved = decision === 'approve';
      const outcome = isChange ? this.#changed(row, isApproved) : ({ state: isApproved ? 'approved' : 'refused' } as const);
      const after = await store.change(tx, row.id, { ...outcome, decidedBy: me, decidedAt: now, changedAt: now, reason });
      const kind = isApproved ? 'gathering approved' : 'gathering refused';
      await ledger.append(tx, { kind, subject: row.host, actor: me, code: row.id });
      const mail = `gathering${isChange ? 'Change' : ''}${isApproved ? 'Approved' : 'Refused'}` as const;
      await this.#write(tx, host, mail, { title: after.name, reason });
    });
  }

  /**
   * Cancels one's own gathering, or as an administrator any special one; again changes nothing. Throws `gathering_not_found`,
   * `gathering_over`, and what an administrator lacks to decide.
   */
  async cancel(caller: Caller, gatheringID: string): Promise<void> {
    const { store, ledger } = this.#options;
    const { accountId: me } = caller;
    await this.#change(gatheringID, async (tx, row, host) => {
      const isHost = row.host === me;
      const denial = isHost ? undefined : refusal(decideGathering, caller);
      if (denial) throw new AppError(denial === 'role_needed' ? 'gathering_not_found' : denial);
      if (row.state === 'cancelled') return;
      const now = this.#now();
      if (row.endsAt <= now) throw new AppError('gathering_over');
      const cancelled = { state: 'cancelled', pending: null, changedAt: now, revision: row.revision + 1 } as const;
      await store.change(tx, row.id, cancelled);
      if (isHost) return;
      await ledger.append(tx, { kind: 'gathering cancelled', subject: row.host, actor: me, code: row.id });
      await this.#write(tx, host, 'gatheringWithdrawn', { title: row.name });
    });
  }

  /** The outcome of a change: the approved values, and a new revision if the gathering moves; or as it was. */
  #changed({ pending, startsAt, endsAt, revision }: GatheringRow, isApproved: boolean): Partial<GatheringRow> {
    if (!isApproved || !pending) return { pending: null };
    const { length: lengthMs, ...values } = pending;
    const instants = instantsOf(pending);
    if (instants.startsAt <= this.#now()) throw new AppError('gathering_over');
    const isMoved = instants.startsAt.getTime() !== startsAt.getTime() || instants.endsAt.getTime() !== endsAt.getTime();
    return { ...values, ...instants, lengthMs, pending: null, ...(isMoved && { revision: revision + 1 }) };
  }

  /** Changes a special gathering, which is locked meanwhile, as its host is against deletion. Throws `gathering_not_found`. */
  async #change(id: string, run: (tx: Database, row: GatheringRow, host: Account | undefined) => Promise<void>): Promise<void> {
    const { gatherings, accounts, changed } = this.#options;
    // A host stays the same until their account is deleted. It is locked before the gathering, as everywhere.
    const accountId = (await gatherings.byId(id))?.host ?? undefined;
    await accounts.transaction(async (tx) => {
      if (accountId !== undefined) await accounts.lockAgainstDeletion(tx, [accountId]);
      const row = await gatherings.lock(tx, id);
      if (!row || row.isRegular) throw new AppError('gathering_not_found');
      await run(tx, row, row.host === null ? undefined : await accounts.byId(row.host, tx));
    });
    await changed();
  }

  async #hasHostInGoodStanding({ host }: GatheringRow): Promise<boolean> {
    return host !== null && (await this.#options.isInGoodStanding(host));
  }

  async #write(tx: Database, host: Account | undefined, kind: HostMail, values: Record<string, string>): Promise<void> {
    const { accounts, publicUrl } = this.#options;
    if (host) await accounts.write(tx, host, { kind, values, link: `${publicUrl}/host` });
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }
}
