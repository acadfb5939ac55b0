import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

export const account = pgTable('account', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** The address as it is compared: two spellings of one address are one address. */
  emailKey: text().notNull().unique(),
  name: text().notNull(),
  role: text().notNull().default('member'),
  passwordHash: text(),
  facebookId: text().unique(),
  language: text().notNull().default('en'),
  verifiedAt: instant(),
  /** Where somebody stands on the waiting list; null once they are in. */
  registeringStage: text(),
  guidanceAcceptedAt: instant(),
  guidanceDeclinedAt: instant(),
  triedToConnectAt: instant(),
  positionGuidelineHidden: boolean().notNull().default(false),
  /** Wishes a direct connection with people of the circle. */
  directInCircle: boolean().notNull().default(false),
  solicitedEmails: boolean().notNull().default(false),
  howSolicited: text(),
  termsVersion: text(),
  privacyVersion: text(),
  termsAcceptedAt: instant(),
  over18At: instant(),
  createdAt: instant().notNull(),
});

const owner = () =>
  uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' });

/** A signed-in browser. */
export const session = pgTable(
  'session',
  {
    id: uuid().primaryKey(),
    accountId: owner(),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    userAgent: text(),
    timeZone: text(),
    /** When this browser proved a second factor. */
    secondFactorAt: instant(),
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

/**
 * Browsers an account has signed in from, by the keyed hash of the random mark each browser keeps in a cookie
 * (OWASP, "Device cookies"). A trusted one has budgets of its own for recovery and sign-in attempts.
 */
export const knownBrowser = pgTable(
  'known_browser',
  {
    accountId: owner(),
    markHash: text().notNull(),
    signedInAt: instant().notNull(),
    trusted: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.markHash] }), index().on(table.markHash)],
);

/** Sign-in attempts on one address from browsers it does not know. The key is a keyed hash of the address. */
export const signInAttempt = pgTable('sign_in_attempt', {
  key: text().primaryKey(),
  /** Attempts since the last success, or since a day without any. */
  count: integer().notNull(),
  lastAt: instant().notNull(),
  /** The next attempt is taken from here on. */
  nextAt: instant().notNull(),
});

/** Mailed links that confirm an address: the account's first, or another it is to have from then on. */
export const emailConfirmation = pgTable(
  'email_confirmation',
  {
    hash: text().primaryKey(),
    accountId: owner(),
    /** The address wished for; null for the one the account was made with. */
    newEmail: text(),
    /** The browser that asked stays signed in when the address changes. */
    sessionId: uuid(),
    /** The link by which the owner of the present address refuses the change. */
    refusalHash: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.accountId), index().on(table.refusalHash)],
);

/** Mailed links that set a new password. The id is that of the request, so that one request makes one link. */
export const passwordRecovery = pgTable(
  'password_recovery',
  {
    id: uuid().primaryKey(),
    hash: text().notNull().unique(),
    accountId: owner(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.accountId)],
);

/** The mailed code by which an account without a password is deleted. */
export const deletionCode = pgTable('deletion_code', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  hash: text().notNull(),
  triesLeft: integer().notNull(),
  expiresAt: instant().notNull(),
});

/** What somebody on the waiting list told us, and what became of it. */
export const application = pgTable('application', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  motivation: text().notNull(),
  reference: text().notNull(),
  explanation: text().notNull(),
  submittedAt: instant().notNull(),
  decision: text(),
  reason: text(),
  decidedBy: text(),
  decidedAt: instant(),
  /** When they were last asked something. */
  askedAt: instant(),
  /** Who looks at it now, and since when. */
  claimedBy: uuid(),
  claimedAt: instant(),
});

/** Links by which the mailing list is left without signing in. */
export const unsubscribeLink = pgTable('unsubscribe_link', { hash: text().primaryKey(), accountId: owner() }, (table) => [
  index().on(table.accountId),
]);

/** Addresses an account had before: what was kept about them is erased with it. */
export const formerAddress = pgTable('former_address', { accountId: owner(), emailKey: text().notNull() }, (table) => [
  primaryKey({ columns: [table.accountId, table.emailKey] }),
]);

/** An authenticator app (RFC 6238). The secret is encrypted; `lastStep` is the last time step a code was taken from. */
export const secondFactor = pgTable('second_factor', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  secret: text().notNull(),
  confirmedAt: instant(),
  lastStep: integer().notNull().default(0),
});

/** Codes for the day the app is lost, each good for one use. Only hashes are kept. */
export const recoveryCode = pgTable('recovery_code', { hash: text().primaryKey(), accountId: owner() }, (table) => [
  index().on(table.accountId),
]);

/** Keys that prove the second factor in place of a code. Only the public half is here. */
export const passkey = pgTable(
  'passkey',
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    accountId: owner(),
    /** COSE key (RFC 9052), base64url. */
    publicKey: text().notNull(),
    /** How often it says it has signed; 0 for one that does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    addedAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.accountId)],
);

/** What a browser is to sign, once. */
export const passkeyChallenge = pgTable('passkey_challenge', {
  sessionId: uuid()
    .primaryKey()
    .references(() => session.id, { onDelete: 'cascade' }),
  challenge: text().notNull(),
  expiresAt: instant().notNull(),
});
