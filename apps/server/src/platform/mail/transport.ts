import nodemailer from 'nodemailer';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Mail } from './outbox.ts';
import { mailboxMessage } from './tables.ts';

export interface Transport {
  /** Resolves when the mail is somebody else's responsibility; `id` names this mail over all attempts. */
  send(mail: Mail, id: string): Promise<void>;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Sends by SMTP. Addresses go in as objects, never as text to be parsed. */
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
      });
    },
  };
}

/** Delivers into the mailbox shown at /dev/mailbox. */
export const mailboxTransport = (db: Database, clock: Clock, chance: Chance): Transport => ({
  async send(mail, id) {
    await db
      .insert(mailboxMessage)
      .values({ id: chance.id(), messageId: id, ...mail, at: new Date(clock.now()) })
      .onConflictDoNothing();
  },
});
