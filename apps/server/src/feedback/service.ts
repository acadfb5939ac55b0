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
  readonly mailTemplates: MailTemplates;
  readonly clock: Clock;
  readonly random: Random;
  readonly supportEmail: string;
}

/** Feedback: stored, and mailed to the support address. Anonymous feedback is stored and mailed without its author. */
export class Feedback {
  readonly #options: FeedbackOptions;
  constructor(options: FeedbackOptions) {
    this.#options = options;
  }

  async add(accountId: string, { anon, ...answers }: z.output<typeof feedbackBody>): Promise<void> {
    const { store, accounts, mailTemplates, clock, random, supportEmail } = this.#options;
    const by = anon ? undefined : await accounts.byId(accountId);
    const texts = Object.fromEntries(feedbackFields.map((field) => [field, answers[field] ?? ''])) as Record<
      (typeof feedbackFields)[number],
      string
    >;
    const row = { id: random.id(), accountId: by?.id ?? null, ...texts, createdAt: new Date(clock.now()) };
    await store.transaction(async (tx) => {
      // Otherwise a concurrent deletion of the account would not see what is written here. (ACC-16)
      if (by && !(await accounts.lockAgainstDeletion(tx, [by.id])).has(by.id)) throw new AppError('sign_in_required');
      await store.add(tx, row);
      await mailTemplates.post(tx, {
        kind: 'feedback',
        to: supportEmail,
        language: 'en',
        // Names in mails lose everything clickable; the address to answer to is part of the text.
        values: {
          writer: by ? `${by.name} <${by.email}>` : 'anonymous',
          answers: feedbackFields
            .filter((field) => texts[field] !== '')
            .map((field) => `${field}:\n${texts[field]}`)
            .join('\n\n'),
        },
        concerns: by ? [by.id] : [],
      });
    });
  }

  /** The last hundred, newest first, each with its author unless it is anonymous. */
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
    return { feedback: given.map(({ id: _, accountId: __, ...texts }) => texts) };
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#options.store.erase(tx, accountId);
  }
}
