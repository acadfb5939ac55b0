import { type SQLWrapper, sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** When the last mail of a budget was sent: its instants are in order. Of a budget that none was taken from, long ago. */
export const lastSent = (sentAt: SQLWrapper) => sql`coalesce(${sentAt}[cardinality(${sentAt})], '-infinity'::timestamptz)`;

/** When mails that strangers can cause were sent, within the last day. The key is a keyed hash of the name of the budget. */
export const mailBudget = pgTable(
  'mail_budget',
  {
    key: text().primaryKey(),
    sentAt: timestamp({ withTimezone: true, precision: 3 }).array().notNull(),
  },
  (table) => [index('mail_budget_last').on(lastSent(table.sentAt))],
);

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
