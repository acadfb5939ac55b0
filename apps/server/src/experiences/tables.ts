import type { PerLanguage, Script } from '@unspoken/contract/scripts';
import type { frozenForRehearsal, VersionDecision } from '@unspoken/contract/studio';
import type { MediaKind, RefusalReason, UploadState } from '@unspoken/contract/uploads';
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text, unique, uuid } from 'drizzle-orm/pg-core';
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
    /** With a rehearsal: the version that was frozen for it. */
    versionId: uuid(),
  },
  (table) => [index().on(table.host), index().on(table.invited), index().on(table.createdAt)],
);

/** The ephemeral account of a guest who followed a link, bound to that one invitation. */
export const experienceGuest = pgTable('experience_guest', {
  accountId: uuid().primaryKey(),
  codeHash: text().notNull(),
  createdAt: instant().notNull(),
  /** The keyed hash of the browser's mark: the separations and holds of accounts that signed in there apply to the guest. */
  markHash: text(),
});

/** A category of the catalogue; `position` orders them. */
export const category = pgTable('category', {
  id: text().primaryKey(),
  position: integer().notNull(),
});

export const categoryText = pgTable(
  'category_text',
  {
    categoryId: text()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    language: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.language] })],
);

/** An author of experiences, with a public page. Texts by language. */
export const facilitator = pgTable('facilitator', {
  id: uuid().primaryKey(),
  /** The account that works in the studio; none for a sample, or once the account is gone. */
  accountId: uuid().unique(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  title: jsonb().$type<PerLanguage<string>>().notNull(),
  pronouns: text(),
  bio: jsonb().$type<PerLanguage<string>>().notNull(),
  image: text(),
  outboundLink: text(),
  published: boolean().notNull().default(true),
});

/** An experience. Its state is derived: retired, in production, in beta, in review, or a draft. */
export const experience = pgTable('experience', {
  type: text().primaryKey(),
  facilitatorId: uuid()
    .notNull()
    .references(() => facilitator.id),
  categoryId: text()
    .notNull()
    .references(() => category.id),
  draft: jsonb().$type<Script>(),
  draftRevision: integer().notNull().default(0),
  /** `waiting` while the newest version awaits a decision. */
  reviewState: text().$type<'waiting'>(),
  betaVersion: uuid(),
  productionVersion: uuid(),
  retiredAt: instant(),
  createdAt: instant().notNull(),
});

/** An immutable version of a script: a trigger refuses every change. */
export const experienceVersion = pgTable(
  'experience_version',
  {
    id: uuid().primaryKey(),
    type: text()
      .notNull()
      .references(() => experience.type),
    number: integer().notNull(),
    script: jsonb().$type<Script>().notNull(),
    submittedAt: instant().notNull(),
    reviewedAt: instant(),
    reviewedBy: uuid(),
    decision: text().$type<VersionDecision | typeof frozenForRehearsal>(),
    reason: text(),
  },
  (table) => [unique('version_number').on(table.type, table.number)],
);

/** A file of an experience or of a facilitator's page. The bytes are in the file store, under the id. */
export const media = pgTable(
  'media',
  {
    /** 128 bits, in hexadecimal. */
    id: text().primaryKey(),
    /** The facilitator whose file it is. */
    ownerId: uuid().references(() => facilitator.id),
    kind: text().$type<MediaKind>().notNull(),
    state: text().$type<UploadState>().notNull(),
    /** What its owner called it; empty for content that was imported. */
    name: text().notNull().default(''),
    /** Of the file as it was uploaded, and its length in bytes: the same file is uploaded once. */
    sha256: text().notNull(),
    size: integer().notNull(),
    /** How many bytes of it are here, while it is uploaded. */
    received: integer().notNull().default(0),
    /** How often a check of it has begun: a file at which a process dies is not checked for ever. */
    checks: integer().notNull().default(0),
    /** The bytes of what is stored of it, once it is ready; null for content that was imported, which is stored as it was. */
    storedBytes: integer(),
    /** Why it was refused; `removed` by its owner, to whom it is not shown any more. */
    refusal: text().$type<RefusalReason | 'removed'>(),
    /** The extension of its name; empty until it is ready. */
    format: text().notNull(),
    width: integer(),
    height: integer(),
    durationMs: integer(),
    /** Integrated loudness, LUFS (ITU-R BS.1770). */
    loudness: real(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.ownerId), index().on(table.sha256), index().on(table.createdAt)],
);
