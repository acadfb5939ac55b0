import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** How many rows one statement deletes, unless many other rows go with each: few enough that none of them stays locked for long. */
const usualSize = 500;

/** Deletes at most `size` of the rows for which `condition` holds, and which nobody else holds; whether there may be more. */
export async function deleteBatch(db: Database, table: PgTable, condition: SQL | undefined, size = usualSize): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${size} for update skip locked))`);
  return (rowCount ?? 0) >= size;
}

/**
 * Deletes the rows for which `condition` holds, in statements that each commit by themselves. Rows that somebody else holds are left to the
 * next time. `db` is not to be a transaction: its locks would last until its end.
 */
export async function deleteInBatches(db: Database, table: PgTable, condition: SQL | undefined, size?: number): Promise<void> {
  while (await deleteBatch(db, table, condition, size));
}
