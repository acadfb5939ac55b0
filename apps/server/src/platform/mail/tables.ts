import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** When mails that strangers can cause were sent, within the last day. The key is a keyed hash of the name of the budget. */
export const mailBudget = pgTable('mail_budget', {
  key: text().primaryKey(),
  sentAt: timestamp({ withTimezone: true, precision: 3 }).array().notNull(),
});

/** Mails delivered to the development mailbox, while no SMTP server is configured. */
export const mailboxMessage = pgTable(
  'mailbox_message',
  {
    id: uuid().primaryKey(),
    messageId: text().notNull().unique(),
    to: text().notNull(),
    toKey: text().notNull().default(''),
    /** Accounts whose name or address the mail contains. */
    concerns: text().array().notNull().default([]),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** The calendar file that came with it, iCalendar. */
    calendar: text(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [index().on(table.at)],
);
