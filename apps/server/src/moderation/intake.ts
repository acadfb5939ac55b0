import type { HeldBack } from '@unspoken/contract/cases';
import type { ReportReason } from '@unspoken/contract/moderation';
import { rightsOf } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { CaseParts } from './parts.ts';
import {
  doubtWindow,
  firstOfAll,
  heldBackBecause,
  holdCause,
  holdLife,
  networkOf,
  type Reporter,
  rankOf,
  standingOf,
  type Voice,
} from './rules.ts';
import { postStatement } from './statements.ts';

/** A report as it comes in. */
export interface Incoming {
  readonly reportId: string;
  readonly reporter: string;
  readonly reported: string;
  /** Whether the other side of the same room has reported before. */
  readonly reportedFirst: boolean;
  readonly reasons: readonly ReportReason[];
  /** Where it came from, as limits count addresses. */
  readonly address: string | undefined;
}

/** What happens with a report the moment it is made: it opens or joins a case, and the machine may hold somebody. */
export class Intake {
  readonly #parts: CaseParts;
  constructor(parts: CaseParts) {
    this.#parts = parts;
  }

  /**
   * The case a report becomes part of, and whether only people act on it; then they are alarmed, once for each case.
   * Until the transaction ends nobody else adds to the case.
   */
  async open(tx: Database, incoming: Incoming): Promise<{ caseId: string; heldBack: HeldBack | null }> {
    const { store, random, keys } = this.#parts;
    const { reportId, reporter, reported, reasons, address } = incoming;
    const at = this.#parts.now();
    const heldBack = heldBackBecause(incoming, await this.#reporter(tx, reporter), at.getTime());
    const { id, rank } = await store.forReports(tx, { id: random.id(), subject: reported, openedAt: at });
    await store.raise(tx, id, heldBack ? firstOfAll : rankOf(reasons));
    if (heldBack && rank < firstOfAll) await this.#alarm(tx, [reporter, reported]);
    if (address !== undefined) await store.noteOrigin(tx, { reportId, network: keys.hash('network', networkOf(address)), at });
    return { caseId: id, heldBack };
  }

  async #reporter(tx: Database, id: string): Promise<Reporter | undefined> {
    const { store, accounts, clock } = this.#parts;
    const account = await accounts.byId(id, tx);
    if (!account) return undefined;
    const { guest, verified, admitted } = rightsOf(account);
    const { conduct } = standingOf(await store.deciding([id], tx), clock.now());
    return { guest, settled: verified && admitted, conduct, memberSince: account.createdAt.getTime() };
  }

  /** Mails everybody who moderates, but for the two it is about. The mail names nobody. */
  async #alarm(tx: Database, two: readonly string[]): Promise<void> {
    const { accounts, letters, publicUrl, alarmed } = this.#parts;
    for (const account of await accounts.withDuty(tx))
      if (!two.includes(account.id))
        await letters.post(tx, accounts.letter(account, { kind: 'urgentCase', link: `${publicUrl}/admin` }));
    alarmed?.();
  }

  /** Holds the person if the reports of the case weigh enough; whether it did. At most one hold in a case. */
  async weigh(tx: Database, caseId: string, reported: string): Promise<boolean> {
    const { store, clock, accounts } = this.#parts;
    const now = clock.now();
    const acts = await store.deciding([reported], tx);
    if (standingOf(acts, now).conduct !== 'good') return false;
    if (acts.some((each) => each.kind === 'held' && each.caseId === caseId)) return false;
    const doubts = acts.filter(({ kind, at }) => kind === 'dismissed' && now - at.getTime() < doubtWindow).length;
    const cause = holdCause(await this.#voices(tx, caseId), doubts, now);
    if (!cause) return false;
    const until = new Date(now + holdLife);
    await this.#parts.append(tx, { kind: 'held', subject: reported, caseId, until, code: cause });
    const account = await accounts.byId(reported, tx);
    if (account && account.role !== 'experienceGuest')
      await postStatement(tx, account, { kind: 'held', until, facts: '' }, this.#parts);
    return true;
  }

  async #voices(tx: Database, caseId: string): Promise<Voice[]> {
    const { store, accounts } = this.#parts;
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
