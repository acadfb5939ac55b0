import type { Decision } from '@unspoken/contract/cases';
import type { HouseRule, StatementKind } from '@unspoken/contract/standing';
import type { Account, Accounts } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import { instantIn } from '../platform/dates.ts';
import type { MailContent, MailTemplates } from '../platform/mail/templates.ts';

/** A decision as the person concerned receives it. */
export interface StatementContent {
  readonly kind: StatementKind;
  readonly until: Date | null;
  readonly rule?: HouseRule | undefined;
  readonly facts: string;
}

export const statementKindOf: { readonly [decision in Exclude<Decision, 'dismiss'>]: StatementKind } = {
  warn: 'warned',
  suspend: 'suspended',
  ban: 'banned',
};

interface Options {
  readonly accounts: Pick<Accounts, 'mailTo'>;
  readonly mailTemplates: MailTemplates;
  readonly publicUrl: string;
}

/** The statement of reasons as a mail (Regulation (EU) 2022/2065, Article 17): facts, rule, who decided, how to appeal. */
export function statementMail(
  account: Account,
  { kind, until, rule, facts }: StatementContent,
  { accounts, mailTemplates, publicUrl }: Options,
): MailContent {
  const { language } = account;
  const lasts = until
    ? mailTemplates.phrase(language, 'until', { until: instantIn(language, until) })
    : mailTemplates.phrase(language, 'noEnd');
  const ruleText = rule ? mailTemplates.phrase(language, `rules.${rule}`) : '';
  return accounts.mailTo(account, { kind, values: { lasts, facts, rule: ruleText }, link: `${publicUrl}/account/standing` });
}

export const postStatement = (tx: Database, account: Account, statement: StatementContent, options: Options): Promise<void> =>
  options.mailTemplates.post(tx, statementMail(account, statement, options));
