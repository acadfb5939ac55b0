import type { Pool } from 'pg';
import {
  CopyRefused,
  fingerprint,
  insertRows,
  lastMigration,
  refuseDifference,
  refuseRows,
  restoreSequences,
  rowsOf,
  tablesOf,
  within,
} from './rows.ts';

/**
 * Copies every row of one database into an empty one with the same tables: in one transaction, which commits only if
 * each table is the same on both sides. Returns the number of rows of each table. Throws `CopyRefused`.
 */
export async function copyDatabase(from: Pool, to: Pool): Promise<ReadonlyMap<string, number>> {
  const source = await from.connect();
  return within(source, 'repeatable read', async () => {
    const target = await to.connect();
    return within(target, 'read committed', async () => {
      if ((await lastMigration(source)) !== (await lastMigration(target)))
        throw new CopyRefused(
          'The data is of another version. Start the server on it once with this version, stop it, and try again.',
        );
      const tables = await tablesOf(source);
      await refuseRows(target, tables);
      const counted = new Map<string, number>();
      for (const table of tables) {
        for await (const rows of rowsOf(source, table)) await insertRows(target, table, rows);
        const expected = await fingerprint(source, table);
        await refuseDifference(target, table, expected);
        counted.set(table.name, expected.rows);
      }
      await restoreSequences(target, tables);
      return counted;
    });
  });
}
