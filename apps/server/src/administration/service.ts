import { isDuty } from '@unspoken/contract/access';
import { type Role, roles } from '@unspoken/contract/accounts';
import type { EncounterHealth, FoundPerson, grantableRoles, WaitingPerson } from '@unspoken/contract/administration';
import type { Pause } from '@unspoken/contract/configuration';
import { AppError } from '@unspoken/contract/errors';
import { references } from '@unspoken/contract/waiting-list';
import type { Account, Accounts } from '../accounts/service.ts';
import type { Feedback } from '../feedback/service.ts';
import type { CaseDependencies } from '../moderation/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { SharedCount } from '../platform/shared-count.ts';
import type { WaitingList } from '../waiting-list/service.ts';
import type { PauseSwitch } from './pause.ts';

export { PauseSwitch } from './pause.ts';

const day = 86_400_000;
/** How many days the health of encounters covers, including today. */
const healthDays = 14;
/** For how long a count of that health is fresh, and may be shown while the next one is under way, ms. */
const freshFor = 60_000;
const shownFor = 5 * freshFor;

export interface AdministrationOptions {
  readonly accounts: Accounts;
  readonly waitingList: WaitingList;
  readonly feedback: Feedback;
  /** The ledger, which records every action of this class. */
  readonly ledger: Pick<CaseDependencies, 'append' | 'standings' | 'latest'>;
  readonly pause: PauseSwitch;
  readonly clock: Clock;
  /** The health of encounters since an instant. */
  readonly encounters: (since: Date) => Promise<EncounterHealth>;
  readonly transaction: <T>(run: (tx: Database) => Promise<T>) => Promise<T>;
}

/** The actions of administrators: the waiting list, roles, feedback, the pause. */
export class Administration {
  readonly #options: AdministrationOptions;
  readonly #health: SharedCount<EncounterHealth>;
  constructor(options: AdministrationOptions) {
    this.#options = options;
    this.#health = new SharedCount({ now: () => options.clock.now(), freshFor, shownFor });
  }

  async waiting(me: string): Promise<WaitingPerson[]> {
    const waiting = await this.#options.waitingList.waiting();
    return waiting.map(({ account, application, claimedBy }) => ({
      personID: account.id,
      name: account.name,
      email: account.email,
      language: account.language,
      submittedAt: application.submittedAt.getTime(),
      reference: references.find((each) => each === application.reference) ?? 'other',
      motivation: application.motivation,
      explanation: application.explanation,
      askedAt: application.askedAt?.getTime() ?? null,
      claim: claimedBy === null ? 'free' : claimedBy === me ? 'mine' : 'taken',
    }));
  }

  /** Throws `case_taken` if another administrator has claimed it, or it has been decided. */
  async claimWaiting(me: string, personId: string): Promise<void> {
    const { waitingList, ledger } = this.#options;
    await waitingList.claim(personId, me, async (tx) => {
      await ledger.append(tx, { kind: 'claimed', subject: personId, actor: me });
    });
  }

  /** Throws `not_found` for an account that is not waiting; `case_taken` unless the administrator has claimed it. */
  async decideWaiting(me: string, personId: string, decision: 'approve' | 'decline' | 'ask', words: string): Promise<void> {
    const { waitingList, ledger } = this.#options;
    const kind = { approve: 'let in', decline: 'declined', ask: 'asked' } as const;
    const note = async (tx: Database) => {
      await waitingList.requireClaim(tx, personId, me);
      await ledger.append(tx, { kind: kind[decision], subject: personId, actor: me });
    };
    if (decision === 'approve') await waitingList.approve(personId, me, note);
    else if (decision === 'decline') await waitingList.decline(personId, me, words, note);
    else await waitingList.ask(personId, words, note);
  }

  async search(me: string, words: string): Promise<FoundPerson[]> {
    const { accounts, ledger, transaction } = this.#options;
    await transaction((tx) => ledger.append(tx, { kind: 'searched', actor: me }));
    const found = await accounts.search(words);
    const standings = await ledger.standings(found.map(({ id }) => id));
    return found.map((account) => ({
      personID: account.id,
      name: account.name,
      email: account.email,
      role: roleOf(account),
      memberSince: account.createdAt.getTime(),
      verified: account.verifiedAt !== null,
      betaAccess: account.betaAccess,
      ...(standings.get(account.id) ?? { conduct: 'good', until: null }),
    }));
  }

  /** Throws `other_person_needed` for one's own account, `not_found`. */
  async grant(me: string, personId: string, role: (typeof grantableRoles)[number]): Promise<void> {
    const { accounts, ledger } = this.#options;
    if (personId === me) throw new AppError('other_person_needed');
    const account = await accounts.byId(personId);
    if (!account || account.role === 'experienceGuest') throw new AppError('not_found');
    await accounts.settings.role(personId, role, async (tx) => {
      await ledger.append(tx, { kind: 'role granted', subject: personId, actor: me, code: role });
    });
  }

  /**
   * Removes the second factors of a colleague who has lost them, and who then sets up another. Throws `other_person_needed` for
   * one's own account, `not_found`.
   */
  async resetSecondFactor(me: string, personId: string): Promise<void> {
    const { accounts, ledger } = this.#options;
    if (personId === me) throw new AppError('other_person_needed');
    const account = await accounts.byId(personId);
    if (!account || !isDuty(account.role)) throw new AppError('not_found');
    await accounts.secondFactor.reset(personId, async (tx) => {
      await ledger.append(tx, { kind: 'second factor reset', subject: personId, actor: me });
    });
  }

  encounters(): Promise<EncounterHealth> {
    const { clock, encounters } = this.#options;
    // Whole days in UTC.
    const since = new Date(Math.floor(clock.now() / day) * day - (healthDays - 1) * day);
    return this.#health.read(since.toISOString(), () => encounters(since));
  }

  async feedback() {
    const { feedback, accounts } = this.#options;
    const entries = await feedback.latest();
    const people = await accounts.byIds(entries.flatMap(({ accountId }) => accountId ?? []));
    return entries.map(({ accountId, at, answers }) => {
      const by = people.get(accountId ?? '');
      return { at: at.getTime(), by: by ? `${by.name} <${by.email}>` : null, answers };
    });
  }

  async setPause(me: string, pause: Pause): Promise<void> {
    const { ledger, transaction } = this.#options;
    const notify = await transaction(async (tx) => {
      await ledger.append(tx, { kind: 'pause set', actor: me, code: pause });
      return this.#options.pause.set(tx, pause);
    });
    await notify();
  }

  /** A hundred lines of the ledger, with the name of the actor and without that of the subject. */
  async ledger(before: number | undefined) {
    const { ledger, accounts } = this.#options;
    const lines = await ledger.latest(before);
    const colleagues = await accounts.byIds(lines.flatMap(({ actor, subject }) => (actor === subject ? [] : (actor ?? []))));
    return lines.map(({ seq, at, kind, actor, subject, caseId, code }) => ({
      number: seq,
      at: at.getTime(),
      kind,
      by: actor === subject ? null : (colleagues.get(actor ?? '')?.name ?? null),
      caseID: caseId,
      code,
    }));
  }
}

const roleOf = (account: Account): Role => roles.find((role) => role === account.role) ?? 'member';
