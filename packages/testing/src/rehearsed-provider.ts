type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

/**
 * Changes objects of the rehearsed provider beside a running server: `set` and `where` are SQL over the column `data`. It waits until nothing
 * happens there: an act in progress has read the objects already, and would go on with those, at an instant that may have changed meanwhile.
 */
export async function changeAtProvider(query: Query, set: string, where: string, values: readonly unknown[] = []): Promise<void> {
  await query(
    `update sandbox_object set ${set}, version = (select max(version) + 1000 from sandbox_object)
     from (select pg_advisory_xact_lock(hashtextextended('sandbox', 0))) as alone where ${where}`,
    [...values],
  );
}
