import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** An invitation to an encounter by a link. The code of the link is stored only as its hash. */
export const personalInvitation = pgTable(
  'personal_invitation',
  {
    codeHash: text().primaryKey(),
    host: uuid().notNull(),
    experienceType: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    cancelledAt: instant(),
    /** When the start of a minute was named: an invitation works once. */
    usedAt: instant(),
    /** It cannot be followed without an account. */
    membersOnly: boolean().notNull().default(false),
    /** The only account that can follow it: a friend who was asked for a minute. */
    invited: uuid(),
  },
  (table) => [index().on(table.host)],
);

/** The ephemeral account of a guest who followed a link, bound to that one invitation. */
export const experienceGuest = pgTable('experience_guest', {
  accountId: uuid().primaryKey(),
  codeHash: text().notNull(),
  createdAt: instant().notNull(),
  /** The keyed hash of the browser's mark: the separations and holds of accounts that signed in there apply to the guest. */
  markHash: text(),
});
