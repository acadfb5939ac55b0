import type { CaseDetails, CaseEntry } from '@unspoken/contract/cases';
import { AppError } from '@unspoken/contract/errors';
import type { Database } from '../platform/database/database.ts';
import type { Act, Case } from './case-store.ts';
import type { CaseParts, KnownEncounter } from './parts.ts';
import { claimLife, firstOfAll } from './rules.ts';

/** What moderators see, and take: the queue, a case for oneself, everything that is known in it. */
export class Cases {
  readonly #parts: CaseParts;
  constructor(parts: CaseParts) {
    this.#parts = parts;
  }

  /** The open cases as somebody sees them, those to look at first before others. */
  async queue(me: string): Promise<CaseEntry[]> {
    const { store } = this.#parts;
    // Whoever is accused does not see from here that they are.
    const open = (await store.queue()).filter(({ subject }) => subject !== me);
    const [counts, standings] = await Promise.all([
      store.reportCounts(open.map(({ id }) => id)),
      this.#parts.standings([...new Set(open.flatMap(({ subject }) => subject ?? []))]),
    ]);
    const entries = open.map((row) =>
      this.#entry(row, me, {
        reports: counts.get(row.id) ?? 0,
        held: standings.get(row.subject ?? '')?.conduct === 'held',
        proposed: standings.get(row.subject ?? '')?.proposedIn === row.id,
      }),
    );
    // What the machine was not to act on is looked at first; then whoever cannot connect and waits for the decision.
    const urgency = ({ rank, held }: CaseEntry) => (rank >= firstOfAll ? 2 : Number(held));
    return entries.sort((one, other) => urgency(other) - urgency(one));
  }

  /** Takes a case, or the first that this person may decide. Throws `case_taken`, `other_person_needed`, `not_found`. */
  async claim(me: string, caseId: string | undefined): Promise<string | null> {
    if (caseId !== undefined) {
      const row = await this.known(caseId, me);
      if (await this.needsAnother(row, me)) throw new AppError('other_person_needed');
      if (!(await this.#take(me, row))) throw new AppError('case_taken');
      return caseId;
    }
    for (const { caseID, state } of await this.queue(me)) {
      if (state !== 'free' && state !== 'secondNeeded') continue;
      const row = await this.#parts.store.find(caseID);
      if (row && !(await this.needsAnother(row, me)) && (await this.#take(me, row))) return caseID;
    }
    return null;
  }

  async release(me: string, caseId: string): Promise<void> {
    const row = await this.known(caseId, me);
    await this.#parts.store.transaction(async (tx) => {
      if (!(await this.#parts.store.release(tx, caseId, me))) throw new AppError('case_taken');
      await this.#parts.append(tx, { kind: 'released', subject: row.subject, actor: me, caseId });
    });
  }

  async note(me: string, caseId: string, words: string): Promise<void> {
    const row = await this.known(caseId, me);
    await this.#parts.store.transaction(async (tx) => {
      await this.#parts.store.stay(tx, caseId, me, this.#parts.now());
      await this.#parts.append(tx, { kind: 'noted', subject: row.subject, actor: me, caseId }, words);
    });
  }

  /** Everything that is known; the look itself is a line of the ledger. Throws `not_found`. */
  async details(me: string, caseId: string): Promise<CaseDetails> {
    const { store } = this.#parts;
    const row = await this.known(caseId, me);
    await store.transaction(async (tx) => {
      await store.stay(tx, caseId, me, this.#parts.now());
      await this.#parts.append(tx, { kind: 'looked', subject: row.subject, actor: me, caseId });
    });
    // An appeal shows the case it is about.
    const about = row.kind === 'appeal' ? await this.#appealedCase(row) : row;
    const met = row.subject === null ? [] : await this.#parts.encounters(row.subject);
    const [acts, records, notice, person] = await Promise.all([
      store.ofCases([...new Set([caseId, about.id])]),
      this.#records(about, met),
      store.notice(caseId),
      row.subject === null ? null : this.#person(row.subject, met.length),
    ]);
    const standing = row.subject === null ? undefined : await this.#parts.standing(row.subject);
    const proposed = standing?.proposedIn === caseId;
    const appealed = acts.find(({ kind, caseId: of }) => kind === 'appealed' && of === caseId);
    const reports = records.length;
    return {
      ...this.#entry(row, me, { reports, held: person?.conduct === 'held', proposed }),
      person,
      records,
      words: appealed?.words ?? notice?.words ?? null,
      history: await this.#history(acts),
      otherPersonNeeded: await this.needsAnother(row, me),
    };
  }

  /** A case, for somebody whom it is not about. Throws `not_found`. */
  async known(caseId: string, me: string): Promise<Case> {
    const row = await this.#parts.store.find(caseId);
    if (!row || row.subject === me) throw new AppError('not_found');
    return row;
  }

  /** Whether somebody else has to decide: the second of a ban, or whoever looks at an appeal, is never the first, and nobody decides what they reported. */
  async needsAnother(row: Case, me: string): Promise<boolean> {
    const about = row.kind === 'appeal' ? await this.#appealedCase(row) : row;
    const acts = await this.#parts.store.ofCases([about.id]);
    const deciding = row.kind === 'appeal' ? ['warned', 'suspended', 'ban proposed', 'banned'] : ['ban proposed'];
    const reports = await this.#parts.store.reportsOf(about.id);
    return (
      acts.some(({ kind, actor }) => deciding.includes(kind) && actor === me) || reports.some(({ reporter }) => reporter === me)
    );
  }

  /** The case an appeal is about. */
  async #appealedCase(row: Case): Promise<Case> {
    const line = row.appealed === null ? undefined : await this.#parts.store.byId(row.appealed);
    return (line?.caseId && (await this.#parts.store.find(line.caseId))) || row;
  }

  async #take(me: string, { id, subject }: Case): Promise<boolean> {
    const { store, clock } = this.#parts;
    const stale = new Date(clock.now() - claimLife);
    return store.transaction(async (tx: Database) => {
      if (!(await store.claim(tx, id, me, this.#parts.now(), stale))) return false;
      await this.#parts.append(tx, { kind: 'claimed', subject, actor: me, caseId: id });
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
    const stale = claimedAt !== null && this.#parts.clock.now() - claimedAt.getTime() >= claimLife;
    if (claimedBy !== null && !stale) return 'taken';
    return proposed ? 'secondNeeded' : 'free';
  }

  /** The reports of a case; reporters have pseudonyms, in the order in which they came. */
  async #records({ id }: Case, encounters: readonly KnownEncounter[]): Promise<CaseDetails['records']> {
    const { store } = this.#parts;
    const reports = await store.reportsOf(id);
    const reporters = [...new Set(reports.map(({ reporter }) => reporter))];
    const known = await store.recordsOf(reporters);
    return reports.map(({ reporter, at, reasons, explanation, roomID, heldBack }) => {
      const met = encounters.find((each) => each.roomID === roomID);
      return {
        reporter: pseudonym(reporters.indexOf(reporter)),
        at: at.getTime(),
        reasons,
        explanation: explanation ?? '',
        heldBack,
        ...(known.get(reporter) ?? { upheld: 0, dismissed: 0 }),
        encounter: met
          ? {
              pairedAt: met.pairedAt,
              connectedAt: met.connectedAt ?? null,
              duration: met.duration,
              endReason: met.endReason ?? null,
            }
          : null,
      };
    });
  }

  async #person(subject: string, encounters: number): Promise<CaseDetails['person']> {
    const [account, { conduct, until }] = await Promise.all([this.#parts.accounts.byId(subject), this.#parts.standing(subject)]);
    return {
      memberSince: account?.createdAt.getTime() ?? null,
      conduct,
      until,
      encounters,
    };
  }

  /** The ledger of a case, with the names of colleagues. */
  async #history(acts: readonly Act[]): Promise<CaseDetails['history']> {
    const people = await this.#parts.accounts.byIds(
      acts.flatMap(({ actor, subject }) => (actor === subject ? [] : (actor ?? []))),
    );
    return acts.map(({ at, kind, actor, until, code, words }) => ({
      at: at.getTime(),
      kind,
      by: people.get(actor ?? '')?.name ?? null,
      until: until?.getTime() ?? null,
      rule: code,
      words,
    }));
  }
}

/** A, B, … Z, A2, B2, …: who reported, without a name. */
const pseudonym = (index: number): string =>
  `${String.fromCharCode(65 + (index % 26))}${index < 26 ? '' : Math.floor(index / 26) + 1}`;
