import { AppError } from '@unspoken/contract/errors';
import { houseRules, type OwnReport, type Statement } from '@unspoken/contract/standing';
import type { Database } from '../platform/database/database.ts';
import type { Act } from './case-store.ts';
import type { CaseDependencies } from './dependencies.ts';
import type { Aged } from './forgetting-store.ts';
import { canBeAppealed, type Standing, standingOf, statementKindOf, upheldAt } from './rules.ts';

/** The standing of accounts, statements of reasons, appeals, and the reporters' own reports. */
export class Conduct {
  readonly #dependencies: CaseDependencies;
  constructor(dependencies: CaseDependencies) {
    this.#dependencies = dependencies;
  }

  /** Calls the listener for each account whose standing has changed. */
  get subscribe(): CaseDependencies['subscribe'] {
    return this.#dependencies.subscribe;
  }

  async standing(accountId: string): Promise<Pick<Standing, 'conduct' | 'until'>> {
    const { conduct, until } = await this.#dependencies.standing(accountId);
    return { conduct, until };
  }

  /** The conduct of each of these accounts, and when a report about it was first upheld by a decision that still holds. */
  async records(
    accountIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly conduct: Standing['conduct']; readonly upheldAt: Date | undefined }>> {
    const { store, clock } = this.#dependencies;
    const acts = accountIds.length === 0 ? [] : await store.deciding(accountIds);
    const bySubject = Map.groupBy(acts, ({ subject }) => subject);
    return new Map(
      accountIds.map((id) => {
        const own = bySubject.get(id) ?? [];
        return [id, { conduct: standingOf(own, clock.now()).conduct, upheldAt: upheldAt(own) }];
      }),
    );
  }

  /** The suspended and banned accounts among these. */
  async suspendedAmong(accountIds: readonly string[], tx: Database): Promise<ReadonlySet<string>> {
    const standings = await this.#dependencies.standings(accountIds, tx);
    return new Set(accountIds.filter((id) => ['suspended', 'banned'].includes(standings.get(id)?.conduct ?? 'good')));
  }

  /** The times for which an account was suspended by decisions that were reversed on appeal. */
  async reversedSuspensions(accountId: string): Promise<readonly { readonly since: Date; readonly until: Date }[]> {
    const acts = await this.#dependencies.store.about([accountId]);
    return acts
      .filter(({ kind }) => kind === 'suspended')
      .flatMap((line) => {
        const outcome = outcomeOf(line, acts);
        if (outcome?.kind !== 'appeal reversed') return [];
        return [{ since: line.at, until: new Date(Math.min(outcome.at.getTime(), line.until?.getTime() ?? Infinity)) }];
      });
  }

