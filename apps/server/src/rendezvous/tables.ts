import type { RendezvousPool } from '@unspoken/contract/rendezvous';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ownedByAccount } from '../accounts/service.ts';
import { instant } from '../platform/database/columns.ts';

/** A quarter of an hour in which a member has agreed to come. */
export const rendezvous = pgTable(
  'rendezvous',
  {
    id: uuid().primaryKey(),
    accountId: ownedByAccount(),
    startsAt: instant().notNull(),
    poolType: text().$type<RendezvousPool>().notNull(),
    /** When it was made, or moved to this quarter. */
    chosenAt: instant().notNull(),
    /** When it was looked whether others have chosen it too, and when the member was called; each once. */
    checkedAt: instant(),
    calledAt: instant(),
    /** When the member connected. */
    cameAt: instant(),
  },
  (table) => [unique().on(table.accountId, table.startsAt), index().on(table.startsAt)],
);
