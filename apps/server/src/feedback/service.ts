import { AppError } from '@unspoken/contract/errors';
import { type feedbackBody, feedbackFields } from '@unspoken/contract/feedback';
import type * as z from 'zod/mini';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { MailTemplates } from '../platform/mail/templates.ts';
import type { Random } from '../platform/random.ts';
import type { FeedbackStore } from './store.ts';

export interface FeedbackOptions {
  readonly store: FeedbackStore;
  readonly accounts: Accounts;
  readonly letters: MailTemplates;
  readonly clock: Clock;
  readonly random: Random;
  readonly supportEmail: string;
}

/** What people tell us: kept, and mailed to those who answer. Said anonymously, nothing tells who said it. */
export class Feedback {
  readonly #options: FeedbackOptions;
  constructor(options: FeedbackOptions) {
    this.#options = options;
  }

  async add(accountId: string, { anon, ...answers }: z.output<typeof feedbackBody>): Promise<void> {
    const { store, accounts, letters, clock, random, supportEmail } = this.#options;
    const by = anon ? undefined : await accounts.byId(accountId);
    const said = Object.fromEntries(feedbackFields.map((field) => [field, answers[field] ?? ''])) as Record<
      (typeof feedbackFields)[number],
      string
    >;
    const row = { id: random.id(), accountId: by?.id ?? null, ...said, createdAt: new Date(clock.now()) };
    await store.transaction(async (tx) => {
      // Otherwise a deletion of the account at this moment would not see what is written here. (ACC-16)
      if (by && !(await accounts.lockAgainstDeletion(tx, [by.id])).has(by.id)) throw new AppError('sign_in_required');
      await store.add(tx, row);
      await letters.post(tx, {
        kind: 'feedback',
        to: supportEmail,
        language: 'en',
        // A name in a mail loses what could be clicked on; the address of who wants an answer stands in the words.
        values: {
          writer: by ? `${by.name} <${by.email}>` : 'anonymous',
          answers: feedbackFields
            .filter((field) => said[field] !== '')
            .map((field) => `${field}:\n${said[field]}`)
            .join('\n\n'),
        },
        concerns: by ? [by.id] : [],
      });
    });
  }

  /** The last hundred, newest first: what was answered, and by whom, if they said so. */
  async latest(): Promise<{ at: Date; accountId: string | null; answers: Record<string, string> }[]> {
    const rows = await this.#options.store.latest(100);
    return rows.map(({ accountId, createdAt: at, ...row }) => ({
      at,
      accountId,
      answers: Object.fromEntries(feedbackFields.filter((field) => row[field] !== '').map((field) => [field, row[field]])),
    }));
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const given = await this.#options.store.by(accountId);
    return { feedback: given.map(({ id: _, accountId: __, ...said }) => said) };
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#options.store.erase(tx, accountId);
  }
}
