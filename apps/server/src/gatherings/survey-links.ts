import type { Keys } from '../platform/keys.ts';

/** How long after the end of its gathering a mailed survey can be answered, ms. Source: requirements/gatherings 6.3. */
export const surveyLinkLife = 30 * 24 * 3_600_000;

/** Tokens by which the reader of a mail answers a survey without signing in: the account and the expiry, sealed for one survey. */
export class SurveyLinks {
  readonly #keys: Pick<Keys, 'seal' | 'open' | 'hash'>;
  constructor(keys: Pick<Keys, 'seal' | 'open' | 'hash'>) {
    this.#keys = keys;
  }

  /** A token for the address of a page; at most 200 characters, however long the name of the survey. `expiresAt` is epoch ms. */
  token(accountId: string, survey: string, expiresAt: number): string {
    return this.#keys.seal('survey', [accountId, expiresAt, this.#keys.hash('survey', survey)].join(' '));
  }

  /** The account of a token, if it was made for this survey and has not expired at `now`, epoch ms. */
  accountOf(token: string, survey: string, now: number): string | undefined {
    try {
      const [accountId, expiresAt, hash] = this.#keys.open('survey', token).split(' ');
      const holds = hash === this.#keys.hash('survey', survey) && now < Number(expiresAt);
      return holds ? accountId : undefined;
    } catch {
      return undefined;
    }
  }
}
