import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** A report: ids, codes and times only, never changed. The explanation is in `report_text`. */
export const report = pgTable(
  'report',
  {
    id: uuid().primaryKey(),
    roomID: text().notNull(),
    reporter: uuid().notNull(),
    reported: uuid().notNull(),
    reasons: text().array().notNull(),
    /** As sent by the client; the two are separated whatever it says. */
    noRepeat: boolean().notNull(),
    at: instant().notNull(),
    /** The case it opened or joined. */
    caseId: uuid().notNull(),
    /** Why only people act on it; null if it counts towards a hold. */
    heldBack: text(),
  },
  (table) => [
    unique('report_roomId_reporter_unique').on(table.roomID, table.reporter),
    index().on(table.reported, table.at),
    index().on(table.reporter),
    index().on(table.caseId),
    index().on(table.at),
  ],
);

export const reportText = pgTable('report_text', {
  reportId: uuid()
    .primaryKey()
    .references(() => report.id),
  explanation: text().notNull(),
});

/** Two people who never meet again, in any pool. One row for both directions: the lower id comes first. */
export const separation = pgTable(
  'separation',
  {
    one: uuid().notNull(),
    other: uuid().notNull(),
    at: instant().notNull(),
    /** Which of the two asked for it: only that side can see it. */
    byOne: boolean().notNull().default(false),
    byOther: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.one, table.other] }),
    check('in_order', sql`${table.one} < ${table.other}`),
    index().on(table.other),
  ],
);

/**
 * A separation from a person whose account was deleted: `other` still has an account, and the former person is known by
 * keyed hashes of their mailboxes and of their identity at a provider, one row for each.
 */
export const keptSeparation = pgTable(
  'kept_separation',
  {
    hash: text().notNull(),
    other: uuid().notNull(),
    /** Who asked for it: the former person, the other, or both. */
    byFormer: boolean().notNull(),
    byOther: boolean().notNull(),
    /** When the account was deleted. */
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.other] }), index().on(table.other), index().on(table.at)],
);

/** The keyed hash of the network a report came from; kept only while the report counts towards a hold. */
export const reportOrigin = pgTable(
  'report_origin',
  {
    reportId: uuid().primaryKey(),
    network: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [index().on(table.at)],
);

/**
 * What moderators look at: the reports about one person since the last decision, one appeal, or one notice. At most one
 * case of reports is open about a person.
 */
export const moderationCase = pgTable(
  'moderation_case',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The account it is about; null for a notice. */
    subject: uuid(),
    /** The act an appeal is against. */
    appealed: uuid(),
    rank: integer().notNull(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    claimedBy: uuid(),
    claimedAt: instant(),
  },
  (table) => [
    uniqueIndex('one_open_case').on(table.subject).where(sql`${table.kind} = 'reports' and ${table.closedAt} is null`),
    uniqueIndex('one_appeal').on(table.appealed),
    index().on(table.closedAt),
    index().on(table.openedAt),
  ],
);

/**
 * The ledger: ids, codes and times only. The database refuses to change a line, and to delete one that is still within its
 * retention period. Free text is in `act_text`.
 */
export const act = pgTable(
  'act',
  {
    seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid().notNull().unique(),
    at: instant().notNull(),
    kind: text().notNull(),
    /** The account it is about. */
    subject: uuid(),
    /** The account that did it; null for an automatic hold. */
    actor: uuid(),
    caseId: uuid(),
    until: instant(),
    /** The rule of a decision, the cause of a hold, a granted role. */
    code: text(),
  },
  (table) => [
    index().on(table.subject, table.seq),
    index().on(table.caseId, table.seq),
    index().on(table.actor, table.at),
    index().on(table.at),
  ],
);

export const actText = pgTable('act_text', {
  actId: uuid().primaryKey(),
  words: text().notNull(),
});

/** A message to the moderators, with an address for the answer. */
export const notice = pgTable(
  'notice',
  {
    caseId: uuid()
      .primaryKey()
      .references(() => moderationCase.id),
    at: instant().notNull(),
    words: text().notNull(),
    email: text(),
    language: text().notNull(),
  },
  (table) => [index('notice_address').on(sql`lower(${table.email})`)],
);

/**
 * The keyed hashes of the mailboxes and identity of an account: written when it is suspended, when a ban is proposed or
 * decided, and when it is deleted with an open case or with a hold or sanction in force.
 */
export const formerPerson = pgTable(
  'former_person',
  {
    subject: uuid().notNull(),
    hash: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.hash] }), index().on(table.hash), index().on(table.at)],
);
