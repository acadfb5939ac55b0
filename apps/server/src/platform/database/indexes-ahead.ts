import type pg from 'pg';

/** A migration as the migrator reads it. */
interface Migration {
  readonly sql: readonly string[];
  /** When it was made, epoch ms. */
  readonly folderMillis: number;
}

/** An index of a table that may be there already, as the migrations write it: the only kind that can be built beforehand. */
const indexed = /^\s*create (unique )?index if not exists "(\w+)" on "(\w+)"/i;

/**
 * Builds the indexes of pending migrations on the tables that exist, one by one and outside a transaction, while everybody else goes on
 * reading and writing; the migrations, which run in one transaction, then find them. What a process that died has left unfinished is
 * dropped first. The connection must not be in a transaction.
 */
export async function buildIndexesAhead(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const since = await lastMigrationAt(client);
  if (since === undefined) return;
  const pending = migrations.filter(({ folderMillis }) => folderMillis > since);
  for (const statement of pending.flatMap(({ sql }) => sql)) {
    const [, , index, table] = indexed.exec(statement) ?? [];
    if (index === undefined || table === undefined) continue;
    const { rows } = await client.query<{ exists: boolean; unfinished: boolean }>(
      `select to_regclass(format('%I', $1::text)) is not null as exists,
         exists (select 1 from pg_index where indexrelid = to_regclass(format('%I', $2::text)) and not indisvalid) as unfinished`,
      [table, index],
    );
    if (rows[0]?.unfinished) await client.query(`drop index concurrently "${index}"`);
    if (rows[0]?.exists)
      await client.query(statement.replace(/index if not exists/i, 'index concurrently if not exists')).catch(ofNewColumn);
  }
}

/** When the last migration was made that the database has; undefined for a new database. */
async function lastMigrationAt(client: pg.Client): Promise<number | undefined> {
  const { rows: known } = await client.query<{ is: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  );
  if (!known[0]?.is) return undefined;
  const { rows } = await client.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return rows[0]?.at == null ? undefined : Number(rows[0].at);
}

/** The index is of a column that comes with the same migrations, which build it: nothing is in that column yet. */
function ofNewColumn(error: unknown): void {
  if ((error as { readonly code?: string }).code !== '42703') throw error;
}
