import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** The key pair that identifies this installation to push services (RFC 8292). There is one row. */
export const pushKey = pgTable('push_key', {
  name: text().primaryKey(),
  publicKey: text().notNull(),
  /** Sealed by the secret of the installation. */
  privateKey: text().notNull(),
  createdAt: instant().notNull(),
});
