import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

export const account = pgTable(
  'account',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** The address key: two spellings of one address have the same key. */
    addressKey: text('email_key').notNull().unique('account_emailKey_unique'),
    name: text().notNull(),
    role: text().notNull().default('member'),
    passwordHash: text(),
    facebookId: text().unique(),
    language: text().notNull().default('en'),
    verifiedAt: instant(),
    /** The account's stage on the waiting list; null once it is admitted. */
    registeringStage: text(),
    guidanceAcceptedAt: instant(),
    guidanceDeclinedAt: instant(),
    triedToConnectAt: instant(),
    positionGuidelineHidden: boolean().notNull().default(false),
    /** Whether the user wants a direct connection with people of their circle. */
    directInCircle: boolean().notNull().default(false),
    /** The IANA name of the time zone that the user has chosen; null if that of their newest browser holds. */
    timeZone: text(),
    /** Whether the user may open experiences that are not published yet. */
    betaAccess: boolean().notNull().default(false),
    /** Whether the user has asked to be on the mailing list. They are on it once its mailed link has been confirmed. */
    solicitedEmails: boolean().notNull().default(false),
    howSolicited: text(),
    listConfirmedAt: instant(),
    termsVersion: text(),
    privacyVersion: text(),
    termsAcceptedAt: instant(),
    over18At: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.role)],
);

/** A column with the account that a row belongs to; the row goes with the account. */
export const ownedByAccount = () =>
  uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' });

/** A signed-in browser. */
export const session = pgTable(
  'session',
  {
    id: uuid().primaryKey(),
    accountId: ownedByAccount(),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    userAgent: text(),
    timeZone: text(),
    /** When this browser proved a second factor. */
    secondFactorAt: instant(),
  },
  (table) => [index().on(table.accountId), index().on(table.lastUsedAt)],
);

/** A column with the session that a row belongs to; the row goes with the session. */
export const ownedBySession = () =>
  uuid()
    .notNull()
    .references(() => session.id, { onDelete: 'cascade' });

/** The valid tokens of a session: usually one, two while one replaces the other. Only hashes are stored. */
export const sessionToken = pgTable(
  'session_token',
  {
    hash: text().primaryKey(),
    sessionId: ownedBySession(),
    createdAt: instant().notNull(),
    usedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.sessionId)],
);

/**
 * Browsers from which an account has signed in, by the keyed hash of the random mark that each browser keeps in a cookie
 * (OWASP, "Device cookies"). A trusted browser has its own budget of recovery mails, and its sign-in attempts are not delayed.
 */
export const knownBrowser = pgTable(
  'known_browser',
  {
    accountId: ownedByAccount(),
    markHash: text().notNull(),
    signedInAt: instant().notNull(),
    trusted: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.markHash] }),
    index().on(table.markHash),
    index().on(table.signedInAt),
  ],
);

/** Sign-in attempts on one address from untrusted browsers. The key is a keyed hash of the address. */
export const signInAttempt = pgTable(
  'sign_in_attempt',
  {
    key: text().primaryKey(),
    /** Attempts since the last success, or since a day without any. */
    count: integer().notNull(),
    lastAt: instant().notNull(),
    /** Attempts before this time are refused. */
    nextAt: instant().notNull(),
  },
  (table) => [index().on(table.lastAt)],
);

/** Mailed links that confirm an address: the account's first one, or a new one. */
export const emailConfirmation = pgTable(
  'email_confirmation',
  {
    hash: text().primaryKey(),
    accountId: ownedByAccount(),
    /** The requested address; null for the address of the registration. */
    newEmail: text(),
    /** The session that requested the change; it stays signed in when the address changes. */
    sessionId: uuid(),
    /** The hash of the link by which the owner of the current address refuses the change. */
    refusalHash: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.accountId), index().on(table.refusalHash), index().on(table.expiresAt)],
);

/** Mailed links that set a new password. The id is that of the recovery job, so that a repeated job creates no second link. */
export const passwordRecovery = pgTable(
  'password_recovery',
  {
    id: uuid().primaryKey(),
    hash: text().notNull().unique(),
    accountId: ownedByAccount(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.accountId), index().on(table.expiresAt)],
);

/** The mailed code that authorises the deletion of an account without a password. */
export const deletionCode = pgTable('deletion_code', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  hash: text().notNull(),
  triesLeft: integer().notNull(),
  expiresAt: instant().notNull(),
});

/** Mailed links by which the owner of an address confirms that they want to be on the mailing list. */
export const listConfirmation = pgTable(
  'list_confirmation',
  { hash: text().primaryKey(), accountId: ownedByAccount(), expiresAt: instant().notNull() },
  (table) => [index().on(table.accountId), index().on(table.expiresAt)],
);

/** Unsubscribe links of the mailing list, which need no sign-in. */
export const unsubscribeLink = pgTable(
  'unsubscribe_link',
  { hash: text().primaryKey(), accountId: ownedByAccount() },
  (table) => [index().on(table.accountId)],
);

/** An account's former addresses: records about them are erased with the account. */
export const formerAddress = pgTable(
  'former_address',
  { accountId: ownedByAccount(), addressKey: text('email_key').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.addressKey] })],
);

/** An authenticator app (RFC 6238). The secret is encrypted; `lastStep` is the last time step whose code was used. */
export const secondFactor = pgTable('second_factor', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  secret: text().notNull(),
  confirmedAt: instant(),
  lastStep: integer().notNull().default(0),
});

/** Recovery codes in case the app is lost, each valid once. Only hashes are stored. */
export const recoveryCode = pgTable('recovery_code', { hash: text().primaryKey(), accountId: ownedByAccount() }, (table) => [
  index().on(table.accountId),
]);

/** Keys that prove the second factor in place of a code. Only the public half is stored. */
export const passkey = pgTable(
  'passkey',
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    accountId: ownedByAccount(),
    /** COSE key (RFC 9052), base64url. */
    publicKey: text().notNull(),
    /** The signature counter that the authenticator last reported; always 0 if it has none. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    addedAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.accountId)],
);

/** The challenge that a session's browser is to sign, valid once. */
export const passkeyChallenge = pgTable('passkey_challenge', {
  sessionId: uuid()
    .primaryKey()
    .references(() => session.id, { onDelete: 'cascade' }),
  challenge: text().notNull(),
  expiresAt: instant().notNull(),
});
