import { type CaseDetails, type CaseEntry, holdCauses } from '@unspoken/contract/cases';
import { AppError } from '@unspoken/contract/errors';
import { houseRules } from '@unspoken/contract/standing';
import type { Database } from '../platform/database/database.ts';
import type { Act, Case } from './case-store.ts';
import type { CaseDependencies, KnownEncounter } from './dependencies.ts';
import { claimDuration, fewestVeils, heldBackRank, veilsCountedFor } from './rules.ts';

/** The moderators' queue: listing, claiming and releasing cases, notes, and the details of a case. */
export class Cases {
  readonly #dependencies: CaseDependencies;
  constructor(dependencies: CaseDependencies) {
    this.#dependencies = dependencies;
  }

  /** The open cases as a moderator sees them, in order of urgency. */
  async queue(me: string): Promise<CaseEntry[]> {
    const { store } = this.#dependencies;
    // Moderators must not see cases about themselves.
    const open = (await store.queue()).filter(({ subject }) => subject !== me);
    const [counts, standings] = await Promise.all([
      store.reportCounts(open.map(({ id }) => id)),
      this.#dependencies.standings([...new Set(open.flatMap(({ subject }) => subject ?? []))]),
    ]);
    const entries = open.map((row) =>
      this.#entry(row, me, {
        reports: counts.get(row.id) ?? 0,
        held: standings.get(row.subject ?? '')?.conduct === 'held',
        proposed: standings.get(row.subject ?? '')?.proposedIn === row.id,
      }),
    );
    // First cases with a report that is held back, then those whose person is on hold and waits for the decision.
    const urgency = ({ rank, held }: CaseEntry) => (rank >= heldBackRank ? 2 : Number(held));
    return entries.sort((one, other) => urgency(other) - urgency(one));
  }

  /**
   * Claims this case, or the first that the caller may decide; null if there is none. Throws `case_taken`,
   * `other_person_needed`, `not_found`.
   */
  async claim(me: string, caseId: string | undefined): Promise<string | null> {
    if (caseId !== undefined) {
      const row = await this.find(caseId, me);
      if (await this.needsAnotherModerator(row, me)) throw new AppError('other_person_needed');
      if (!(await this.#tryClaim(me, row))) throw new AppError('case_taken');
      return caseId;
    }
    for (const { caseID, state } of await this.queue(me)) {
      if (state !== 'free' && state !== 'secondNeeded') continue;
      const row = await this.#dependencies.store.find(caseID);
      if (row && !(await this.needsAnotherModerator(row, me)) && (await this.#tryClaim(me, row))) return caseID;
    }
    return null;
  }

  async release(me: string, caseId: string): Promise<void> {
    const row = await this.find(caseId, me);
    await this.#dependencies.store.transaction(async (tx) => {
      if (!(await this.#dependencies.store.release(tx, caseId, me))) throw new AppError('case_taken');
      await this.#dependencies.append(tx, { kind: 'released', subject: row.subject, actor: me, caseId });
    });
  }

  async note(me: string, caseId: string, words: string): Promise<void> {
    const row = await this.find(caseId, me);
    await this.#dependencies.store.transaction(async (tx) => {
      await this.#dependencies.store.renewClaim(tx, caseId, me, this.#dependencies.now());
      await this.#dependencies.append(tx, { kind: 'noted', subject: row.subject, actor: me, caseId }, words);
    });
  }

  /** The details of a case; each look is recorded in the ledger. Throws `not_found`. */
  async details(me: string, caseId: string): Promise<CaseDetails> {
    const { store } = this.#dependencies;
    const row = await this.find(caseId, me);
    await store.transaction(async (tx) => {
      await store.renewClaim(tx, caseId, me, this.#dependencies.now());
      await this.#dependencies.append(tx, { kind: 'looked', subject: row.subject, actor: me, caseId });
    });
    // An appeal shows the reports of the case whose decision is appealed.
    const about = row.kind === 'appeal' ? await this.#appealedCase(row) : row;
    const encounters = row.subject === null ? [] : await this.#dependencies.encounters(row.subject);
    const [acts, records, notice, person] = await Promise.all([
      store.ofCases([...new Set([caseId, about.id])]),
      this.#records(about, encounters),
      store.notice(caseId),
      row.subject === null ? null : this.#person(row.subject, encounters.length),
    ]);
    const standing = row.subject === null ? undefined : await this.#dependencies.standing(row.subject);
    const proposed = standing?.proposedIn === caseId;
    const appealed = acts.find((each) => each.kind === 'appealed' && each.caseId === caseId);
    const reports = records.length;
    return {
      ...this.#entry(row, me, { reports, held: person?.conduct === 'held', proposed }),
      person,
      records,
      words: appealed?.words ?? notice?.words ?? null,
      history: await this.#history(acts),
      banProposed: proposed,
      otherPersonNeeded: await this.needsAnotherModerator(row, me),
    };
  }

  /** The case, unless it is about the caller. Throws `not_found`. */
  async find(caseId: string, me: string): Promise<Case> {
    const row = await this.#dependencies.store.find(caseId);
    if (!row || row.subject === me) throw new AppError('not_found');
    return row;
  }

  /**
   * Whether another moderator has to decide: nobody decides a ban that they proposed, an appeal against their own decision,
   * or a case in which they reported.
   */
  async needsAnotherModerator(row: Case, me: string): Promise<boolean> {
    const about = row.kind === 'appeal' ? await this.#appealedCase(row) : row;
    const acts = await this.#dependencies.store.ofCases([about.id]);
    const deciding = row.kind === 'appeal' ? ['warned', 'suspended', 'ban proposed', 'banned'] : ['ban proposed'];
    const reports = await this.#dependencies.store.reportsOf(about.id);
    return (
      acts.some(({ kind, actor }) => deciding.includes(kind) && actor === me) || reports.some(({ reporter }) => reporter === me)
    );
  }

  /** The case of the appealed decision; the appeal itself if that case no longer exists. */
  async #appealedCase(row: Case): Promise<Case> {
    const line = row.appealed === null ? undefined : await this.#dependencies.store.byId(row.appealed);
    return (line?.caseId && (await this.#dependencies.store.find(line.caseId))) || row;
  }

  async #tryClaim(me: string, { id, subject }: Case): Promise<boolean> {
    const { store, clock } = this.#dependencies;
    const stale = new Date(clock.now() - claimDuration);
    return store.transaction(async (tx: Database) => {
      if (!(await store.claim(tx, id, me, this.#dependencies.now(), stale))) return false;
      await this.#dependencies.append(tx, { kind: 'claimed', subject, actor: me, caseId: id });
      return true;
    });
  }

  #entry(row: Case, me: string, more: { reports: number; held: boolean; proposed: boolean }): CaseEntry {
    const { id, kind, openedAt, rank } = row;
    const { reports, held, proposed } = more;
    return {
      caseID: id,
      kind: kind as CaseEntry['kind'],
      state: this.#state(row, me, proposed),
      openedAt: openedAt.getTime(),
      rank,
      reports,
      held,
    };
  }

  #state({ closedAt, claimedBy, claimedAt }: Case, me: string, proposed: boolean): CaseEntry['state'] {
    if (closedAt) return 'closed';
    if (claimedBy === me) return 'mine';
    const stale = claimedAt !== null && this.#dependencies.clock.now() - claimedAt.getTime() >= claimDuration;
    if (claimedBy !== null && !stale) return 'taken';
    return proposed ? 'secondNeeded' : 'free';
  }

  /** The reports of a case; reporters have pseudonyms in the order of their first reports. */
  async #records({ id }: Case, encounters: readonly KnownEncounter[]): Promise<CaseDetails['records']> {
    const { store } = this.#dependencies;
    const reports = await store.reportsOf(id);
    const reporters = [...new Set(reports.map(({ reporter }) => reporter))];
    const reporterRecords = await store.recordsOf(reporters);
    return reports.map(({ reporter, at, reasons, explanation, roomID, heldBack }) => {
      const encounter = encounters.find((each) => each.roomID === roomID);
      return {
        reporter: pseudonym(reporters.indexOf(reporter)),
        at: at.getTime(),
        reasons,
        explanation: explanation ?? '',
        heldBack,
        ...(reporterRecords.get(reporter) ?? { upheld: 0, dismissed: 0 }),
        encounter: encounter
          ? {
              pairedAt: encounter.pairedAt,
              connectedAt: encounter.connectedAt ?? null,
              duration: encounter.duration,
              endReason: encounter.endReason ?? null,
            }
          : null,
      };
    });
  }

  async #person(subject: string, encounters: number): Promise<CaseDetails['person']> {
    const { accounts, clock, veiledBy } = this.#dependencies;
    const [account, { conduct, until }, veiled] = await Promise.all([
      accounts.byId(subject),
      this.#dependencies.standing(subject),
      veiledBy(subject, clock.now() - veilsCountedFor),
    ]);
    return {
      memberSince: account?.createdAt.getTime() ?? null,
      conduct,
      until,
      encounters,
      veiledBy: veiled >= fewestVeils ? veiled : 0,
    };
  }

  /** The ledger lines of a case, with the names of the moderators. */
  async #history(acts: readonly Act[]): Promise<CaseDetails['history']> {
    const people = await this.#dependencies.accounts.byIds(
      acts.flatMap(({ actor, subject }) => (actor === subject ? [] : (actor ?? []))),
    );
    return acts.map(({ at, kind, actor, until, code, words }) => ({
      at: at.getTime(),
      kind,
      by: people.get(actor ?? '')?.name ?? null,
      until: until?.getTime() ?? null,
      reason: reasonOf(code),
      words,
    }));
  }
}

const reasons = [...houseRules, ...holdCauses] as const;
/** The rule or the cause that a line cites; the codes of other lines are ids, or mean nothing to a reader. */
const reasonOf = (code: string | null) => reasons.find((each) => each === code) ?? null;

/** A, B, … Z, A2, B2, …: stands for a reporter's name. */
const pseudonym = (index: number): string =>
  `${String.fromCharCode(65 + (index % 26))}${index < 26 ? '' : Math.floor(index / 26) + 1}`;
