import type { PoolClient } from 'pg';
import { jobTables } from '../jobs.ts';

/** How many rows are read or written at a time. */
const batch = 500;

export interface Table {
  /** Quoted for SQL, with its schema. */
  readonly name: string;
  /** Quoted for SQL. */
  readonly columns: readonly string[];
}

/** The reason why a copy was refused; nothing was changed. */
export class CopyRefused extends Error {}

/** Our tables and those of the job queue; a table comes after those that it references. */
export async function tablesOf(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name,
       array_agg(quote_ident(c.column_name) order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and (table_schema = 'public' or format('%s.%s', table_schema, table_name) = any($1))
     group by 1`,
    [jobTables],
  );
  const { rows: references } = await client.query<{ of: string; to: string }>(
    `select format('%I.%I', n.nspname, r.relname) as of, format('%I.%I', fn.nspname, f.relname) as to
     from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_namespace n on n.oid = r.relnamespace
       join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
     where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  const ordered: Table[] = [];
  const add = (table: Table) => {
    if (ordered.includes(table)) return;
    for (const { of, to } of references) for (const other of rows) if (of === table.name && to === other.name) add(other);
    ordered.push(table);
  };
  for (const table of rows.toSorted((one, other) => one.name.localeCompare(other.name))) add(table);
  return ordered;
}

/** Every row of a table, in batches. Runs within a transaction, whose snapshot it reads. */
export async function* rowsOf(client: PoolClient, { name }: Table): AsyncGenerator<readonly unknown[]> {
  await client.query(`declare copied no scroll cursor for select to_jsonb(t) as row from ${name} t`);
  for (;;) {
    const { rows } = await client.query<{ row: unknown }>(`fetch ${batch} from copied`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await client.query('close copied');
}

export async function insertRows(client: PoolClient, { name, columns }: Table, rows: readonly unknown[]): Promise<void> {
  const names = columns.join(', ');
  await client.query(
    `insert into ${name} (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

export interface Fingerprint {
  readonly rows: number;
  readonly hash: string | null;
}

/** The number of rows of a table, and a hash of their contents that does not depend on their order. */
export async function fingerprint(client: PoolClient, { name }: Table): Promise<Fingerprint> {
  const { rows } = await client.query<Fingerprint>(
    `select count(*)::int as rows, md5(string_agg(row, ' ' order by row collate "C")) as hash
     from (select md5(to_jsonb(t)::text) as row from ${name} t) as each`,
  );
  return rows[0] ?? { rows: 0, hash: null };
}

/** Sets each sequence to continue after the highest copied value. */
export async function restoreSequences(client: PoolClient, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of tables)
    for (const column of columns) {
      const { rows } = await client.query<{ sequence: string | null }>(`select pg_get_serial_sequence($1, $2) as sequence`, [
        name,
        column.replaceAll('"', ''),
      ]);
      const sequence = rows[0]?.sequence;
      if (sequence)
        await client.query(`select setval($1, coalesce((select max(${column}) from ${name}), 0) + 1, false)`, [sequence]);
    }
}

/** The hash of the last migration that was applied to a database. */
export async function lastMigration(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id desc limit 1');
  return rows[0]?.hash ?? '';
}

/** Throws `CopyRefused` if the target database has any rows. */
export async function refuseRows(client: PoolClient, tables: readonly Table[]): Promise<void> {
  for (const table of tables)
    if ((await fingerprint(client, table)).rows > 0) throw new CopyRefused(`The database has rows already, in ${table.name}.`);
}

/** Throws `CopyRefused` unless the written table has the expected fingerprint. */
export async function refuseDifference(client: PoolClient, table: Table, expected: Fingerprint): Promise<void> {
  const written = await fingerprint(client, table);
  if (written.rows !== expected.rows || written.hash !== expected.hash)
    throw new CopyRefused(`${table.name} would not be the same: ${written.rows} rows for ${expected.rows}. Nothing was changed.`);
}

/** Runs a task in a transaction of its own, in the time zone UTC; rolls back if the task throws. Releases the client. */
export async function within<T>(client: PoolClient, isolation: string, task: () => Promise<T>): Promise<T> {
  let broken: Error | undefined;
  try {
    await client.query(`begin isolation level ${isolation}`);
    // For this transaction only: the session may be shared by all connections.
    await client.query(`set local time zone 'UTC'`);
    const done = await task();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
