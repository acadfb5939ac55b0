import type { ReportReason } from '@unspoken/contract/moderation';
import type { Database } from '../platform/database/database.ts';
import type { CaseParts } from './parts.ts';
import { doubtWindow, holdCause, holdLife, networkOf, rankOf, standingOf, type Voice } from './rules.ts';
import { postStatement } from './statements.ts';

/** A report as it comes in. */
export interface Incoming {
  readonly reportId: string;
  readonly reported: string;
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

  /** The case a report becomes part of. Until the transaction ends nobody else adds to it. */
  async open(tx: Database, { reportId, reported, reasons, address }: Incoming): Promise<string> {
    const { store, chance, keys } = this.#parts;
    const at = this.#parts.now();
    const { id } = await store.forReports(tx, { id: chance.id(), subject: reported, openedAt: at });
    await store.raise(tx, id, rankOf(reasons));
    if (address !== undefined) await store.noteOrigin(tx, { reportId, network: keys.hash('network', networkOf(address)), at });
    return id;
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
    return reports.map(({ reporter, reasons, at, network }) => ({
      ...(records.get(reporter) ?? { upheld: 0, dismissed: 0 }),
      reportedAt: at.getTime(),
      reasons,
      memberSince: people.get(reporter)?.createdAt.getTime(),
      network: network ?? undefined,
    }));
  }
}
