import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';
import type { BookAccount, Movement, Purpose } from './movements.ts';
import type { Issuer } from './seller.ts';

/** A movement of money. Only appended: the database refuses to change a row, and to delete one that is still to be kept. */
export const entry = pgTable(
  'entry',
  {
    seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When the money moved. */
    at: instant().notNull(),
    /** Whose money: `sandbox`, or an account of the provider with its mode. Figures of one contain nothing of another. */
    providerAccount: text().notNull(),
    kind: text().$type<Movement['kind'] | 'cost' | 'place'>().notNull(),
    /** The provider's balance transaction, or the id of a cost or of a place. */
    movementRef: text().notNull(),
    /** The payment it belongs to. */
    paymentId: uuid(),
  },
  (table) => [unique().on(table.providerAccount, table.movementRef), index().on(table.at), index().on(table.paymentId)],
);

/** What an entry adds to an account, in cents; those of an entry sum to 0, which the database checks when it is stored. */
export const posting = pgTable(
  'posting',
  {
    entrySeq: bigint({ mode: 'number' })
      .notNull()
      .references(() => entry.seq),
    account: text().$type<BookAccount>().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.entrySeq, table.account] }), index().on(table.account)],
);

/** The balance of each account of the books, in cents, over all entries of an account of the provider up to the one numbered `last`. */
export interface Sums {
  readonly last: number;
  readonly balances: Readonly<Record<string, number>>;
}

/** The last check of the books: what it found, and the balances that it summed, from which later ones are summed on. */
export const booksCheck = pgTable('books_check', {
  at: instant().primaryKey(),
  faults: jsonb().$type<readonly string[]>().notNull(),
  /** The first entry of all that there was, 0 if there was none. Once that is deleted, the sums no longer hold. */
  first: bigint({ mode: 'number' }).notNull(),
  /** By account of the provider. */
  sums: jsonb().$type<Readonly<Record<string, Sums>>>().notNull(),
});

/**
 * A receipt for money that somebody has paid, or a correction for what they got back. It has all that is printed on it, because the
 * seller, the rates and the person may be others by then. Only appended, as entries are.
 */
export const receipt = pgTable(
  'receipt',
  {
    providerAccount: text().notNull(),
    /** The calendar year of `at`, in UTC, and the number within it: 1, 2, 3 and so on. */
    year: integer().notNull(),
    number: integer().notNull(),
    entrySeq: bigint({ mode: 'number' })
      .notNull()
      .unique()
      .references(() => entry.seq),
    at: instant().notNull(),
    paymentId: uuid(),
    purpose: text().$type<Purpose>().notNull(),
    /** What was paid, and the tax in it; negative for what was given back. */
    grossCents: bigint({ mode: 'number' }).notNull(),
    vatCents: bigint({ mode: 'number' }).notNull(),
    vatCountry: text(),
    vatBasisPoints: integer(),
    /** The receipt that this one corrects, as it is printed. */
    corrects: text(),
    issuer: jsonb().$type<Issuer>().notNull(),
    /** The lines of the name and address of the person who paid. */
    addressee: jsonb().$type<readonly string[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerAccount, table.year, table.number] }),
    index().on(table.at),
    index().on(table.paymentId),
  ],
);
