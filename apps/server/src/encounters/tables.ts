import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** One row per room: ids, codes and times only. Side `a` is position 1, the member who waited. */
export const encounter = pgTable(
  'encounter',
  {
    roomID: text().primaryKey(),
    a: uuid().notNull(),
    b: uuid().notNull(),
    experienceType: text().notNull(),
    poolType: text().notNull(),
    groupSpace: text().notNull(),
    pairedAt: instant().notNull(),
    confirmedAt: instant(),
    connectedAt: instant(),
    endedAt: instant(),
    endReasonA: text(),
    endReasonB: text(),
    completed: boolean().notNull().default(false),
    durationMs: integer(),
    /** How long side `a` had waited for a partner; null in records from before this was recorded. */
    waitedMs: integer(),
    /** The connection path, as one side reported it at the end. */
    path: text(),
    /** The version of the script that the room was opened with; none for the minute, which is code. */
    versionId: uuid(),
    /** A rehearsal of an unpublished version; it is not counted as a completed minute. */
    rehearsal: boolean().notNull().default(false),
    /** Of a meeting shorter than the minute, which is not counted as a completed minute: `short` or `medium`. */
    length: text(),
  },
  (table) => [
    check('two_people', sql`${table.a} <> ${table.b}`),
    index().on(table.a, table.connectedAt),
    index().on(table.b, table.connectedAt),
    index().on(table.pairedAt),
    index('encounter_running').on(table.pairedAt).where(sql`${table.endedAt} is null`),
    // What an account has come to is counted from these alone: its rows lie all over the table.
    index('encounter_completed_a').on(table.a).where(sql`${table.completed}`),
    index('encounter_completed_b').on(table.b).where(sql`${table.completed}`),
    index('encounter_left_a').on(table.a).where(sql`${table.endReasonA} = 'manual_self'`),
    index('encounter_left_b').on(table.b).where(sql`${table.endReasonB} = 'manual_self'`),
  ],
);

/** What an account's deleted encounter records counted: its counters are these totals plus the rows that are left. */
export const encounterTotal = pgTable('encounter_total', {
  accountId: uuid().primaryKey(),
  completedMinutes: integer().notNull().default(0),
  thanksReceived: integer().notNull().default(0),
  manualEnds: integer('session_manually_ended').notNull().default(0),
});

/** Who is in a live room: the primary key ensures that nobody is in two. */
export const liveParticipant = pgTable('live_participant', {
  accountId: uuid().primaryKey(),
  roomID: text()
    .notNull()
    .references(() => encounter.roomID),
});

/** At most one thank per room and giver. */
export const thank = pgTable(
  'thank',
  {
    roomID: text()
      .notNull()
      .references(() => encounter.roomID),
    giver: uuid().notNull(),
    receiver: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.roomID, table.giver] }), index().on(table.receiver)],
);

/** Who dropped the veil over whose picture, once per room; kept for a week, for the count that moderators see. */
export const veil = pgTable(
  'veil',
  {
    roomID: text().notNull(),
    by: uuid().notNull(),
    over: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.roomID, table.by] }),
    index().on(table.over, table.at),
    index().on(table.by),
    index().on(table.at),
  ],
);
