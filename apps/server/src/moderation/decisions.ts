import type { DecisionBody } from '@unspoken/contract/cases';
import { AppError } from '@unspoken/contract/errors';
import type { Account } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { Case } from './case-store.ts';
import type { Cases } from './cases.ts';
import type { CaseDependencies } from './dependencies.ts';
import { type ActKind, proposalEnded } from './rules.ts';
import { postStatement, type StatementContent, statementKindOf, statementMail } from './statements.ts';

const day = 24 * 3_600_000;

type DecisionInput = Pick<DecisionBody, 'decision' | 'days' | 'rule' | 'facts' | 'seen'>;

/** The decisions of moderators. Each is one transaction: the line in the ledger, the mails, and the end of the case. */
export class Decisions {
  readonly #dependencies: CaseDependencies;
  readonly #cases: Cases;
  constructor(dependencies: CaseDependencies, cases: Cases) {
    this.#dependencies = dependencies;
    this.#cases = cases;
  }

  /**
   * Decides a case that the caller has claimed; returns whether a second person has to decide as well. Throws `not_found`,
   * `case_taken`, `case_changed`, `other_person_needed`, `last_admin`.
   */
  async decide(me: string, { caseID, ...input }: DecisionBody): Promise<boolean> {
    const row = await this.#claimedCase(me, caseID);
    if (row.kind === 'appeal') throw new AppError('not_found');
    if (row.kind === 'notice') {
      // A notice is not linked to an account: a sanction that follows from it is decided in a case about that account.
      if (input.decision !== 'dismiss' && input.decision !== 'warn') throw new AppError('not_found');
      await this.#finish(me, row, input.decision === 'dismiss' ? 'dismissed' : 'warned', input);
      return false;
    }
    if (input.decision === 'dismiss') await this.#finish(me, row, 'dismissed', input);
    else if (input.decision === 'ban') return this.#ban(me, row, input);
    else await this.#finish(me, row, input.decision === 'warn' ? 'warned' : 'suspended', input);
    return false;
  }

  /** Decides an appeal that the caller has claimed. A reversal undoes only the decision that was appealed. */
  async decideAppeal(me: string, caseId: string, outcome: 'uphold' | 'reverse', facts: string): Promise<void> {
    const { store } = this.#dependencies;
    const row = await this.#claimedCase(me, caseId);
    const line = row.appealed === null ? undefined : await store.byId(row.appealed);
    if (row.kind !== 'appeal' || !line || row.subject === null) throw new AppError('not_found');
    const account = await this.#dependencies.accounts.byId(row.subject);
    await store.transaction(async (tx) => {
      await this.#close(tx, me, caseId);
      const kind = outcome === 'uphold' ? 'appeal upheld' : 'appeal reversed';
      // The line belongs to the case of the original decision; its code is the id of the appealed line.
      await this.#dependencies.append(tx, { kind, subject: row.subject, actor: me, caseId: line.caseId, code: line.id }, facts);
      if (!account) return;
      await this.#write(tx, account, outcome === 'reverse' ? 'appealReversed' : 'appealUpheld', { facts });
    });
    if (outcome === 'reverse') await this.#dependencies.announceStanding(row.subject);
  }

