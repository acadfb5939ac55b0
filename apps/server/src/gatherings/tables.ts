import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { ownedByAccount } from '../accounts/service.ts';
import { instant } from '../platform/database/columns.ts';

/** When a gathering takes place, as its host means it: wall time in a zone, never an offset. */
export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  /** IANA name. */
  readonly zone: string;
  /** ms */
  readonly length: number;
}

/** What a host has changed of an approved gathering and nobody has decided about yet. */
export interface PendingEdit extends WallTime {
  readonly name: string;
  readonly welcomeStatement: string;
  readonly surveyUrl: string | null;
}

/** A gathering: a special one, or a regular one that somebody has registered for. All others are computed. */
export const gathering = pgTable(
  'gathering',
  {
    id: text().primaryKey(),
    isRegular: boolean().notNull(),
    /** Empty for a regular one, whose name is the interface's. */
    name: text().notNull(),
    date: text().notNull(),
    time: text().notNull(),
    zone: text().notNull(),
    lengthMs: integer().notNull(),
    /** Computed from wall time and zone; computed again when either, or the data of the zone, has changed. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** The secret name of the private space, 128 bits in hexadecimal; null without one. */
    groupId: text().unique(),
    welcomeStatement: text().notNull(),
    surveyUrl: text(),
    /** The account that hosts it; none for a regular one, or once the account is gone. */
    host: uuid(),
    state: text().$type<'proposed' | 'approved' | 'refused' | 'cancelled'>().notNull(),
    /** Counts its moves and its cancellation. */
    revision: integer().notNull().default(0),
    pending: jsonb().$type<PendingEdit>(),
    capacity: integer().notNull(),
    /** Whether it is listed; another is found by its link only. */
    listed: boolean().notNull(),
    createdAt: instant().notNull(),
    changedAt: instant().notNull(),
    decidedBy: uuid(),
    decidedAt: instant(),
    reason: text(),
  },
  (table) => [
    ...[index().on(table.startsAt), index().on(table.host), index().on(table.endsAt), index().on(table.date)],
    index('gathering_revised').on(table.id).where(sql`${table.revision} > 0`),
  ],
);

/** A person who has registered, or has left again: the row keeps the SEQUENCE of their calendar entry. */
export const gatheringRegistration = pgTable(
  'gathering_registration',
  {
    gatheringId: text()
      .notNull()
      .references(() => gathering.id, { onDelete: 'cascade' }),
    accountId: ownedByAccount(),
    registeredAt: instant().notNull(),
    leftAt: instant(),
    /** SEQUENCE of the calendar entry that was mailed last (RFC 5545, 3.8.7.4). */
    sequence: integer().notNull(),
    /** The revision of the gathering that this person has been mailed. */
    mailedRevision: integer('told_revision').notNull(),
    remindedDayAt: instant(),
    remindedSoonAt: instant(),
    /** When the survey was mailed. */
    surveyedAt: instant(),
    standsIn: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.gatheringId, table.accountId] }),
    index().on(table.accountId),
    // Read alone, it counts who is registered.
    index('gathering_registration_present').on(table.gatheringId).where(sql`${table.leftAt} is null`),
  ],
);

/** Who came to a gathering: they entered its space, or connected while it took place. */
export const gatheringAttendance = pgTable(
  'gathering_attendance',
  {
    gatheringId: text()
      .notNull()
      .references(() => gathering.id, { onDelete: 'cascade' }),
    accountId: ownedByAccount(),
    cameAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.gatheringId, table.accountId] }), index().on(table.accountId)],
);

/** What is expected of a regular gathering in a further zone, and whether it is open. */
export const anchor = pgTable(
  'anchor',
  {
    zone: text().notNull(),
    date: text().notNull(),
    /** How many people are expected. */
    expected: real().notNull(),
    computedAt: instant().notNull(),
    openedAt: instant(),
    withdrawnAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.zone, table.date] })],
);

/** The last answer of a person to a survey. */
export const surveyAnswer = pgTable(
  'survey_answer',
  {
    survey: text().notNull(),
    accountId: ownedByAccount(),
    yes: boolean().notNull(),
    answeredAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.survey, table.accountId] }),
    index().on(table.accountId),
    index().on(table.answeredAt),
  ],
);

/** A person's private calendar feed; the token of its address is stored only as its hash. */
export const calendarFeed = pgTable('calendar_feed', {
  accountId: ownedByAccount().primaryKey(),
  tokenHash: text().notNull().unique(),
  createdAt: instant().notNull(),
});
