import { bigint, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';
import type { BookAccount, Movement } from './movements.ts';

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
