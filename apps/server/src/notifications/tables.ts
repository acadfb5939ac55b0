import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownedByAccount, ownedBySession } from '../accounts/service.ts';
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
    /** When they were last notified of a rendezvous. */
    notifiedAt: instant(),
    /** How many of the last calls in a row were not answered. */
    unanswered: integer().notNull().default(0),
    /** Not called before, unless they have asked for a single call: because of a call, of quiet hours or of the cap. */
    notBefore: instant(),
    /** A single call that they have asked for, and until when. */
    callType: text(),
    callUntil: instant(),
    /** When somebody was looked for, they had no page open and no browser that push reaches; until they have one again. */
    isUnreachable: boolean().notNull().default(false),
  },
  (table) => [
    index().on(table.lastRungAt.asc().nullsFirst()),
    index('bell_setting_reachable').on(table.lastRungAt.asc().nullsFirst()).where(sql`not is_unreachable`),
    index().on(table.callType),
  ],
);

export type RingChannel = 'page' | 'push' | 'none';

/** A call. Who waited is not recorded. */
export const ring = pgTable(
  'ring',
  {
    id: uuid().primaryKey(),
    accountId: ownedByAccount(),
    rungAt: instant().notNull(),
    /** To an open page, to browsers by push, or to neither: no page was open any more, and no push service took it. */
    channel: text().$type<RingChannel>().notNull(),
    answeredAt: instant(),
  },
  (table) => [index().on(table.accountId), index().on(table.rungAt)],
);

/** A browser in which a member is reached while no page is open. Source: W3C Push API. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: uuid().primaryKey(),
    accountId: ownedByAccount(),
    /** The browser's session: with its end nobody is called there any more. */
    sessionId: ownedBySession(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant().notNull(),
    /** The push service wants nothing before. */
    waitUntil: instant(),
  },
  (table) => [index().on(table.accountId), index().on(table.sessionId)],
);
