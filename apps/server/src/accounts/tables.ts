import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = () => timestamp({ withTimezone: true, precision: 3 });

export const account = pgTable('account', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** The address as it is compared: two spellings of one address are one address. */
  emailKey: text().notNull().unique(),
  name: text().notNull(),
  role: text().notNull().default('member'),
  passwordHash: text(),
  language: text().notNull().default('en'),
  verifiedAt: instant(),
  suspended: boolean().notNull().default(false),
  guidanceAcceptedAt: instant(),
  guidanceDeclinedAt: instant(),
  triedToConnectAt: instant(),
  positionGuidelineHidden: boolean().notNull().default(false),
  solicitedEmails: boolean().notNull().default(false),
  termsVersion: text(),
  privacyVersion: text(),
  termsAcceptedAt: instant(),
  over18At: instant(),
  createdAt: instant().notNull(),
});

/** A signed-in browser. */
export const session = pgTable(
  'session',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    userAgent: text(),
    timeZone: text(),
  },
  (table) => [index().on(table.accountId)],
);

/** The tokens a session may be used with: usually one, two while one replaces the other. Only hashes are kept. */
export const sessionToken = pgTable(
  'session_token',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    usedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.sessionId)],
);

/** Mailed links that confirm an address. Kept after use, so that a second click is no error. */
export const emailConfirmation = pgTable(
  'email_confirmation',
  {
    hash: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.accountId)],
);
