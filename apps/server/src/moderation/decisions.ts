import type { DecisionBody } from '@unspoken/contract/cases';
import { AppError } from '@unspoken/contract/errors';
import type { Account } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { Case } from './case-store.ts';
import type { Cases } from './cases.ts';
import type { CaseParts } from './parts.ts';
import { type ActKind, proposalEnded } from './rules.ts';
import { letterOf, postStatement, type Told, toldOf } from './statements.ts';

const day = 24 * 3_600_000;

type Wish = Pick<DecisionBody, 'decision' | 'days' | 'rule' | 'facts' | 'seen'>;

/** What moderators decide. Each decision is one transaction: the line of the ledger, the mails, the end of the case. */
export class Decisions {
  readonly #parts: CaseParts;
  readonly #cases: Cases;
  constructor(parts: CaseParts, cases: Cases) {
    this.#parts = parts;
    this.#cases = cases;
  }

  /**
   * Decides a case this person has taken; whether a second person is needed. Throws `not_found`, `case_taken`,
   * `other_person_needed`, `last_admin`.
   */
  async decide(me: string, { caseID, ...wish }: DecisionBody): Promise<boolean> {
    const row = await this.#mine(me, caseID);
    if (row.kind === 'appeal') throw new AppError('not_found');
    if (row.kind === 'notice') {
      // A notice names nobody of ours: whatever follows from it is decided in a case about somebody.
      if (wish.decision !== 'dismiss' && wish.decision !== 'warn') throw new AppError('not_found');
      await this.#finish(me, row, wish.decision === 'dismiss' ? 'dismissed' : 'warned', wish);
      return false;
    }
    if (wish.decision === 'dismiss') await this.#finish(me, row, 'dismissed', wish);
    else if (wish.decision === 'ban') return this.#ban(me, row, wish);
    else await this.#finish(me, row, wish.decision === 'warn' ? 'warned' : 'suspended', wish);
    return false;
  }

  /** Decides an appeal this person has taken. A reversal takes back the one decision it was about. */
  async decideAppeal(me: string, caseId: string, outcome: 'uphold' | 'reverse', facts: string): Promise<void> {
    const { store } = this.#parts;
    const row = await this.#mine(me, caseId);
    const line = row.appealed === null ? undefined : await store.byId(row.appealed);
    if (row.kind !== 'appeal' || !line || row.subject === null) throw new AppError('not_found');
    const account = await this.#parts.accounts.byId(row.subject);
    await store.transaction(async (tx) => {
      await this.#close(tx, me, caseId);
      const kind = outcome === 'uphold' ? 'appeal upheld' : 'appeal reversed';
      // It belongs to the case of the decision; the line it speaks of is its code.
      await this.#parts.append(tx, { kind, subject: row.subject, actor: me, caseId: line.caseId, code: line.id }, facts);
      if (!account) return;
      await this.#write(tx, account, outcome === 'reverse' ? 'appealReversed' : 'appealUpheld', { facts });
    });
    if (outcome === 'reverse') await this.#parts.tell(row.subject);
  }