  /** Every decision about an account, newest first. */
  async statements(accountId: string): Promise<Statement[]> {
    const acts = await this.#dependencies.store.about([accountId]);
    const now = this.#dependencies.clock.now();
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

  /** Appeals a decision, once. Throws `not_found`, `appeal_not_possible`. */
  async appeal(accountId: string, statementId: string, words: string): Promise<void> {
    const { store, random, clock, accounts } = this.#dependencies;
    const line = await store.byId(statementId);
    if (!line || line.subject !== accountId || !statementKindOf(line)) throw new AppError('not_found');
    if (!canBeAppealed(line, clock.now())) throw new AppError('appeal_not_possible');
    const account = await accounts.byId(accountId);
    const id = random.id();
    await store.transaction(async (tx) => {
      const row = { id, kind: 'appeal', subject: accountId, appealed: statementId, rank: 2, openedAt: this.#dependencies.now() };
      if (!(await store.open(tx, row))) throw new AppError('appeal_not_possible');
      await this.#dependencies.append(
        tx,
        { kind: 'appealed', subject: accountId, actor: accountId, caseId: id, code: statementId },
        words,
      );
      if (account) await accounts.write(tx, account, { kind: 'appealReceived' });
    });
  }

  /** The reports that an account has made, with the state of each. */
  async reports(accountId: string): Promise<OwnReport[]> {
    const rows = await this.#dependencies.store.reportsBy(accountId);
    return rows.map(({ id, at, reasons, claimed, outcome }) => ({
      reportID: id,
      at: at.getTime(),
      reasons,
      state: outcome === null ? (claimed ? 'inReview' : 'received') : outcome === 'dismissed' ? 'noBreach' : 'acted',
    }));
  }

  // ---- Deleted accounts.

  /**
   * Whether this address, in whatever spelling, or this identity at a provider belongs to a person who is kept out by a
   * hold, a sanction or an open case.
   */
  async isBarred(addressKey: string | undefined, facebookId: string | undefined): Promise<boolean> {
    const former = await this.#dependencies.store.formerPeople(
      this.#dependencies.hashes(addressKey === undefined ? [] : [addressKey], facebookId ?? null),
    );
    if (former.length === 0) return false;
    const standings = await this.#dependencies.standings(former);
    for (const [subject, { conduct }] of standings)
      if (conduct !== 'good' || (await this.#dependencies.store.hasOpenCase(subject))) return true;
    return false;
  }

  /** Erases what the person wrote. Keyed hashes stay while a case about them is open or a hold or sanction is in force. */
  async erase(tx: Database, { accountId, addressKeys }: { accountId: string; addressKeys: readonly string[] }): Promise<void> {
    const { store, accounts } = this.#dependencies;
    const account = await accounts.byId(accountId, tx);
    const { conduct } = standingOf(await store.deciding([accountId], tx), this.#dependencies.clock.now());
    const stays = conduct !== 'good' || (await store.hasOpenCase(accountId, tx));
    if (stays && account && account.role !== 'experienceGuest')
      await this.#dependencies.keepHashes(tx, accountId, addressKeys, account.facebookId);
    await store.eraseWords(tx, accountId);
    await store.eraseNotices(tx, addressKeys);
  }

  // ---- Retention.

  /** Deletes cases closed before an instant with their reports, except what is still in force against a person. */
  async forgetReports(before: Date): Promise<void> {
    const { store } = this.#dependencies;
    for (let last: Aged | undefined; ; ) {
      const cases = await store.casesClosedBefore(before, last);
      last = cases.at(-1);
      if (!last) return;
      await store.forgetCases(
        cases.map(({ id }) => id),
        await this.#inForce(cases),
        before,
      );
    }
  }

  async forgetLines(before: Date): Promise<void> {
    const { store } = this.#dependencies;
    for (let last: Aged | undefined; ; ) {
      const lines = await store.linesBefore(before, last);
      last = lines.at(-1);
      if (!last) return;
      const staying = await this.#inForce(lines);
      await store.forgetLines(
        lines.flatMap(({ id }) => (staying.has(id) ? [] : id)),
        before,
      );
    }
  }

  /** The ids of those of these cases or lines about people against whom something is in force. */
  async #inForce(aged: readonly Aged[]): Promise<ReadonlySet<string>> {
    const subjects = [...new Set(aged.flatMap(({ subject }) => subject ?? []))];
    const standings = await this.#dependencies.standings(subjects);
    const isInForce = ({ subject }: Aged) => subject !== null && (standings.get(subject)?.conduct ?? 'good') !== 'good';
    return new Set(aged.filter(isInForce).map(({ id }) => id));
  }

  async forgetNetworks(before: Date): Promise<void> {
    await this.#dependencies.store.forgetOrigins(before);
  }

  /** Deletes the hashes of people with no open case and no hold or sanction in force. */
  async forgetFormerPeople(before: Date): Promise<void> {
    const { store } = this.#dependencies;
    const subjects = await store.formerSubjects(before);
    const [standings, accused] = [await this.#dependencies.standings(subjects), await store.withOpenCase(subjects)];
    const free = [...standings].flatMap(([subject, { conduct }]) => (conduct === 'good' && !accused.has(subject) ? subject : []));
    await store.forgetFormer(free, before);
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const appeals = (await this.#dependencies.store.about([accountId])).filter(({ kind }) => kind === 'appealed');
    return {
      standing: await this.standing(accountId),
      decisions: await this.statements(accountId),
      appeals: appeals.map(({ at, words }) => ({ at, words })),
    };
  }
}

/** The decision on the appeal against a line; undefined before it. */
const outcomeOf = (line: Act, acts: readonly Act[]): Act | undefined =>
  acts.find(({ kind, code }) => (kind === 'appeal upheld' || kind === 'appeal reversed') && code === line.id);

/** The state of the appeal against a decision. */
function appealOf(line: Act, acts: readonly Act[], now: number): Statement['appeal'] {
  const outcome = outcomeOf(line, acts);
  if (outcome) return outcome.kind === 'appeal upheld' ? 'upheld' : 'reversed';
  if (acts.some(({ kind, code }) => kind === 'appealed' && code === line.id)) return 'pending';
  return canBeAppealed(line, now) ? 'possible' : 'none';
}
