import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Somebody is invited to an encounter by a link. The code of the link is kept as its hash only. */
export const personalInvitation = pgTable(
  'personal_invitation',
  {
    codeHash: text().primaryKey(),
    host: uuid().notNull(),
    experienceType: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    cancelledAt: instant(),
    /** The start of a minute was named: it works once. */
    usedAt: instant(),
    /** Nobody without an account can come by it. */
    membersOnly: boolean().notNull().default(false),
  },
  (table) => [index().on(table.host)],
);

/** The ephemeral account of somebody who came by a link, bound to that one invitation. */
export const experienceGuest = pgTable('experience_guest', {
  accountId: uuid().primaryKey(),
  codeHash: text().notNull(),
  createdAt: instant().notNull(),
  /** The keyed hash of the mark of their browser: accounts that were signed in there lend their separations and holds. */
  markHash: text(),
});
