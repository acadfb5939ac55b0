import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** An invitation to a friend; only a hash of its link is stored. */
export const invitation = pgTable(
  'invitation',
  {
    id: uuid().primaryKey(),
    inviter: uuid().notNull(),
    toEmail: text().notNull(),
    addressKey: text('to_email_key').notNull(),
    hash: text().notNull().unique(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.inviter), index().on(table.addressKey)],
);

/**
 * A mailbox that was invited, or whose owner wants no more invitations, by a keyed hash of its canonical address. It is about nobody's
 * account: it outlives those of the senders.
 */
export const invitedAddress = pgTable(
  'invited_address',
  {
    hash: text().primaryKey(),
    /** When the last invitation was mailed. */
    invitedAt: instant(),
    /** When the owner asked for no more invitations. */
    declinedAt: instant(),
  },
  (table) => [index().on(table.invitedAt)],
);

/** How many invitations an account has ever sent. */
export const invitationCount = pgTable('invitation_count', {
  inviter: uuid().primaryKey(),
  sent: integer().notNull(),
});
