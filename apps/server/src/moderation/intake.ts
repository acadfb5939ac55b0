import type { HeldBack } from '@unspoken/contract/cases';
import type { ReportReason } from '@unspoken/contract/reports';
import { rightsOf } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { CaseDependencies } from './dependencies.ts';
import {
  dismissalWindow,
  heldBackBecause,
  heldBackRank,
  holdCause,
  holdDuration,
  isAlerting,
  networkOf,
  type Reporter,
  rankOf,
  standingOf,
  type WeighedReport,
} from './rules.ts';
import { postStatement } from './statements.ts';

/** A new report, before it is stored. */
export interface IncomingReport {
  readonly reportId: string;
  readonly reporter: string;
  readonly reported: string;
  /** Whether the other side of the same room has reported already. */
  readonly reportedFirst: boolean;
  readonly reasons: readonly ReportReason[];
  /** The network address of the reporter, in the form in which limits count addresses. */
  readonly address: string | undefined;
}

/** Processes a new report: it opens or joins a case, and may hold the reported person. */
export class Intake {
  readonly #dependencies: CaseDependencies;
  constructor(dependencies: CaseDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Opens a case for a report, or finds the open one; the case is locked until the transaction ends. `heldBack` is the
   * reason why only people act on the report; the moderators may then be alerted, once for each case.
   */
  async open(tx: Database, incoming: IncomingReport): Promise<{ caseId: string; heldBack: HeldBack | null }> {
    const { store, random, keys } = this.#dependencies;
    const { reportId, reporter, reported, reasons, address } = incoming;
    const at = this.#dependencies.now();
    const heldBack = heldBackBecause(incoming, await this.#reporter(tx, reporter), at.getTime());
    const isFirst = isAlerting(heldBack, reasons);
    const { id, rank } = await store.forReports(tx, { id: random.id(), subject: reported, openedAt: at });
    await store.raise(tx, id, isFirst ? heldBackRank : rankOf(reasons));
    if (isFirst && rank < heldBackRank) await this.#alert(tx, [reporter, reported]);
    if (address !== undefined) await store.noteOrigin(tx, { reportId, network: keys.hash('network', networkOf(address)), at });
    return { caseId: id, heldBack };
  }

  async #reporter(tx: Database, id: string): Promise<Reporter | undefined> {
    const { store, accounts, clock, isWithinDay } = this.#dependencies;
    const account = await accounts.byId(id, tx);
    if (!account) return undefined;
    const { guest, verified, admitted } = rightsOf(account);
    const { conduct } = standingOf(await store.deciding([id], tx), clock.now());
    return {
      guest,
      admitted: verified && admitted,
      conduct,
      memberSince: account.createdAt.getTime(),
      isWithinDay: await isWithinDay(id),
    };
  }

  /** Mails everybody who moderates, except the two people of the encounter. The mail names nobody. */
  async #alert(tx: Database, involved: readonly string[]): Promise<void> {
    const { accounts, publicUrl, alerted: alarmed } = this.#dependencies;
    for (const account of await accounts.moderators(tx))
      if (!involved.includes(account.id)) await accounts.write(tx, account, { kind: 'urgentCase', link: `${publicUrl}/admin` });
    alarmed?.();
  }

  /** Holds the reported person if the reports of the case weigh enough; returns whether it did. At most one hold in a case. */
  async weigh(tx: Database, caseId: string, reported: string): Promise<boolean> {
    const { store, clock, accounts } = this.#dependencies;
    const now = clock.now();
    const acts = await store.deciding([reported], tx);
    if (standingOf(acts, now).conduct !== 'good') return false;
    if (acts.some((each) => each.kind === 'held' && each.caseId === caseId)) return false;
    const dismissed = acts.filter(({ kind, at }) => kind === 'dismissed' && now - at.getTime() < dismissalWindow).length;
    const cause = holdCause(await this.#voices(tx, caseId), dismissed, now);
    if (!cause) return false;
    const until = new Date(now + holdDuration);
    await this.#dependencies.append(tx, { kind: 'held', subject: reported, caseId, until, code: cause });
    const account = await accounts.byId(reported, tx);
    if (account && account.role !== 'experienceGuest')
      await postStatement(tx, account, { kind: 'held', until, facts: '' }, this.#dependencies);
    return true;
  }

  async #voices(tx: Database, caseId: string): Promise<WeighedReport[]> {
    const { store, accounts } = this.#dependencies;
    const reports = await store.reportsOf(caseId, tx);
    const reporters = [...new Set(reports.map(({ reporter }) => reporter))];
    const records = await store.recordsOf(reporters, tx);
    const people = await accounts.byIds(reporters, tx);
    return reports.map(({ reporter, reasons, at, network, heldBack }) => ({
      ...(records.get(reporter) ?? { upheld: 0, dismissed: 0 }),
      reportedAt: at.getTime(),
      reasons,
      memberSince: people.get(reporter)?.createdAt.getTime(),
      network: network ?? undefined,
      heldBack: heldBack !== null,
    }));
  }
}
