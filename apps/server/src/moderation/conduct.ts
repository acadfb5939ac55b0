import { AppError } from '@unspoken/contract/errors';
import { houseRules, type OwnReport, type Statement } from '@unspoken/contract/standing';
import type { Database } from '../platform/database/database.ts';
import type { Act } from './case-store.ts';
import type { CaseParts } from './parts.ts';
import { canBeAppealed, type Standing, standingOf, statementKindOf } from './rules.ts';

/** How people stand, what they are told about it, and what they can say to it. */
export class Conduct {
  readonly #parts: CaseParts;
  constructor(parts: CaseParts) {
    this.#parts = parts;
  }

  /** Hears of everybody whose standing has been changed. */
  get subscribe(): CaseParts['subscribe'] {
    return this.#parts.subscribe;
  }

  async standing(accountId: string): Promise<Pick<Standing, 'conduct' | 'until'>> {
    const { conduct, until } = await this.#parts.standing(accountId);
    return { conduct, until };
  }

  /** Those of these people who are suspended or banned. */
  async suspendedAmong(accountIds: readonly string[], tx: Database): Promise<ReadonlySet<string>> {
    const standings = await this.#parts.standings(accountIds, tx);
    return new Set(accountIds.filter((id) => ['suspended', 'banned'].includes(standings.get(id)?.conduct ?? 'good')));
  }

  /** Every decision about somebody, newest first. */
  async statements(accountId: string): Promise<Statement[]> {
    const acts = await this.#parts.store.about([accountId]);
    const now = this.#parts.clock.now();
    const statements: Statement[] = [];
    for (const line of acts) {
      const kind = statementKindOf(line);
      if (!kind) continue;
      statements.unshift({
        statementID: line.id,
        kind,
        at: line.at.getTime(),
        until: line.until?.getTime() ?? null,
        rule: houseRules.find((rule) => rule === line.code) ?? null,
        facts: line.words ?? '',
        decidedBy: line.kind === 'held' ? 'machine' : 'people',
        appeal: appealOf(line, acts, now),
        appealFacts: outcomeOf(line, acts)?.words ?? '',
      });
    }
    return statements;
  }

  /** Asks for another look, once for each decision. Throws `not_found`, `appeal_not_possible`. */
  async appeal(accountId: string, statementId: string, words: string): Promise<void> {
    const { store, random, clock, letters, accounts } = this.#parts;
    const line = await store.byId(statementId);
    if (!line || line.subject !== accountId || !statementKindOf(line)) throw new AppError('not_found');
    if (!canBeAppealed(line, clock.now())) throw new AppError('appeal_not_possible');
    const account = await accounts.byId(accountId);
    const id = random.id();
    await store.transaction(async (tx) => {
      const row = { id, kind: 'appeal', subject: accountId, appealed: statementId, rank: 2, openedAt: this.#parts.now() };
      if (!(await store.open(tx, row))) throw new AppError('appeal_not_possible');
      await this.#parts.append(
        tx,
        { kind: 'appealed', subject: accountId, actor: accountId, caseId: id, code: statementId },
        words,
      );
      if (account) await letters.post(tx, accounts.letter(account, { kind: 'appealReceived' }));
    });
  }

  /** Somebody's own reports, and what became of each. */
  async reports(accountId: string): Promise<OwnReport[]> {
    const rows = await this.#parts.store.reportsBy(accountId);
    return rows.map(({ id, at, reasons, claimed, outcome }) => ({
      reportID: id,
      at: at.getTime(),
      reasons,
      state: outcome === null ? (claimed ? 'inReview' : 'received') : outcome === 'dismissed' ? 'noBreach' : 'acted',
    }));
  }

  // ---- People who leave.

  /**
   * Whether somebody had this address, however it is spelled, or this identity with a provider, whom something that
   * was decided, or is still to be decided, keeps out.
   */
  async isKeptOut(emailKey: string | undefined, facebookId: string | undefined): Promise<boolean> {
    const former = await this.#parts.store.formerPeople(
      this.#parts.hashes(emailKey === undefined ? [] : [emailKey], facebookId ?? null),
    );
    if (former.length === 0) return false;
    const standings = await this.#parts.standings(former);
    for (const [subject, { conduct }] of standings)
      if (conduct !== 'good' || (await this.#parts.store.hasOpenCase(subject))) return true;
    return false;
  }

  /** What somebody wrote goes with them. Keyed hashes stay while something about them is open or in force. */
  async erase(tx: Database, { accountId, addressKeys }: { accountId: string; addressKeys: readonly string[] }): Promise<void> {
    const { store, accounts } = this.#parts;
    const account = await accounts.byId(accountId, tx);
    const { conduct } = standingOf(await store.deciding([accountId], tx), this.#parts.clock.now());
    const stays = conduct !== 'good' || (await store.hasOpenCase(accountId, tx));
    if (stays && account && account.role !== 'experienceGuest')
      await this.#parts.keepHashes(tx, accountId, addressKeys, account.facebookId);
    await store.eraseWords(tx, accountId);
    await store.eraseNotices(tx, addressKeys);
  }

  // ---- What is kept only for a time.

  /** Lets go of what was decided before an instant, but for what still holds against somebody. */
  async forgetReports(before: Date): Promise<void> {
    const { store } = this.#parts;
    await store.forgetCases(before, await this.#stillHeldAgainst(await store.subjectsClosedBefore(before)));
  }

  async forgetLines(before: Date): Promise<void> {
    const { store } = this.#parts;
    await store.forgetLines(before, await this.#stillHeldAgainst(await store.subjectsBefore(before)));
  }

  async #stillHeldAgainst(subjects: readonly string[]): Promise<string[]> {
    const standings = await this.#parts.standings(subjects);
    return [...standings].filter(([, { conduct }]) => conduct !== 'good').map(([subject]) => subject);
  }

  async forgetNetworks(before: Date): Promise<void> {
    await this.#parts.store.forgetOrigins(before);
  }

  /** Nobody is kept out any longer than something about them is open or in force. */
  async forgetFormerPeople(before: Date): Promise<void> {
    const { store } = this.#parts;
    const standings = await this.#parts.standings(await store.formerSubjects());
    const free: string[] = [];
    for (const [subject, { conduct }] of standings)
      if (conduct === 'good' && !(await store.hasOpenCase(subject))) free.push(subject);
    await store.forgetFormer(free, before);
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const appeals = (await this.#parts.store.about([accountId])).filter(({ kind }) => kind === 'appealed');
    return {
      standing: await this.standing(accountId),
      decisions: await this.statements(accountId),
      appeals: appeals.map(({ at, words }) => ({ at, words })),
    };
  }
}

/** What became of the appeal against a decision, once that is known. */
const outcomeOf = (line: Act, acts: readonly Act[]): Act | undefined =>
  acts.find(({ kind, code }) => (kind === 'appeal upheld' || kind === 'appeal reversed') && code === line.id);

/** Where the appeal against a decision stands. */
function appealOf(line: Act, acts: readonly Act[], now: number): Statement['appeal'] {
  const outcome = outcomeOf(line, acts);
  if (outcome) return outcome.kind === 'appeal upheld' ? 'upheld' : 'reversed';
  if (acts.some(({ kind, code }) => kind === 'appealed' && code === line.id)) return 'pending';
  return canBeAppealed(line, now) ? 'possible' : 'none';
}