  /** Ends what holds against the person of a case. Throws `not_found` where nothing does. */
  async reinstate(me: string, caseId: string, facts: string): Promise<void> {
    const { subject } = await this.#cases.known(caseId, me);
    const { conduct } = subject === null ? { conduct: 'good' } : await this.#parts.standing(subject);
    if (subject === null || conduct === 'good') throw new AppError('not_found');
    const account = await this.#parts.accounts.byId(subject);
    await this.#parts.store.transaction(async (tx) => {
      await this.#parts.append(tx, { kind: 'reinstated', subject, actor: me, caseId }, facts);
      if (account) await postStatement(tx, account, { kind: 'reinstated', until: null, facts }, this.#parts);
    });
    await this.#parts.tell(subject);
  }

  /** The mail a decision would send, but for the name of whoever gets it. Throws `not_found`. */
  async preview(me: string, caseId: string, wish: Wish): Promise<{ language: string; subject: string; text: string }> {
    const row = await this.#cases.known(caseId, me);
    const { subject } = row;
    const account = subject === null ? undefined : await this.#parts.accounts.byId(subject);
    const told = wish.decision === 'ban' && !(await this.#isProposed(row)) ? proposalTold(wish) : this.#told(wish);
    if (!account || !told) throw new AppError('not_found');
    const letter = letterOf({ ...account, name: '…' }, told, this.#parts);
    return { language: account.language, ...this.#parts.letters.preview(letter) };
  }

  /** The first person proposes, and the account is suspended until the second has looked; the second bans. */
  async #ban(me: string, row: Case, wish: Wish): Promise<boolean> {
    const { store } = this.#parts;
    if (await this.#isProposed(row)) {
      await this.#finish(me, row, 'banned', wish);
      return false;
    }
    const account = row.subject === null ? undefined : await this.#parts.accounts.byId(row.subject);
    await store.transaction(async (tx) => {
      if (row.subject !== null) await this.#parts.accounts.keepAdmin(tx, row.subject);
      // Back to the queue, for somebody else.
      if (!(await store.release(tx, row.id, me))) throw new AppError('case_taken');
      await this.#refuseUnseen(tx, row, wish);
      await this.#parts.append(
        tx,
        { kind: 'ban proposed', subject: row.subject, actor: me, caseId: row.id, code: wish.rule },
        wish.facts,
      );
      await store.raise(tx, row.id, 3);
      if (!account) return;
      await this.#parts.keepHashes(tx, account.id, [account.emailKey], account.facebookId);
      await postStatement(tx, account, proposalTold(wish), this.#parts);
    });
    if (row.subject !== null) await this.#parts.tell(row.subject);
    return true;
  }

  async #finish(me: string, row: Case, kind: ActKind, wish: Wish): Promise<void> {
    const { store, accounts } = this.#parts;
    // What was suspended for a proposed ban ends with the proposal: that is told, too.
    const ends = kind === 'dismissed' && (await this.#isProposed(row));
    const told: Told | undefined = ends ? { kind: 'reinstated', until: null, facts: wish.facts } : this.#told(wish);
    const account = row.subject === null ? undefined : await accounts.byId(row.subject);
    const before = row.subject === null ? undefined : await this.#parts.standing(row.subject);
    await store.transaction(async (tx) => {
      if (row.subject !== null && (kind === 'suspended' || kind === 'banned')) await accounts.keepAdmin(tx, row.subject);
      await this.#close(tx, me, row.id);
      const reporters = await this.#refuseUnseen(tx, row, wish);
      const { subject, id: caseId } = row;
      await this.#parts.append(
        tx,
        { kind, subject, actor: me, caseId, until: told?.until ?? null, code: ends ? proposalEnded : (wish.rule ?? null) },
        wish.facts,
      );
      if (account && told) await postStatement(tx, account, told, this.#parts);
      if (account && (kind === 'suspended' || kind === 'banned'))
        await this.#parts.keepHashes(tx, account.id, [account.emailKey], account.facebookId);
      for (const reporter of reporters)
        await this.#write(tx, reporter, kind === 'dismissed' ? 'reportNoBreach' : 'reportActed', {});
      await this.#answerNotice(tx, row, kind);
    });
    if (row.subject !== null) await this.#parts.tell(row.subject, before);
  }

  async #answerNotice(tx: Database, row: Case, kind: ActKind): Promise<void> {
    const notice = row.kind === 'notice' ? await this.#parts.store.notice(row.id, tx) : undefined;
    if (!notice?.email) return;
    await this.#parts.letters.post(tx, {
      kind: kind === 'dismissed' ? 'noticeNoBreach' : 'noticeActed',
      to: notice.email,
      language: notice.language,
      concerns: [],
      values: { support: this.#parts.supportEmail, receipt: row.id },
    });
  }

  /**
   * Everybody who reported in a case and can be told what became of it. Throws `case_changed` if more has been reported
   * than was seen: nobody adds to it any more.
   */
  async #refuseUnseen(tx: Database, row: Case, { seen }: Wish): Promise<Account[]> {
    const reports = await this.#parts.store.reportsOf(row.id, tx);
    if (seen !== undefined && seen !== reports.length) throw new AppError('case_changed');
    const accounts = await this.#parts.accounts.byIds(
      reports.map(({ reporter }) => reporter),
      tx,
    );
    return [...accounts.values()].filter(({ role }) => role !== 'experienceGuest');
  }

  /** What the person is told; nothing when a case is dismissed. */
  #told({ decision, days, rule, facts }: Wish): Told | undefined {
    if (decision === 'dismiss') return undefined;
    const until = decision === 'suspend' && days !== undefined ? new Date(this.#parts.clock.now() + days * day) : null;
    return { kind: toldOf[decision], until, rule, facts };
  }

  async #close(tx: Database, me: string, caseId: string): Promise<void> {
    if (!(await this.#parts.store.close(tx, caseId, me, this.#parts.now()))) throw new AppError('case_taken');
  }

  /** The case, if this person has taken it and may decide it. */
  async #mine(me: string, caseId: string): Promise<Case> {
    const row = await this.#cases.known(caseId, me);
    if (row.closedAt !== null || row.claimedBy !== me) throw new AppError('case_taken');
    if (await this.#cases.needsAnother(row, me)) throw new AppError('other_person_needed');
    return row;
  }

  /** Whether a ban is proposed in this case, and nothing has been decided about that since. */
  async #isProposed({ id, subject }: Case): Promise<boolean> {
    return subject !== null && (await this.#parts.standing(subject)).proposedIn === id;
  }

  #write(
    tx: Database,
    account: Account,
    kind: 'appealUpheld' | 'appealReversed' | 'reportActed' | 'reportNoBreach',
    values: Record<string, string>,
  ): Promise<void> {
    const { letters, accounts, publicUrl } = this.#parts;
    const link = kind === 'appealUpheld' || kind === 'appealReversed' ? `${publicUrl}/account/standing` : undefined;
    return letters.post(tx, accounts.letter(account, { kind, values, ...(link && { link }) }));
  }
}

/** What the person is told when the first of two proposes to ban them. */
const proposalTold = ({ rule, facts }: Wish): Told => ({ kind: 'suspended', until: null, rule, facts });
