import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** An invitation to a friend; of the link in its mail only the hash is kept. */
export const invitation = pgTable(
  'invitation',
  {
    id: uuid().primaryKey(),
    inviter: uuid().notNull(),
    toEmail: text().notNull(),
    toEmailKey: text().notNull(),
    hash: text().notNull().unique(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.inviter), index().on(table.toEmailKey)],
);

/** How many invitations somebody has sent, ever. */
export const invitationCount = pgTable('invitation_count', {
  inviter: uuid().primaryKey(),
  sent: integer().notNull(),
});
