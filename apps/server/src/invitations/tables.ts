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

/** How many invitations an account has ever sent. */
export const invitationCount = pgTable('invitation_count', {
  inviter: uuid().primaryKey(),
  sent: integer().notNull(),
});
