import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownedByAccount } from '../accounts/service.ts';
import { instant } from '../platform/database/columns.ts';

/** The experience types for which a member has asked to be called: a type, or `{type}:myCircle`. */
export const notificationRequest = pgTable(
  'notification_request',
  {
    accountId: ownedByAccount(),
    experienceType: text().notNull(),
    requestedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.experienceType] }), index().on(table.experienceType)],
);

/** When and how often a member can be called, and what has been stamped about their calls. A row exists once they have chosen anything. */
export const bellSetting = pgTable(
  'bell_setting',
  {
    accountId: ownedByAccount().primaryKey(),
    /** Full hours in the member's own zone. */
    quietFrom: integer().notNull(),
    quietTo: integer().notNull(),
    dailyCap: integer().notNull(),
    /** The last call, and the date of the member's zone on which it was, with how many there were on it. */
    lastRungAt: instant(),
    rungOn: text(),
    rungCount: integer().notNull().default(0),
    /** How many of the last calls in a row were not answered. */
    unanswered: integer().notNull().default(0),
    /** Not called before, unless they have asked for a single call: because of a call, of quiet hours or of the cap. */
    notBefore: instant(),
    /** A single call that they have asked for, and until when. */
    callType: text(),
    callUntil: instant(),
  },
  (table) => [index().on(table.lastRungAt.asc().nullsFirst()), index().on(table.callType)],
);

/** A call. Who waited is not recorded. */
export const ring = pgTable(
  'ring',
  {
    id: uuid().primaryKey(),
    accountId: ownedByAccount(),
    rungAt: instant().notNull(),
    channel: text().$type<'page'>().notNull(),
    answeredAt: instant(),
  },
  (table) => [index().on(table.accountId), index().on(table.rungAt)],
);
