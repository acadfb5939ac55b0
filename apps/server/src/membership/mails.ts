import { euros } from '@unspoken/contract/amounts-in-words';
import { localeOf } from '@unspoken/contract/languages';
import type { Accounts } from '../accounts/service.ts';
import type { Payments } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { dayIn, instantIn } from '../platform/dates.ts';
import type { MailKind, MailTemplates } from '../platform/mail/templates.ts';

export interface MembershipMailsOptions {
  readonly accounts: Pick<Accounts, 'byId' | 'write'>;
  readonly mailTemplates: Pick<MailTemplates, 'phrase'>;
  readonly payments: Pick<Payments, 'mode'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly publicUrl: string;
}

export type MembershipMail = Extract<
  MailKind,
  `membership${'Begun' | 'Failed' | 'Last' | 'Confirm' | 'Unpaid' | 'Cancelled' | 'Ended' | 'Withdrawn'}`
>;

/** What a mail says of money and days. */
export interface MailFacts {
  readonly cents?: number;
  /** Until when something lasts. */
  readonly until?: Date | null;
  /** When it was declared; now unless set. */
  readonly at?: Date | undefined;
}

/** Mails about a membership, each in the transaction of what it is about: they are sent if that has happened, and once. */
export class MembershipMails {
  readonly #options: MembershipMailsOptions;
  constructor(options: MembershipMailsOptions) {
    this.#options = options;
  }

  /** Nobody gets a mail for a membership whose account was deleted. */
  async post(
    tx: Database,
    accountId: string | null,
    kind: MembershipMail,
    { cents = 0, until, at }: MailFacts = {},
  ): Promise<void> {
    const { accounts, mailTemplates, payments, clock, publicUrl } = this.#options;
    const account = accountId === null ? undefined : await accounts.byId(accountId, tx);
    if (!account) return;
    const { language } = account;
    const now = new Date(clock.now());
    const values = {
      ...{ amount: euros(cents, localeOf(language)), at: instantIn(language, at ?? now), date: dayIn(language, until ?? now) },
      rehearsal: payments.mode === 'rehearsal' ? mailTemplates.phrase(language, 'rehearsal') : '',
    };
    const path = kind === 'membershipUnpaid' ? '/membership' : '/account/membership';
    await accounts.write(tx, account, { kind, values, link: publicUrl + path });
  }
}
