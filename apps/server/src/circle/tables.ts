import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/**
 * A guest's add of their host. It is pending until somebody with the claim has an account (`member`), and then until the host
 * has answered.
 */
export const guestAdd = pgTable(
  'guest_add',
  {
    id: uuid().primaryKey(),
    /** The encounter of the two: one add for each. */
    roomId: text().notNull().unique(),
    claimHash: text().notNull().unique(),
    host: uuid().notNull(),
    member: uuid(),
    createdAt: instant().notNull(),
    claimedAt: instant(),
  },
  (table) => [
    index().on(table.host),
    index().on(table.member),
    index('guest_add_since').on(sql`coalesce(${table.claimedAt}, ${table.createdAt})`),
  ],
);

/** Who has added whom. A match is two adds; it is not stored otherwise. */
export const circleAdd = pgTable(
  'circle_add',
  {
    adder: uuid().notNull(),
    added: uuid().notNull(),
    /** Identifies the entry to its owner, so that no account id is sent to clients. */
    friendId: uuid().notNull().unique(),
    note: text().notNull().default(''),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.adder, table.added] }), index().on(table.added)],
);
