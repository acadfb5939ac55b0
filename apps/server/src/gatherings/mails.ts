import { languageAmong, localeOf } from '@unspoken/contract/languages';
import type { Account, Accounts } from '../accounts/service.ts';
import { type CalendarEvent, calendarFile } from '../platform/calendar.ts';
import type { Database } from '../platform/database/database.ts';
import type { MailKind, MailTemplates } from '../platform/mail/templates.ts';
import type { GatheringRow } from './store.ts';

export type GatheringMail = Extract<MailKind, `gathering${'Registered' | 'Left' | 'Moved' | 'Cancelled' | 'Tomorrow' | 'Soon'}`>;

export interface GatheringMailsOptions {
  readonly accounts: Pick<Accounts, 'mailTo' | 'timeZone'>;
  readonly mailTemplates: Pick<MailTemplates, 'post' | 'phrase'>;
  readonly publicUrl: string;
  readonly productName: string;
  readonly supportEmail: string;
}

/** To whom a mail is written, and the zone of the IANA database in which they read times, if one is known. */
export interface Reader {
  readonly account: Account;
  readonly zone: string | undefined;
}

/** Where people find a gathering: its space, if it has one, else its page. */
const pathOf = ({ id, groupId }: GatheringRow): string => (groupId === null ? `/gathering/${id}` : `/groupspace/${groupId}`);

/** What is mailed about gatherings, each time with the calendar file that brings the reader's calendar up to date. */
export class GatheringMails {
  readonly #options: GatheringMailsOptions;
  constructor(options: GatheringMailsOptions) {
    this.#options = options;
  }

  /** Posts a mail as part of the transaction; `sequence` is that of the calendar entry after it. */
  async post(tx: Database, account: Account, kind: GatheringMail, row: GatheringRow, sequence: number): Promise<void> {
    const zone = await this.#options.accounts.timeZone(account.id, tx);
    await this.postTo(tx, { account, zone }, kind, row, sequence);
  }

  /** As `post`, to a reader whose zone has been read already; without one, in that of the gathering. */
  async postTo(tx: Database, reader: Reader, kind: GatheringMail, row: GatheringRow, sequence: number): Promise<void> {
    const { accounts, mailTemplates, publicUrl } = this.#options;
    const { account, zone = row.zone } = reader;
    const ended = kind === 'gatheringLeft' || kind === 'gatheringCancelled';
    const values = { title: this.titleOf(row, account.language), when: whenOf(row.startsAt, zone, account.language) };
    const mail = accounts.mailTo(account, { kind, values, link: `${publicUrl}${ended ? '/gatherings' : pathOf(row)}` });
    const isReminder = kind === 'gatheringTomorrow' || kind === 'gatheringSoon';
    const calendar = isReminder ? undefined : this.#invitation(account, row, { sequence, ended });
    await mailTemplates.post(tx, { ...mail, ...(calendar && { calendar }) });
  }

  /** The gathering as an entry of a calendar, with texts in this language. */
  event(row: GatheringRow, language: string, sequence: number, { isPersonal }: { readonly isPersonal: boolean }): CalendarEvent {
    const { publicUrl } = this.#options;
    return {
      uid: `${row.id}@${new URL(publicUrl).hostname}`,
      sequence,
      start: row.startsAt.getTime(),
      end: row.endsAt.getTime(),
      zone: row.zone,
      title: this.titleOf(row, language),
      description: row.welcomeStatement,
      // The name of a private space is for those who have registered only.
      url: `${publicUrl}${isPersonal ? pathOf(row) : `/gathering/${row.id}`}`,
      changedAt: row.changedAt.getTime(),
      ...(row.state === 'cancelled' && { cancelled: true }),
    };
  }

  /** The name of a gathering; regular ones are called by the product. */
  titleOf({ name, isRegular }: GatheringRow, language: string): string {
    const { mailTemplates, productName } = this.#options;
    return isRegular ? mailTemplates.phrase(languageAmong(language), 'regularGathering', { product: productName }) : name;
  }

  #invitation(account: Account, row: GatheringRow, { sequence, ended }: { readonly sequence: number; readonly ended: boolean }) {
    const { productName, supportEmail } = this.#options;
    const method = ended ? 'CANCEL' : 'REQUEST';
    const event = this.event(row, account.language, sequence, { isPersonal: true });
    const content = calendarFile([{ ...event, ...(ended && { cancelled: true }) }], {
      ...{ method, product: productName },
      organizer: { name: productName, email: supportEmail },
      attendee: { email: account.email },
    });
    return { method, content } as const;
  }
}

/** An instant in words, in a reader's language and zone. */
export const whenOf = (at: Date, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' },
  }).format(at);
