import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** One row per room: ids, codes and times only. Side `a` is position 1, the one who waited. */
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
    /** How long side `a` had waited for somebody; null in records from before it was written down. */
    waitedMs: integer(),
    /** How the pictures went, as one side told when it was over. */
    path: text(),
  },
  (table) => [
    check('two_people', sql`${table.a} <> ${table.b}`),
    index().on(table.a, table.connectedAt),
    index().on(table.b, table.connectedAt),
    index().on(table.pairedAt),
    index('encounter_running').on(table.pairedAt).where(sql`${table.endedAt} is null`),
  ],
);

/** What somebody had lived through in encounters whose records are gone: counters are these and the rows that are left. */
export const encounterTotal = pgTable('encounter_total', {
  accountId: uuid().primaryKey(),
  completedMinutes: integer().notNull().default(0),
  thanksReceived: integer().notNull().default(0),
  sessionManuallyEnded: integer().notNull().default(0),
});

/** Who is in a live room: the primary key is the promise that nobody is in two. */
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
