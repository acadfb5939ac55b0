import { addressKeyOf } from '@unspoken/contract/fields';
import { arrayContains, inArray, or } from 'drizzle-orm';
import nodemailer from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { About } from '../jobs.ts';
import type { Random } from '../random.ts';
import { mailboxMessage } from './tables.ts';

export interface Mail extends About {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address for one-click unsubscription (RFC 2369, RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly calendar?: CalendarAttachment;
}

/** A calendar file that mail programs offer to enter, or enter by themselves. Source: RFC 6047. */
export interface CalendarAttachment {
  readonly method: 'REQUEST' | 'CANCEL';
  /** iCalendar, RFC 5545. */
  readonly content: string;
}

export interface Transport {
  /** Resolves when the mail has been handed over; `id` is the same in every attempt at one mail. */
  send(mail: Mail, id: string): Promise<void>;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Sends by SMTP. Addresses are passed as objects, never as text to be parsed. */
export function smtpTransport(url: string, sender: Sender): Transport {
  const smtp = nodemailer.createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    async send(mail, id) {
      await smtp.sendMail({
        from: sender,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${domain}>`,
        ...(mail.calendar && {
          icalEvent: { method: mail.calendar.method, filename: 'calendar.ics', content: mail.calendar.content },
        }),
        ...(mail.unsubscribeUrl !== undefined && {
          list: { unsubscribe: { url: mail.unsubscribeUrl, comment: '' } },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      });
    },
  };
}

/** Erases the mails to a person, and those that name them, from the mailbox at /dev/mailbox. */
export const eraseFromMailbox = async (
  tx: Database,
  person: { accountId: string; addressKeys: readonly string[] },
): Promise<void> => {
  await tx
    .delete(mailboxMessage)
    .where(
      or(inArray(mailboxMessage.toKey, [...person.addressKeys]), arrayContains(mailboxMessage.concerns, [person.accountId])),
    );
};

/** Delivers to the mailbox at /dev/mailbox. */
export const mailboxTransport = (db: Database, clock: Clock, random: Random): Transport => ({
  async send(mail, id) {
    const { to, subject, text, html, concerns, calendar } = mail;
    const at = new Date(clock.now());
    const about = { toKey: addressKeyOf(to), concerns: [...(concerns ?? [])] };
    await db
      .insert(mailboxMessage)
      .values({ id: random.id(), messageId: id, to, subject, text, html, calendar: calendar?.content ?? null, ...about, at })
      .onConflictDoNothing();
  },
});
