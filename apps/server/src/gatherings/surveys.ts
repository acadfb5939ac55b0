import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { GatheringRow, GatheringStore } from './store.ts';
import { type SurveyLinks, surveyLinkLife } from './survey-links.ts';
import type { SurveyStore } from './survey-store.ts';

export interface SurveysOptions {
  readonly store: SurveyStore;
  readonly gatherings: Pick<GatheringStore, 'byId'>;
  readonly accounts: Pick<Accounts, 'transaction' | 'lockAgainstDeletion' | 'byIds' | 'write'>;
  readonly links: SurveyLinks;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'surveyLimit' | 'gatheringClosing'>;
  readonly publicUrl: string;
}

/** An answer: by the account that is signed in, or by the token of a mailed link, which goes first. */
export interface GivenAnswer {
  readonly survey: string;
  readonly yes: boolean;
  readonly accountId?: string | undefined;
  readonly token?: string | undefined;
}

/** How many people one transaction mails; and how late after an outage, ms, so that nobody is asked about what was long ago. */
const batchSize = 100;
const latest = 3 * 24 * 3_600_000;

/**
 * The survey of each gathering, named by its id. People who registered or came answer it right after the end; those who came to a special
 * gathering can answer by a link that is mailed once. The last answer of a person counts.
 */
export class Surveys {
  readonly #options: SurveysOptions;
  constructor(options: SurveysOptions) {
    this.#options = options;
  }

  /**
   * Throws `survey_closed` before the end and after the time for answers, and for a link that does not hold; `gathering_not_found` for
   * people whom the gathering does not concern; `sign_in_required` without an account and a link.
   */
  async answer({ survey, yes, accountId, token }: GivenAnswer): Promise<void> {
    const by = token === undefined ? await this.#signedIn(survey, accountId) : await this.#byLink(survey, token);
    const { accounts, store, clock } = this.#options;
    await accounts.transaction(async (tx) => {
      const exists = (await accounts.lockAgainstDeletion(tx, [by])).has(by);
      if (!exists) throw new AppError(token === undefined ? 'sign_in_required' : 'survey_closed');
      await store.put(tx, { survey, accountId: by, yes, answeredAt: new Date(clock.now()) });
    });
  }

  /** The address at which the owner of an account can answer for thirty days, also signed out. It preselects no answer. */
  signedLink(accountId: string, { id, endsAt }: Pick<GatheringRow, 'id' | 'endsAt'>): string {
    const { links, publicUrl } = this.#options;
    const token = links.token(accountId, id, endsAt.getTime() + surveyLinkLife);
    return `${publicUrl}/survey/${encodeURIComponent(id)}?t=${token}`;
  }

  /** Mails the survey to those who came, once their gathering has closed; stamp and mail are one transaction. */
  async sweep(): Promise<void> {
    while ((await this.#mail()) === batchSize);
  }

  async #mail(): Promise<number> {
    const { store, accounts, clock, durations } = this.#options;
    const now = clock.now();
    const until = now - durations.gatheringClosing;
    return accounts.transaction(async (tx) => {
      const due = await store.toMail(tx, { from: new Date(until - latest), until: new Date(until) }, batchSize);
      const recipients = await accounts.byIds(
        due.map(({ registration }) => registration.accountId),
        tx,
      );
      for (const { registration, gathering } of due) {
        await store.stamp(tx, registration, new Date(now));
        const account = recipients.get(registration.accountId);
        const link = this.signedLink(registration.accountId, gathering);
        if (account) await accounts.write(tx, account, { kind: 'gatheringSurvey', values: { title: gathering.name }, link });
      }
      return due.length;
    });
  }

  async #signedIn(survey: string, accountId: string | undefined): Promise<string> {
    const { store, clock, durations } = this.#options;
    if (accountId === undefined) throw new AppError('sign_in_required');
    const row = await this.#held(survey);
    if (!row || !(await store.concerns(survey, accountId))) throw new AppError('gathering_not_found');
    const since = clock.now() - row.endsAt.getTime();
    if (since < 0 || since >= durations.surveyLimit) throw new AppError('survey_closed');
    return accountId;
  }

  async #byLink(survey: string, token: string): Promise<string> {
    const { links, clock } = this.#options;
    const accountId = links.accountOf(token, survey, clock.now());
    if (accountId === undefined || !(await this.#held(survey))) throw new AppError('survey_closed');
    return accountId;
  }

  /** The gathering of a survey, unless it was cancelled or never approved. */
  async #held(survey: string): Promise<GatheringRow | undefined> {
    const row = await this.#options.gatherings.byId(survey);
    return row?.state === 'approved' ? row : undefined;
  }
}