  /** Ends every hold and sanction on the person of a case. Throws `not_found` if there is none. */
  async reinstate(me: string, caseId: string, facts: string): Promise<void> {
    const { subject } = await this.#cases.find(caseId, me);
    const { conduct } = subject === null ? { conduct: 'good' } : await this.#dependencies.standing(subject);
    if (subject === null || conduct === 'good') throw new AppError('not_found');
    const account = await this.#dependencies.accounts.byId(subject);
    await this.#dependencies.store.transaction(async (tx) => {
      await this.#dependencies.append(tx, { kind: 'reinstated', subject, actor: me, caseId }, facts);
      if (account) await postStatement(tx, account, { kind: 'reinstated', until: null, facts }, this.#dependencies);
    });
    await this.#dependencies.announceStanding(subject);
  }

  /** The mail that a decision would send, without the recipient's name. Throws `not_found`. */
  async preview(me: string, caseId: string, input: DecisionInput): Promise<{ language: string; subject: string; text: string }> {
    const row = await this.#cases.find(caseId, me);
    const { subject } = row;
    const account = subject === null ? undefined : await this.#dependencies.accounts.byId(subject);
    const isProposal = input.decision === 'ban' && !(await this.#isProposed(row));
    const statement = isProposal ? proposalStatement(input) : this.#statementOf(input);
    if (!account || !statement) throw new AppError('not_found');
    const mail = statementMail({ ...account, name: '…' }, statement, this.#dependencies);
    return { language: account.language, ...this.#dependencies.mailTemplates.preview(mail) };
  }

  /**
   * The first moderator proposes the ban, which suspends the account until a second decides; the second bans. Returns
   * whether a second is still needed.
   */
  async #ban(me: string, row: Case, input: DecisionInput): Promise<boolean> {
    const { store } = this.#dependencies;
    if (await this.#isProposed(row)) {
      await this.#finish(me, row, 'banned', input);
      return false;
    }
    const account = row.subject === null ? undefined : await this.#dependencies.accounts.byId(row.subject);
    await store.transaction(async (tx) => {
      if (row.subject !== null) await this.#dependencies.accounts.requireOtherAdmin(tx, row.subject);
      // The case returns to the queue, for another moderator.
      if (!(await store.release(tx, row.id, me))) throw new AppError('case_taken');
      await this.#refuseUnseen(tx, row, input);
      await this.#dependencies.append(
        tx,
        { kind: 'ban proposed', subject: row.subject, actor: me, caseId: row.id, code: input.rule },
        input.facts,
      );
      await store.raise(tx, row.id, 3);
      if (!account) return;
      await this.#dependencies.keepHashes(tx, account.id, [account.addressKey], account.facebookId);
      await postStatement(tx, account, proposalStatement(input), this.#dependencies);
    });
    if (row.subject !== null) await this.#dependencies.announceStanding(row.subject);
    return true;
  }

  async #finish(me: string, row: Case, kind: ActKind, input: DecisionInput): Promise<void> {
    const { store, accounts } = this.#dependencies;
    // A dismissal also ends the suspension by a proposed ban; the person is notified of that.
    const endsProposal = kind === 'dismissed' && (await this.#isProposed(row));
    const statement: StatementContent | undefined = endsProposal
      ? { kind: 'reinstated', until: null, facts: input.facts }
      : this.#statementOf(input);
    const account = row.subject === null ? undefined : await accounts.byId(row.subject);
    const before = row.subject === null ? undefined : await this.#dependencies.standing(row.subject);
    await store.transaction(async (tx) => {
      if (row.subject !== null && (kind === 'suspended' || kind === 'banned')) await accounts.requireOtherAdmin(tx, row.subject);
      await this.#close(tx, me, row.id);
      const reporters = await this.#refuseUnseen(tx, row, input);
      const { subject, id: caseId } = row;
      await this.#dependencies.append(
        tx,
        {
          kind,
          subject,
          actor: me,
          caseId,
          until: statement?.until ?? null,
          code: endsProposal ? proposalEnded : (input.rule ?? null),
        },
        input.facts,
      );
      if (account && statement) await postStatement(tx, account, statement, this.#dependencies);
      if (account && (kind === 'suspended' || kind === 'banned'))
        await this.#dependencies.keepHashes(tx, account.id, [account.addressKey], account.facebookId);
      for (const reporter of reporters)
        await this.#write(tx, reporter, kind === 'dismissed' ? 'reportNoBreach' : 'reportActed', {});
      await this.#answerNotice(tx, row, kind);
    });
    if (row.subject !== null) await this.#dependencies.announceStanding(row.subject, before);
  }

  async #answerNotice(tx: Database, row: Case, kind: ActKind): Promise<void> {
    const notice = row.kind === 'notice' ? await this.#dependencies.store.notice(row.id, tx) : undefined;
    if (!notice?.email) return;
    await this.#dependencies.mailTemplates.post(tx, {
      kind: kind === 'dismissed' ? 'noticeNoBreach' : 'noticeActed',
      to: notice.email,
      language: notice.language,
      concerns: [],
      values: { support: this.#dependencies.supportEmail, receipt: row.id },
    });
  }

  /**
   * The reporters of a case who can be notified of its outcome. Throws `case_changed` if the case has another number of
   * reports than the moderator has seen; no report can be added while the transaction holds the row of the case.
   */
  async #refuseUnseen(tx: Database, row: Case, { seen }: DecisionInput): Promise<Account[]> {
    const reports = await this.#dependencies.store.reportsOf(row.id, tx);
    if (seen !== undefined && seen !== reports.length) throw new AppError('case_changed');
    const accounts = await this.#dependencies.accounts.byIds(
      reports.map(({ reporter }) => reporter),
      tx,
    );
    return [...accounts.values()].filter(({ role }) => role !== 'experienceGuest');
  }

  /** The statement that the person receives; undefined if the case is dismissed. */
  #statementOf({ decision, days, rule, facts }: DecisionInput): StatementContent | undefined {
    if (decision === 'dismiss') return undefined;
    const until = decision === 'suspend' && days !== undefined ? new Date(this.#dependencies.clock.now() + days * day) : null;
    return { kind: statementKindOf[decision], until, rule, facts };
  }

  async #close(tx: Database, me: string, caseId: string): Promise<void> {
    if (!(await this.#dependencies.store.close(tx, caseId, me, this.#dependencies.now()))) throw new AppError('case_taken');
  }

  /** The case, if the caller has claimed it and may decide it. Throws `not_found`, `case_taken`, `other_person_needed`. */
  async #claimedCase(me: string, caseId: string): Promise<Case> {
    const row = await this.#cases.find(caseId, me);
    if (row.closedAt !== null || row.claimedBy !== me) throw new AppError('case_taken');
    if (await this.#cases.needsAnotherModerator(row, me)) throw new AppError('other_person_needed');
    return row;
  }

  /** Whether a ban is proposed in this case and still undecided. */
  async #isProposed({ id, subject }: Case): Promise<boolean> {
    return subject !== null && (await this.#dependencies.standing(subject)).proposedIn === id;
  }

  #write(
    tx: Database,
    account: Account,
    kind: 'appealUpheld' | 'appealReversed' | 'reportActed' | 'reportNoBreach',
    values: Record<string, string>,
  ): Promise<void> {
    const { accounts, publicUrl } = this.#dependencies;
    const link = kind === 'appealUpheld' || kind === 'appealReversed' ? `${publicUrl}/account/standing` : undefined;
    return accounts.write(tx, account, { kind, values, ...(link && { link }) });
  }
}

/** The statement that the person receives when the first of two moderators proposes a ban. */
const proposalStatement = ({ rule, facts }: DecisionInput): StatementContent => ({ kind: 'suspended', until: null, rule, facts });
