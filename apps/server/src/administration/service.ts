import { type Role, references, roles } from '@unspoken/contract/accounts';
import type { EncounterHealth, FoundPerson, grantableRoles, WaitingPerson } from '@unspoken/contract/administration';
import type { Pause } from '@unspoken/contract/configuration';
import { AppError } from '@unspoken/contract/errors';
import type { Account, Accounts } from '../accounts/service.ts';
import type { Feedback } from '../feedback/service.ts';
import type { CaseParts } from '../moderation/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { PauseSwitch } from './pause.ts';

export { PauseSwitch } from './pause.ts';

const day = 86_400_000;
/** For how many days, today among them, the health of encounters is looked at. */
const healthDays = 14;

export interface AdministrationOptions {
  readonly accounts: Accounts;
  readonly feedback: Feedback;
  /** The ledger, in which everything done here is a line. */
  readonly ledger: Pick<CaseParts, 'append' | 'standings' | 'latest'>;
  readonly pause: PauseSwitch;
  readonly clock: Clock;
  /** How encounters have gone since an instant. */
  readonly encounters: (since: Date) => Promise<EncounterHealth>;
  readonly transaction: <T>(run: (tx: Database) => Promise<T>) => Promise<T>;
}

/** What those do who run the platform: who comes in, who has which role, what people tell us, whether it is open. */
export class Administration {
  readonly #options: AdministrationOptions;
  constructor(options: AdministrationOptions) {
    this.#options = options;
  }

  async waiting(me: string): Promise<WaitingPerson[]> {
    const waiting = await this.#options.accounts.joining.waiting();
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

  /** Throws `case_taken` if somebody else looks at it, or nobody has to any more. */
  async claimWaiting(me: string, personId: string): Promise<void> {
    const { accounts, ledger } = this.#options;
    await accounts.joining.claim(personId, me, async (tx) => {
      await ledger.append(tx, { kind: 'claimed', subject: personId, actor: me });
    });
  }

  /** Throws `not_found` for somebody who does not wait, or no longer; `case_taken` unless they are in one's own hands. */
  async decideWaiting(me: string, personId: string, decision: 'approve' | 'decline' | 'ask', words: string): Promise<void> {
    const { accounts, ledger } = this.#options;
    const kind = { approve: 'let in', decline: 'declined', ask: 'asked' } as const;
    const note = async (tx: Database) => {
      await accounts.joining.requireClaim(tx, personId, me);
      await ledger.append(tx, { kind: kind[decision], subject: personId, actor: me });
    };
    if (decision === 'approve') await accounts.joining.approve(personId, me, note);
    else if (decision === 'decline') await accounts.joining.decline(personId, me, words, note);
    else await accounts.joining.ask(personId, words, note);
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
      ...(standings.get(account.id) ?? { conduct: 'good', until: null }),
    }));
  }

  /** Throws `other_person_needed` for oneself, `not_found`. */
  async grant(me: string, personId: string, role: (typeof grantableRoles)[number]): Promise<void> {
    const { accounts, ledger } = this.#options;
    if (personId === me) throw new AppError('other_person_needed');
    const account = await accounts.byId(personId);
    if (!account || account.role === 'experienceGuest') throw new AppError('not_found');
    await accounts.changing.role(personId, role, async (tx) => {
      await ledger.append(tx, { kind: 'role granted', subject: personId, actor: me, code: role });
    });
  }

  /** A colleague can prove nothing any more and sets up another second factor. Throws `other_person_needed` for oneself, `not_found`. */
  async resetSecondFactor(me: string, personId: string): Promise<void> {
    const { accounts, ledger } = this.#options;
    if (personId === me) throw new AppError('other_person_needed');
    const account = await accounts.byId(personId);
    if (account?.role !== 'moderator' && account?.role !== 'admin') throw new AppError('not_found');
    await accounts.secondFactor.reset(personId, async (tx) => {
      await ledger.append(tx, { kind: 'second factor reset', subject: personId, actor: me });
    });
  }

  encounters(): Promise<EncounterHealth> {
    const { clock, encounters } = this.#options;
    // Whole days, by UTC.
    return encounters(new Date(Math.floor(clock.now() / day) * day - (healthDays - 1) * day));
  }

  async feedback() {
    const { feedback, accounts } = this.#options;
    const said = await feedback.latest();
    const people = await accounts.byIds(said.flatMap(({ accountId }) => accountId ?? []));
    return said.map(({ accountId, at, answers }) => {
      const by = people.get(accountId ?? '');
      return { at: at.getTime(), by: by ? `${by.name} <${by.email}>` : null, answers };
    });
  }

  async setPause(me: string, pause: Pause): Promise<void> {
    const { ledger, transaction } = this.#options;
    const told = await transaction(async (tx) => {
      await ledger.append(tx, { kind: 'pause set', actor: me, code: pause });
      return this.#options.pause.set(tx, pause);
    });
    await told();
  }

  /** A hundred lines of the ledger; who acted is named, whom it is about is not. */
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
